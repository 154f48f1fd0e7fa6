import type { RoomMessage, ServerMessage } from "@weft/protocol";
import { ClientMessageType, ServerMessageType } from "@weft/protocol";

/** No connection has this number. */
const echoActor = -2;

/**
 * Asks the page of a client for an answer behind everything that it was sent before. A client answers a user who joins
 * with its whole presence for them. This user leaves again in the same frame and has no presence, so the application sees
 * nothing of them.
 */
export const echoRequest: readonly ServerMessage[] = [
  { type: ServerMessageType.userJoined, actor: echoActor, scopes: [] },
  { type: ServerMessageType.userLeft, actor: echoActor },
];

/** Whether a message is the answer to `echoRequest`, and nothing else. */
export function isEcho(message: RoomMessage): boolean {
  return message.type === ClientMessageType.updatePresence && message.targetActor === echoActor;
}
