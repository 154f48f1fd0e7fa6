import type { ErrorCode, Json, JsonObject } from "@weft/protocol";
import type { Member } from "./room.ts";

/**
 * Somebody who watches a room without being in it: no actor, no presence, counted nowhere, heard by nobody. It is told at
 * once, within the room's turn, so none of these may throw or take long.
 */
export interface Observer {
  entered(member: ObservedMember): void;
  left(actor: number): void;
  /** What the member shows now, whole. */
  presence(actor: number, presence: JsonObject): void;
  /** Actor -1 is the project's back end. */
  broadcast(actor: number, event: Json): void;
  /** Storage was changed, durably. */
  storageChanged(): void;
  /** A document was changed, durably; the root document's guid is "". */
  documentChanged(guid: string): void;
  /** The room left memory, or is not there any more: nothing follows. */
  ended(error: ErrorCode, reason?: string): void;
}

export interface ObservedMember {
  readonly member: Member;
  /** Milliseconds since the epoch. */
  readonly enteredAt: number;
  readonly presence: JsonObject;
}

/** A room under observation stays awake until this ends. */
export interface Observation extends Disposable {
  /** Who is there as it begins; everything later is told. */
  readonly members: readonly ObservedMember[];
}
