/**
 * The latest updates of every text of a room, for clients whose own were made before they knew of them. In memory only:
 * a client that comes back states its edits for the text that it loads. Bounded, per text and altogether; what is kept
 * longest without use is forgotten first.
 */
import type { TextOperation } from "@weft/protocol";
import { jsonBytes } from "../size.ts";

/** An update that was accepted. */
export interface TextEdit {
  /** The version that it led to. */
  readonly version: number;
  readonly opId: string | undefined;
  /** As it was applied, to the version before its own. */
  readonly operations: readonly TextOperation[];
  statement: Statement;
}

/** How a client last put what it had to say under one `opId`. */
export interface Statement {
  /** The text that it stands on, which may hold some of it by now. */
  readonly baseVersion: number;
  /** What was accepted at once, and the version that it led to, in order. */
  readonly parts: readonly { readonly operations: readonly TextOperation[]; readonly version: number }[];
}

interface Kept {
  readonly edits: TextEdit[];
  bytes: number;
}

/** By the object that stands for a text, as a text that is made again under its id begins anew. */
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

  /** About what is held, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  record(text: T, edit: TextEdit): void {
    const kept = this.#kept.get(text) ?? { edits: [], bytes: 0 };
    // The last one to be forgotten is the last that was edited.
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

  /** An update came again, in other words. */
  restate(text: T, edit: TextEdit, statement: Statement): void {
    const kept = this.#kept.get(text);
    if (!kept?.edits.includes(edit)) return;
    const before = weightOf(edit);
    edit.statement = statement;
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

  /** A text is gone. Answers what puts its history back. */
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

  /** Keeps to the bound: others are forgotten before this one. */
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
function weightOf({ operations, statement }: TextEdit): number {
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
