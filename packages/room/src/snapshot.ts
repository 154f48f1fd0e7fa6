import type { Tree } from "@weft/crdt";
import type { VerboseNode } from "@weft/protocol";
import { ServerMessageType } from "@weft/protocol";
import { headroom } from "./fan-out.ts";
import type { ToFrame } from "./fan-out.ts";

/** A whole Storage tree as encoded frames: made once per state of the room, and shared by all connections that ask. */
export type SnapshotFrames = readonly Buffer[];

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
export function chunkFrame(nodes: Uint8Array, toFrame: ToFrame): Buffer {
  const frame = Buffer.allocUnsafe(headroom + chunkHead.length + nodes.length + chunkTail.length);
  let at = headroom;
  at += chunkHead.copy(frame, at);
  frame.set(nodes, at);
  at += nodes.length;
  chunkTail.copy(frame, at);
  return toFrame(frame);
}

export function streamEndFrame(toFrame: ToFrame): Buffer {
  const frame = Buffer.allocUnsafe(headroom + streamEnd.length);
  streamEnd.copy(frame, headroom);
  return toFrame(frame);
}

/**
 * Encodes a tree for `/v8`, some chunks per step, so that the caller can yield to the event loop in between. The tree
 * must not change until the last step.
 */
export function* encodeSnapshot(tree: Tree, toFrame: ToFrame): Generator<void, SnapshotFrames> {
  const frames: Buffer[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const text of tree.encode()) {
    const bytes = Buffer.byteLength(text) + 1;
    if (texts.length > 0 && length + bytes > chunkBytes) {
      frames.push(chunkFrame(Buffer.from(texts.join(",")), toFrame));
      texts = [];
      length = 0;
      if (frames.length % chunksPerStep === 0) yield;
    }
    texts.push(text);
    length += bytes;
  }
  if (texts.length > 0) frames.push(chunkFrame(Buffer.from(texts.join(",")), toFrame));
  frames.push(streamEndFrame(toFrame));
  return frames;
}

/** Encodes a tree for `/v7`: everything in one STORAGE_STATE frame. */
export function* encodeSnapshotV7(tree: Tree, toFrame: ToFrame): Generator<void, SnapshotFrames> {
  const texts: string[] = [];
  for (const node of tree.verbose()) {
    texts.push(JSON.stringify(node satisfies VerboseNode));
    if (texts.length % 4_096 === 0) yield;
  }
  const payload = Buffer.from(`{"type":${ServerMessageType.storageState},"items":[${texts.join(",")}]}`);
  const frame = Buffer.allocUnsafe(headroom + payload.length);
  payload.copy(frame, headroom);
  return [toFrame(frame)];
}
