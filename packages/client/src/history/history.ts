/**
 * What a user can undo and redo. Entries hold inverse ops: to undo is to edit, and what it undoes can be redone. The rules:
 *
 * - A batch, and all edits between `pause` and `resume`, are one entry. An undo during a pause ends that entry and undoes it.
 * - An edit clears what could be redone. Edits inside `disable` are not recorded, and clear nothing.
 * - Ops whose target someone has deleted are left out. An entry of which nothing is left is skipped.
 * - Entries about a text follow others' edits of it.
 */
import { transformOperations } from "@weft/crdt/shared";
import { OpType } from "@weft/protocol/codes";
import type { JsonObject, RemoteOp, TextOperation } from "@weft/protocol/types";

/** One change of an entry: an op of Storage, or a patch of presence. */
export type HistoryItem =
  | { readonly kind: "op"; readonly op: RemoteOp }
  | { readonly kind: "presence"; readonly patch: JsonObject };

/** What one undo reverts. */
export type HistoryEntry = readonly HistoryItem[];
/** How a change of this client was made. */
export type Via = "edit" | "undo" | "redo";

/** What carries out an entry. */
export interface HistoryTarget {
  /** Whether an op would still have something to change. */
  isApplicable(op: RemoteOp): boolean;
  /** Applies an entry as an edit; it is recorded under the same `via`. */
  apply(entry: HistoryEntry, via: "undo" | "redo"): void;
  /** What can be undone or redone has changed. */
  changed(): void;
}

/** Older entries are forgotten. */
const mostEntries = 50;

/** What a user has done in a room: the entries to undo, and those to redo. */
export class UndoHistory {
  readonly #target: HistoryTarget;
  readonly #undos: HistoryEntry[] = [];
  readonly #redos: HistoryEntry[] = [];
  /** Of the innermost batch. */
  #batch: HistoryItem[] | undefined;
  #paused: HistoryItem[] | undefined;
  /** Of the entry that is undone or redone. */
  #applied: HistoryItem[] | undefined;
  #disabled = 0;
  #known = "";

  constructor(target: HistoryTarget) {
    this.#target = target;
  }

  canUndo(): boolean {
    return this.#undos.length > 0 || (this.#paused?.length ?? 0) > 0;
  }

  canRedo(): boolean {
    return this.#redos.length > 0;
  }

  /** Notes how to undo what was just done. */
  record(inverse: HistoryEntry, via: Via): void {
    if (inverse.length === 0 || this.#disabled > 0) return;
    if (via !== "edit") this.#applied?.unshift(...inverse);
    else {
      this.#redos.length = 0;
      if (this.#batch !== undefined) this.#batch.unshift(...inverse);
      else if (this.#paused !== undefined) this.#paused.unshift(...inverse);
      else this.#push(inverse);
    }
    this.#report();
  }

  /** Edits inside are one entry. */
  batch<T>(run: () => T): T {
    if (this.#batch !== undefined) return run();
    const batch: HistoryItem[] = (this.#batch = []);
    try {
      return run();
    } finally {
      this.#batch = undefined;
      if (batch.length > 0) {
        if (this.#paused !== undefined) this.#paused.unshift(...batch);
        else this.#push(batch);
        this.#report();
      }
    }
  }

  disable<T>(run: () => T): T {
    this.#disabled++;
    try {
      return run();
    } finally {
      this.#disabled--;
    }
  }

  pause(): void {
    this.#paused ??= [];
  }

  resume(): void {
    const paused = this.#paused;
    this.#paused = undefined;
    if (paused !== undefined && paused.length > 0) this.#push(paused);
    this.#report();
  }

  undo(): void {
    if (this.#paused !== undefined && this.#paused.length > 0) {
      this.#push(this.#paused);
      this.#paused = [];
    }
    this.#run(this.#undos, "undo");
  }

  redo(): void {
    this.#run(this.#redos, "redo");
  }

  clear(): void {
    this.#undos.length = 0;
    this.#redos.length = 0;
    if (this.#paused !== undefined) this.#paused = [];
    this.#report();
  }

  /** Someone else has edited a text: what is recorded about it is stated for the text after that. */
  follow(id: string, operations: readonly TextOperation[]): void {
    const open = [this.#batch, this.#paused].filter((entry) => entry !== undefined);
    const undos = followed([...open, ...this.#undos.toReversed()], id, operations);
    for (const [index, entry] of open.entries()) entry.splice(0, Infinity, ...undos[index]!);
    this.#undos.splice(0, Infinity, ...undos.slice(open.length).toReversed());
    this.#redos.splice(0, Infinity, ...followed(this.#redos.toReversed(), id, operations).toReversed());
  }

  #push(entry: HistoryEntry): void {
    this.#undos.push(entry);
    if (this.#undos.length > mostEntries) this.#undos.shift();
  }

  #run(entries: HistoryEntry[], via: "undo" | "redo"): void {
    if (this.#batch !== undefined) throw new Error(`A batch cannot ${via}: end it first.`);
    for (let entry = entries.pop(); entry !== undefined; entry = entries.pop()) {
      if (!this.#isApplicable(entry)) continue;
      const applied: HistoryItem[] = (this.#applied = []);
      this.#target.apply(entry, via);
      this.#applied = undefined;
      if (applied.length > 0 && via === "undo") this.#redos.push(applied);
      else if (applied.length > 0) this.#push(applied);
      break;
    }
    this.#report();
  }

  /** An entry creates what its later ops need, so that its first op decides of those below. */
  #isApplicable(entry: HistoryEntry): boolean {
    return entry.some((item) => item.kind === "presence" || this.#target.isApplicable(item.op));
  }

  #report(): void {
    const known = `${this.canUndo()} ${this.canRedo()}`;
    if (known === this.#known) return;
    this.#known = known;
    this.#target.changed();
  }
}

/** Entries in the order in which they would be undone, each for the text that those before it leave. */
function followed(entries: readonly HistoryEntry[], id: string, operations: readonly TextOperation[]): HistoryEntry[] {
  let over = operations;
  return entries.map((entry) => {
    if (!entry.some((item) => item.kind === "op" && item.op.id === id)) return entry;
    return entry.map((item): HistoryItem => {
      if (item.kind !== "op" || item.op.type !== OpType.updateText || item.op.id !== id) return item;
      const both = transformOperations(item.op.ops, over, "after");
      over = both.over;
      return { kind: "op", op: { ...item.op, ops: both.operations } };
    });
  });
}
