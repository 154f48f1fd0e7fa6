import type { Limits } from "@weft/protocol";
import type { DocumentRow } from "@weft/room/ports";
import * as Y from "yjs";
import { loadDocument } from "./worker-document.ts";

const edits = 500;
const writer = { actor: 0, user: "", readOnly: false };

/** Runs the work of a worker once, so that its code is compiled before the first document is opened. */
export function warmUp(limits: Limits): void {
  const source = new Y.Doc();
  const updates: Uint8Array[] = [];
  source.on("update", (update: Uint8Array) => updates.push(update));
  const text = source.getText("text");
  // Here and there, and some of it deleted again, so that little can be merged.
  for (let edit = 0; edit < edits; edit++) {
    text.insert((edit * 7) % (text.length + 1), "x");
    if (edit % 3 === 0) text.delete((edit * 5) % text.length, 1);
  }
  const state = Y.encodeStateAsUpdate(source);
  const step = () => {};
  const load = (rows: readonly DocumentRow[]) => loadDocument({ rows, claims: [], limits, step }).document;
  for (let round = 0; round < 3; round++) load([{ id: 1, update: state, v2: false }]).diff(nothingKnown, false);
  const held = load([]);
  for (const update of updates) {
    held.apply([{ update, v2: false, from: writer }], step);
    held.hash(false);
  }
  held.merged();
  source.destroy();
}

const nothingKnown = Uint8Array.of(0);
