import { nodesIn } from "@weft/crdt";
import type { Stepwise } from "@weft/crdt";
import type { VerboseNode } from "@weft/protocol";
import { doInSlices, encodeTexts } from "@weft/room";
import { systemClock } from "./clock.ts";

/** The work between two checks of the clock. */
const nodesPerStep = 64;
const sliceMs = 8;

/** Joins texts into UTF-8 pieces, yielding to the event loop between slices. */
export function encodeInSlices(texts: Iterable<string>): Promise<readonly Uint8Array[]> {
  return doInSlices(encodeTexts(texts), systemClock, sliceMs);
}

/** The nodes of lines as a version holds them, yielding to the event loop between slices. */
export function readNodes(lines: Uint8Array): Promise<readonly VerboseNode[]> {
  return doInSlices(takeNodes(lines), systemClock, sliceMs);
}

function* takeNodes(lines: Uint8Array): Stepwise<readonly VerboseNode[]> {
  const nodes: VerboseNode[] = [];
  for (const node of nodesIn(lines)) if (nodes.push(node) % nodesPerStep === 0) yield;
  return nodes;
}
