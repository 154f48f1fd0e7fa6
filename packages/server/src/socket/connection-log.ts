import type { ErrorCode, RoomAddress } from "@weft/protocol";

/** Records connections as they open and close. No call blocks. */
export interface ConnectionLog {
  /** A connection has entered a room. */
  entered(user: RoomUser & { readonly connection: number }): LoggedConnection;
  /** A user with a genuine credential was not admitted, or the room was full. */
  refused(user: RoomUser, code: ErrorCode): void;
  /** A client sent a key of the project that is no longer valid. */
  turnedAway(room: RoomAddress, code: ErrorCode): void;
}

export interface RoomUser extends RoomAddress {
  /** Undefined for anonymous connections. */
  readonly user?: string | undefined;
}

/** The records of one open connection. */
export interface LoggedConnection {
  received(messages: number): void;
  left(closeCode: number): void;
}
