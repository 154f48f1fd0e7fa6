/**
 * The latest updates of every text of a room, to transform updates of clients that did not know them yet. In memory
 * only: a client that reconnects makes its edits for the text that it loads. Bounded per text and in total; the least
 * recently used is evicted first.
 */
import type { TextOperation } from "@weft/protocol/types";
import { jsonBytes } from "../size.ts";

/** An update that was accepted. */
export interface TextEdit {
  /** The version that it led to. */
  readonly version: number;
  readonly opId: string | undefined;
  /** As it was applied, to the version before its own. */
  readonly operations: readonly TextOperation[];
  submission: TextSubmission;
}

/** The last form in which a client sent the edits of one `opId`. */
export interface TextSubmission {
  /** The version that it was made for, which may already contain a part of it. */
  readonly baseVersion: number;
  /** The accepted parts, in order, each with the version that it led to. */
  readonly parts: readonly { readonly operations: readonly TextOperation[]; readonly version: number }[];
}

interface Kept {
  readonly edits: TextEdit[];
  bytes: number;
}

/** By the object of a text, because a text that is created again under its id starts a new history. */
export class TextHistories<T extends object> {
  readonly #retained: number;
  readonly #bound: number;
  readonly #kept = new Map<T, Kept>();
  #bytes = 0;

  /** Bounds are the updates of one text, and the bytes of all. */
  constructor(retained: number, bytes: number) {
    this.#retained = retained;
    this.#bound = bytes;
  }

  /** Approximate size in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  record(text: T, edit: TextEdit): void {
    const kept = this.#kept.get(text) ?? { edits: [], bytes: 0 };
    // The text that was edited last is evicted last.
    this.#kept.delete(text);
    this.#kept.set(text, kept);
    kept.edits.push(edit);
    this.#weigh(kept, weightOf(edit));
    if (kept.edits.length >= 2 * this.#retained) this.#drop(kept, kept.edits.length - this.#retained);
    this.#trim(text, kept);
  }

  /** Undoes the last `record`. */
  withdraw(text: T, edit: TextEdit): void {
    const kept = this.#kept.get(text);
    if (kept?.edits.at(-1) !== edit) return;
    kept.edits.pop();
    this.#weigh(kept, -weightOf(edit));
  }

  /** An update was sent again, transformed. */
  restate(text: T, edit: TextEdit, statement: TextSubmission): void {
    const kept = this.#kept.get(text);
    if (!kept?.edits.includes(edit)) return;
    const before = weightOf(edit);
    edit.submission = statement;
    this.#weigh(kept, weightOf(edit) - before);
    this.#trim(text, kept);
  }

  /** The updates that follow a version, or undefined when not all of them are known any more. */
  since(text: T, version: number, current: number): readonly TextEdit[] | undefined {
    const missed = current - version;
    if (missed === 0) return none;
    const edits = this.#kept.get(text)?.edits ?? none;
    return missed < 0 || missed > Math.min(edits.length, this.#retained) ? undefined : edits.slice(-missed);
  }

  /** The last update that was accepted under an `opId`. */
  find(text: T, opId: string): TextEdit | undefined {
    return this.#kept.get(text)?.edits.findLast((edit) => edit.opId === opId);
  }

  /** A text was removed. Returns a function that restores its history. */
  forget(text: T): () => void {
    const kept = this.#kept.get(text);
    if (!kept) return nothing;
    this.#kept.delete(text);
    this.#bytes -= kept.bytes;
    return () => {
      this.#kept.set(text, kept);
      this.#bytes += kept.bytes;
    };
  }

  /** Evicts other histories before this one, down to the bound. */
  #trim(text: T, kept: Kept): void {
    for (const other of this.#kept.keys()) {
      if (this.#bytes <= this.#bound) return;
      if (other !== text) this.forget(other);
    }
    const { edits } = kept;
    while (this.#bytes > this.#bound && edits.length > 0) this.#drop(kept, (edits.length + 1) >> 1);
  }

  #drop(kept: Kept, count: number): void {
    for (const edit of kept.edits.splice(0, count)) this.#weigh(kept, -weightOf(edit));
  }

  #weigh(kept: Kept, change: number): void {
    kept.bytes += change;
    this.#bytes += change;
  }
}

const none: readonly TextEdit[] = [];
const nothing = () => {};

/** What an edit takes in memory, roughly. */
function weightOf({ operations, submission: statement }: TextEdit): number {
  let weight = 200 + weightOfAll(operations);
  for (const part of statement.parts)
    weight += 64 + (part.operations === operations ? 0 : weightOfAll(part.operations));
  return weight;
}

function weightOfAll(operations: readonly TextOperation[]): number {
  let weight = 0;
  for (const operation of operations) {
    weight += 64;
    if (operation.type === "insert") weight += operation.text.length;
    if (operation.type !== "delete" && operation.attributes !== undefined) weight += jsonBytes(operation.attributes);
  }
  return weight;
}
