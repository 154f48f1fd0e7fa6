import type { ErrorCode, PresenceUpdated } from "@weft/protocol";
import type { Audiences } from "./audience.ts";

/**
 * Takes what a room sends to its connections on one node, in order. There is one link for each room and node. Messages are
 * plain data, which `structuredClone` and `v8.serialize` can copy: connections are named by their actor numbers, and the
 * node that has their sockets lays frames out (`edge/`).
 */
export interface RoomLink {
  send(message: LinkMessage): void;
}

export type LinkMessage =
  /** The first message about a connection. `socket`: the number with which its node asked to enter. */
  | {
      readonly kind: "entered";
      readonly socket: number;
      readonly actor: number;
      /** What it may read. */
      readonly reads: Audiences;
      /** The number of entries of the next batch that were there before it came, and are not for it. */
      readonly joinedAfter: number;
    }
  /** In a frame of its own, before everything that waits for the next batch. */
  | { readonly kind: "text"; readonly to: number; readonly text: string }
  | Collected
  | Pieces
  /** To be answered by `probed` once the client has read everything that was sent before. */
  | { readonly kind: "probe"; readonly to: number; readonly probe: number }
  /** Stop reading from the client, until `resume`. */
  | { readonly kind: "pause" | "resume"; readonly to: number }
  /** The last message to a connection. */
  | { readonly kind: "close"; readonly to: number; readonly error: ErrorCode; readonly reason: string | undefined };

/** What a room has collected between two flushes. */
export type Collected =
  | RoomBatch
  /** For everyone but its sender, in a frame of its own. */
  | { readonly kind: "lone"; readonly entry: LoneEntry };

/** Entries for connections of other nodes may be left out. */
export interface RoomBatch {
  readonly kind: "batch";
  readonly entries: readonly Entry[];
  /** Actors that do not get every entry, as senders or addressees. */
  readonly special: ReadonlySet<number>;
  /** Of all entries together. */
  readonly audiences: Audiences;
}

export type Entry =
  | LoneEntry
  /** A full presence for one connection. */
  | { readonly kind: "presenceFor"; readonly to: number; readonly message: PresenceUpdated }
  | {
      readonly kind: "others";
      /** -1: for everyone. */
      readonly from: number;
      readonly text: string;
      readonly audience: Audiences;
      /** Those who get another text instead. */
      readonly except: ReadonlySet<number> | undefined;
    }
  | { readonly kind: "one"; readonly to: number; readonly text: string }
  | { readonly kind: "some"; readonly to: ReadonlySet<number>; readonly text: string }
  | Pieces
  /** In a frame of its own: a part of something large that the client asked for. */
  | { readonly kind: "part"; readonly to: number; readonly text: string; readonly probe: number }
  | { readonly kind: "void" };

/** Slow readers miss events, and get the newest presence of each actor once they have caught up. */
export type LoneEntry =
  | {
      readonly kind: "presence";
      readonly from: number;
      message: PresenceUpdated;
      /** Its JSON, once someone needed it. */
      text: string | undefined;
    }
  | { readonly kind: "event"; readonly from: number; readonly text: string };

/** Pieces of a snapshot of Storage, each in a frame of its own. The client asked for them. */
export interface Pieces {
  readonly kind: "pieces";
  readonly to: number;
  readonly pieces: readonly Piece[];
  /** Sent with the last piece. */
  probe: number | undefined;
  /** Sent behind the last piece. */
  probeBehind: number | undefined;
}

export function piecesFor(to: number, pieces: readonly Piece[]): Pieces {
  return { kind: "pieces", to, pieces, probe: undefined, probeBehind: undefined };
}

/** The text of a frame, UTF-8, behind `headroom` free bytes. All connections that get it share these bytes. */
export type Piece = Uint8Array;

/** Bytes left free in front of a text for the header of a WebSocket frame. */
export const headroom = 10;
