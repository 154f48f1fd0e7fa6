import type { Tree } from "@weft/crdt";
import type { VerboseNode } from "@weft/protocol";
import { headroom } from "./fan-out.ts";
import type { Seal } from "./fan-out.ts";

/** A whole Storage tree as frames ready for a socket: made once for a state of the room, shared by all who ask for it. */
export type SnapshotFrames = readonly Buffer[];

/** Bytes of nodes in one STORAGE_CHUNK: small enough to be parsed by a browser without a hitch. */
export const chunkBytes = 256 * 1_024;

const chunkHead = Buffer.from('{"type":210,"nodes":[');
const chunkTail = Buffer.from("]}");
const streamEnd = Buffer.from('{"type":211}');

/** A STORAGE_CHUNK from nodes that are encoded already: comma-separated compact tuples. */
export function chunkFrame(nodes: Uint8Array, seal: Seal): Buffer {
  const frame = Buffer.allocUnsafe(headroom + chunkHead.length + nodes.length + chunkTail.length);
  let at = headroom;
  at += chunkHead.copy(frame, at);
  frame.set(nodes, at);
  at += nodes.length;
  chunkTail.copy(frame, at);
  return seal(frame);
}

export function streamEndFrame(seal: Seal): Buffer {
  const frame = Buffer.allocUnsafe(headroom + streamEnd.length);
  streamEnd.copy(frame, headroom);
  return seal(frame);
}

/**
 * Encodes a tree for `/v8`, a chunk at a step, so that the caller can give the event loop back between two. The tree
 * must hold still until the last step.
 */
export function* encodeSnapshot(tree: Tree, seal: Seal): Generator<void, SnapshotFrames> {
  const frames: Buffer[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const text of tree.encode()) {
    texts.push(text);
    length += text.length + 1;
    if (length < chunkBytes) continue;
    frames.push(chunkFrame(Buffer.from(texts.join(",")), seal));
    texts = [];
    length = 0;
    yield;
  }
  if (texts.length > 0) frames.push(chunkFrame(Buffer.from(texts.join(",")), seal));
  frames.push(streamEndFrame(seal));
  return frames;
}

/** Encodes a tree for `/v7`: everything in one STORAGE_STATE frame. */
export function* encodeSnapshotV7(tree: Tree, seal: Seal): Generator<void, SnapshotFrames> {
  const texts: string[] = [];
  for (const node of tree.verbose()) {
    texts.push(JSON.stringify(node satisfies VerboseNode));
    if (texts.length % 4_096 === 0) yield;
  }
  const payload = Buffer.from(`{"type":200,"items":[${texts.join(",")}]}`);
  const frame = Buffer.allocUnsafe(headroom + payload.length);
  payload.copy(frame, headroom);
  return [seal(frame)];
}
