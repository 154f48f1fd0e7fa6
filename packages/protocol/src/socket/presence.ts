import { z } from "zod";
import { Json, JsonObject } from "../json.ts";
import { message } from "../message.ts";
import { ClientMessageType, ServerMessageType } from "./message-type.ts";
import { Permission } from "../permission.ts";

export const UpdatePresence = message(
  ClientMessageType.updatePresence,
  { data: JsonObject, targetActor: z.number().optional() },
  { since: 7, doc: "Set the sender's presence. With `targetActor` it is full and replaces; without it is a patch." },
);

export type UpdatePresence = z.output<typeof UpdatePresence>;

export const BroadcastEvent = message(
  ClientMessageType.broadcastEvent,
  { event: Json.optional() },
  { since: 7, doc: "Send an event to everyone else in the room. It is never stored." },
);

export type BroadcastEvent = z.output<typeof BroadcastEvent>;

export const PresenceUpdated = message(
  ServerMessageType.presenceUpdated,
  { actor: z.number(), data: JsonObject, targetActor: z.number().optional() },
  { since: 7, doc: "A member's presence: full with `targetActor`, else a patch." },
);

export type PresenceUpdated = z.output<typeof PresenceUpdated>;

const user = {
  id: z.string().optional(),
  info: JsonObject.optional(),
  scopes: z.array(Permission),
};

export const UserJoined = message(
  ServerMessageType.userJoined,
  { actor: z.number(), ...user },
  { since: 7, doc: "A connection has joined. `id` and `info` are absent for anonymous users." },
);
export type UserJoined = z.output<typeof UserJoined>;

export const UserLeft = message(
  ServerMessageType.userLeft,
  { actor: z.number() },
  { since: 7, doc: "A connection is gone." },
);

export const EventBroadcasted = message(
  ServerMessageType.eventBroadcasted,
  { actor: z.number(), event: Json.optional() },
  { since: 7, doc: "An event of another connection, or of the REST API (actor -1)." },
);

export const RoomState = message(
  ServerMessageType.roomState,
  {
    actor: z.number(),
    nonce: z.string(),
    scopes: z.array(Permission),
    users: z.record(z.string(), z.object(user)),
    meta: z.object({}),
  },
  { since: 7, doc: "The first frame of a connection, alone in it: its actor number and everyone else in the room." },
);
export type RoomState = z.output<typeof RoomState>;
