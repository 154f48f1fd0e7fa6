import type { ErrorCode, RoomAddress } from "@weft/protocol";

/** Hears of connections as they come and go. Whoever tells it something waits for nothing. */
export interface ConnectionLog {
  /** Somebody has come into a room. */
  entered(guest: RoomUser & { readonly connection: number }): Attendance;
  /** Somebody with a genuine credential was not let in, or the room was full. */
  refused(guest: RoomUser, code: ErrorCode): void;
  /** Somebody came with a key of the project that opens nothing. */
  turnedAway(room: RoomAddress, code: ErrorCode): void;
}

export interface RoomUser extends RoomAddress {
  /** Undefined for anonymous connections. */
  readonly user?: string | undefined;
}

/** A connection, as long as it lasts. */
export interface Attendance {
  received(messages: number): void;
  left(closeCode: number): void;
}
