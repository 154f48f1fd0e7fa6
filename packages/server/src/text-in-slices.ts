import { isJsonObject, WeftError } from "@weft/protocol";
import { nodesIn } from "@weft/crdt";
import type { Json, VerboseNode } from "@weft/protocol";

const pieceLength = 64 * 1_024;
/** Between two looks at the clock. A node has at most 128 kB, so that many take a few milliseconds at worst. */
const textsPerLook = 64;
const sliceMs = 8;

/**
 * Joins texts into UTF-8 pieces, giving the event loop back whenever a slice of time has been used up. It ends early
 * when nobody waits for them any more.
 */
export async function encodeInSlices(
  texts: Iterable<string>,
  isGone: () => boolean = () => false,
): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let piece = "";
  let count = 0;
  let sliceEnd = performance.now() + sliceMs;
  for (const text of texts) {
    piece += text;
    if (piece.length >= pieceLength) {
      pieces.push(Buffer.from(piece));
      piece = "";
    }
    if (++count % textsPerLook !== 0) continue;
    if (isGone()) throw new WeftError("BAD_REQUEST", { message: "The caller has gone." });
    if (performance.now() > sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = performance.now() + sliceMs;
    }
  }
  if (piece !== "") pieces.push(Buffer.from(piece));
  return pieces;
}

/** The nodes of such lines, reading them a slice at a time. */
export async function readNodes(lines: Uint8Array): Promise<readonly VerboseNode[]> {
  const nodes: VerboseNode[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const node of nodesIn(lines)) {
    nodes.push(node);
    if (nodes.length % textsPerLook === 0 && performance.now() > sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = performance.now() + sliceMs;
    }
  }
  return nodes;
}

/** A value as texts that are its JSON when joined. */
export function* jsonTexts(value: Json): Iterable<string> {
  if (typeof value !== "object" || value === null) return void (yield JSON.stringify(value));
  let separator = "";
  if (!isJsonObject(value)) {
    yield "[";
    for (const item of value) {
      yield separator;
      yield* jsonTexts(item);
      separator = ",";
    }
    return void (yield "]");
  }
  yield "{";
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    yield* jsonTexts(member);
    separator = ",";
  }
  yield "}";
}
