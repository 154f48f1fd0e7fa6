import type { ErrorCode, ProjectId, RoomAddress } from "@weft/protocol";

/** Records what passes through connections, and which are refused. No call blocks. */
export interface ConnectionLog {
  /** A connection of a project is open here; it may have entered a room of another node. */
  opened(project: ProjectId): LoggedConnection;
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
  closed(): void;
}
