import * as Y from "yjs";
import { createRandom } from "../measure.ts";

/** The text that all edits are made to. */
const textName = "t";

/** Single characters that a writer appends to its earlier text. Each is a separate update. */
export function typed(client: number, count: number): Uint8Array[] {
  const document = new Y.Doc();
  document.clientID = client;
  return type(document, 0, count);
}

/** As `typed`, for several writers, each at its own place in a shared document. */
export function typedInto(state: Uint8Array, clients: readonly number[], count: number): Uint8Array[][] {
  const document = new Y.Doc();
  Y.applyUpdate(document, state);
  const random = createRandom(3);
  const part = Math.floor(document.getText(textName).length / clients.length);
  const typedBy: Uint8Array[][] = [];
  // From the end, and each in its own part, so that no edit depends on another writer's.
  for (let index = clients.length - 1; index >= 0; index--) {
    document.clientID = clients[index]!;
    typedBy[index] = type(document, index * part + 1 + Math.floor(random() * (part - 1)), count);
  }
  return typedBy;
}

function type(document: Y.Doc, at: number, count: number): Uint8Array[] {
  const updates: Uint8Array[] = [];
  const made = (update: Uint8Array) => updates.push(update);
  document.on("update", made);
  const text = document.getText(textName);
  for (let i = 0; i < count; i++) text.insert(at + i, letters[i % letters.length]!);
  document.off("update", made);
  return updates;
}
const letters = "what is typed here is read by others ";

/** Edits of which a long editing history consists, made with a seed: runs of typing, of deleting, and moves between them. */
export function history(edits: number, client: number, made?: (update: Uint8Array) => void): Uint8Array {
  const random = createRandom(4);
  const document = new Y.Doc();
  document.clientID = client;
  if (made !== undefined) document.on("update", made);
  const text = document.getText(textName);
  let at = 0;
  let left = 0;
  let deletes = false;
  for (let i = 0; i < edits; i++) {
    if (left-- === 0) {
      left = 1 + Math.floor(random() * 30);
      // As in the trace of a paper that `crdt-benchmarks` replays: 3 of 10 edits delete, and most are near the previous
      // one.
      deletes = random() < 0.3;
      if (random() < 0.3) at = Math.floor(random() * (text.length + 1));
    }
    if (deletes && at > 0) text.delete(--at, 1);
    else text.insert(at++, letters[i % letters.length]!);
  }
  const state = Y.encodeStateAsUpdate(document);
  document.destroy();
  return state;
}

/** The sum of updates: the clock of each client, and the length of the merged encoding. */
export function sumOf(updates: readonly Uint8Array[]): {
  readonly clocks: ReadonlyMap<number, number>;
  readonly bytes: number;
} {
  const document = new Y.Doc();
  document.transact(() => {
    for (const update of updates) Y.applyUpdate(document, update);
  });
  const clocks = Y.decodeStateVector(Y.encodeStateVector(document));
  return { clocks, bytes: Y.encodeStateAsUpdate(document).length };
}
