import type { ErrorCode } from "@weft/protocol";
import type { LiveConnection } from "./connection.ts";

/** A loaded room, as its parts see it: what none of them can do alone. */
export interface RoomOwner {
  /** A commit was flushed and its messages were delivered. */
  flushed(): void;
  /** Closes a connection, which leaves the room at once. */
  expel(connection: LiveConnection, error: ErrorCode, reason?: string): void;
  closeAll(error: ErrorCode, reason?: string): void;
  /** Ends the room: a commit was lost, or an invariant is broken. */
  drop(cause: unknown, error: ErrorCode): void;
}
