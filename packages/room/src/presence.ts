import type { JsonObject, PresenceUpdated } from "@weft/protocol";
import { ServerMessageType } from "@weft/protocol";

/** A presence set over REST. It is shown without a connection until `ttlMs` have passed. */
export interface EphemeralPresence {
  readonly userId: string;
  readonly data: JsonObject;
  readonly info: JsonObject;
  readonly ttlMs: number;
}

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
