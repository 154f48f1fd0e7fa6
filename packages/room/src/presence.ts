import type { JsonObject, PresenceUpdated } from "@weft/protocol";
import { ServerMessageType } from "@weft/protocol";

/**
 * Two presence messages of one actor as the one message that leaves every receiver in the same state: the latest wins,
 * key by key, and a full presence stays full.
 */
export function mergePresence(older: PresenceUpdated, newer: PresenceUpdated): PresenceUpdated {
  if (newer.targetActor !== undefined) return newer;
  const data: JsonObject = { ...older.data, ...newer.data };
  return older.targetActor === undefined
    ? { type: ServerMessageType.presenceUpdated, actor: newer.actor, data }
    : { type: ServerMessageType.presenceUpdated, actor: newer.actor, data, targetActor: older.targetActor };
}
