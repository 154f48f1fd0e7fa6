import type { Tree } from "@weft/crdt";
import type { VerboseNode } from "@weft/protocol";
import { ServerMessageType } from "@weft/protocol";
import type { Piece } from "./link.ts";
import { headroom } from "./link.ts";

/** A whole Storage tree, encoded: made once per state of the room, and shared by all connections that ask. */
export type Snapshot = readonly Piece[];

/**
 * Bytes of nodes in one STORAGE_CHUNK, unless a single node is larger. A client reconnects if it hears nothing for 2 s after
 * its ping, and every frame counts: at 40 kB/s, one of this size takes less than a second.
 */
export const chunkBytes = 32 * 1_024;

/** Chunks that are encoded in one go. */
const chunksPerStep = 8;

const chunkHead = Buffer.from(`{"type":${ServerMessageType.storageChunk},"nodes":[`);
const chunkTail = Buffer.from("]}");
const streamEnd = Buffer.from(`{"type":${ServerMessageType.storageStreamEnd}}`);

/** A STORAGE_CHUNK of encoded nodes: comma-separated compact tuples. */
export function chunkPiece(nodes: Uint8Array): Piece {
  const piece = Buffer.allocUnsafe(headroom + chunkHead.length + nodes.length + chunkTail.length);
  let at = headroom;
  at += chunkHead.copy(piece, at);
  piece.set(nodes, at);
  at += nodes.length;
  chunkTail.copy(piece, at);
  return piece;
}

export function streamEndPiece(): Piece {
  return pieceOf(streamEnd);
}

function pieceOf(text: Buffer): Piece {
  const piece = Buffer.allocUnsafe(headroom + text.length);
  text.copy(piece, headroom);
  return piece;
}

/**
 * Encodes a tree for `/v8`, some chunks per step, so that the caller can yield to the event loop in between. The tree
 * must not change until the last step.
 */
export function* encodeSnapshot(tree: Tree): Generator<void, Snapshot> {
  const pieces: Piece[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const text of tree.encode()) {
    const bytes = Buffer.byteLength(text) + 1;
    if (texts.length > 0 && length + bytes > chunkBytes) {
      pieces.push(chunkPiece(Buffer.from(texts.join(","))));
      texts = [];
      length = 0;
      if (pieces.length % chunksPerStep === 0) yield;
    }
    texts.push(text);
    length += bytes;
  }
  if (texts.length > 0) pieces.push(chunkPiece(Buffer.from(texts.join(","))));
  pieces.push(streamEndPiece());
  return pieces;
}

/** Encodes a tree for `/v7`: everything in one STORAGE_STATE. */
export function* encodeSnapshotV7(tree: Tree): Generator<void, Snapshot> {
  const texts: string[] = [];
  for (const node of tree.verbose()) {
    texts.push(JSON.stringify(node satisfies VerboseNode));
    if (texts.length % 4_096 === 0) yield;
  }
  return [pieceOf(Buffer.from(`{"type":${ServerMessageType.storageState},"items":[${texts.join(",")}]}`))];
}
