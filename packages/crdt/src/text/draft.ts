/**
 * A text while an update is applied to it, operation by operation. The text is split into pieces of bounded length, and
 * the place of the last operation is cached, because consecutive edits are close together.
 */
import type { JsonObject, TextData, TextOperation, TextSegment } from "@weft/protocol/types";
import { appendRun, type Attributes, equalAttributes } from "./segments.ts";
import { Steps } from "./steps.ts";

interface Piece {
  text: string;
  attributes: Attributes;
}

const pieceLength = 4_096;

/**
 * Applies operations in order, each adjusted to the text first: out-of-range indices are clamped, and no boundary
 * splits a code point. Returns the canonical text and the operations as they were applied. The result is meaningless
 * once the steps are exhausted.
 */
export function applyOperations(
  data: TextData,
  operations: readonly TextOperation[],
  steps: Steps = new Steps(Infinity),
): { readonly data: TextData; readonly operations: readonly TextOperation[] } {
  const draft = new Draft(data, steps);
  const applied: TextOperation[] = [];
  let same = true;
  for (const operation of operations) {
    if (steps.exhausted) break;
    const fitted = draft.apply(operation);
    same &&= fitted === operation;
    applied.push(fitted);
  }
  return { data: draft.segments(), operations: same ? operations : applied };
}

class Draft {
  readonly #pieces: Piece[] = [];
  readonly #steps: Steps;
  #length = 0;
  /** The piece where the last operation was, and the index in the text at which it begins. */
  #at = 0;
  #start = 0;

  constructor(data: TextData, steps: Steps) {
    this.#steps = steps;
    for (const [text, attributes] of data) {
      this.#length += text.length;
      for (const piece of cut(text)) this.#pieces.push({ text: piece, attributes });
    }
    steps.take(this.#pieces.length);
  }

  /** Answers the operation as it was applied. */
  apply(operation: TextOperation): TextOperation {
    this.#steps.take(1);
    if (operation.type === "insert") {
      const index = this.#startOfPoint(this.#within(operation.index));
      this.#insert(index, operation.text, operation.attributes);
      return index === operation.index ? operation : { ...operation, index };
    }
    const index = this.#startOfPoint(this.#within(operation.index));
    let end = this.#within(operation.index + operation.length);
    end = end <= this.#within(operation.index) ? index : this.#endOfPoint(end);
    const length = end - index;
    if (operation.type === "delete") this.#delete(index, end);
    else this.#format(index, end, operation.attributes);
    return index === operation.index && length === operation.length ? operation : { ...operation, index, length };
  }

  segments(): TextData {
    const segments: TextSegment[] = [];
    this.#steps.take(this.#pieces.length);
    for (const { text, attributes } of this.#pieces) appendRun(segments, text, attributes);
    return segments;
  }

  #insert(index: number, text: string, attributes: Attributes): void {
    if (text === "") return;
    this.#length += text.length;
    this.#seek(index);
    // Consecutively typed text stays one piece.
    if (this.#start === index && this.#at > 0) this.#stepBack();
    const piece = this.#pieces[this.#at];
    if (piece && piece.text.length + text.length <= pieceLength && equalAttributes(piece.attributes, attributes)) {
      const offset = index - this.#start;
      piece.text = piece.text.slice(0, offset) + text + piece.text.slice(offset);
      return;
    }
    const at = this.#split(index);
    this.#splice(
      at,
      0,
      cut(text).map((part) => ({ text: part, attributes })),
    );
  }

  #delete(from: number, to: number): void {
    if (from >= to) return;
    const first = this.#split(from);
    const end = this.#split(to);
    this.#seek(from);
    this.#splice(first, end - first, []);
    this.#length -= to - from;
  }

  #format(from: number, to: number, patch: JsonObject): void {
    if (from >= to) return;
    const first = this.#split(from);
    const end = this.#split(to);
    const merged = new Map<Attributes, Attributes>();
    // Every piece gets attributes of its own, and the bytes of all are counted in the end.
    this.#steps.take(16 + 4 * (end - first));
    for (let i = first; i < end; i++) {
      const piece = this.#pieces[i]!;
      if (!merged.has(piece.attributes)) merged.set(piece.attributes, mergedWith(piece.attributes, patch));
      piece.attributes = merged.get(piece.attributes);
    }
  }

  #within(index: number): number {
    return Math.min(this.#length, Math.max(0, index));
  }

  #startOfPoint(index: number): number {
    return this.#splitsPoint(index) ? index - 1 : index;
  }

  #endOfPoint(index: number): number {
    return this.#splitsPoint(index) ? index + 1 : index;
  }

  #splitsPoint(index: number): boolean {
    return index > 0 && index < this.#length && isLow(this.#codeAt(index)) && isHigh(this.#codeAt(index - 1));
  }

  #codeAt(index: number): number {
    this.#seek(index);
    return this.#pieces[this.#at]!.text.charCodeAt(index - this.#start);
  }

  /** Moves to the piece that holds an index, or behind the last one. */
  #seek(index: number): void {
    while (this.#start > index) this.#stepBack();
    for (;;) {
      const piece = this.#pieces[this.#at];
      if (!piece || index < this.#start + piece.text.length) return;
      this.#start += piece.text.length;
      this.#at++;
      this.#steps.take(1);
    }
  }

  #stepBack(): void {
    this.#at--;
    this.#start -= this.#pieces[this.#at]!.text.length;
    this.#steps.take(1);
  }

  /** Makes a piece begin at an index; answers its place. */
  #split(index: number): number {
    this.#seek(index);
    const piece = this.#pieces[this.#at];
    if (!piece || this.#start === index) return this.#at;
    const { text, attributes } = piece;
    const offset = index - this.#start;
    piece.text = text.slice(0, offset);
    this.#splice(this.#at + 1, 0, [{ text: text.slice(offset), attributes }]);
    this.#start = index;
    return ++this.#at;
  }

  #splice(at: number, count: number, pieces: readonly Piece[]): void {
    // Everything behind is moved in memory, which is quick but not free.
    this.#steps.take(1 + count + pieces.length + ((this.#pieces.length - at) >> 6));
    if (pieces.length <= 1_000) {
      this.#pieces.splice(at, count, ...pieces);
      return;
    }
    const behind = this.#pieces.splice(at).slice(count);
    for (const piece of pieces) this.#pieces.push(piece);
    for (const piece of behind) this.#pieces.push(piece);
  }
}

function cut(text: string): string[] {
  if (text.length <= pieceLength) return text === "" ? [] : [text];
  const parts: string[] = [];
  for (let from = 0; from < text.length; from += pieceLength) parts.push(text.slice(from, from + pieceLength));
  return parts;
}

function mergedWith(attributes: Attributes, patch: JsonObject): Attributes {
  const merged = { ...attributes, ...patch };
  for (const key of Object.keys(patch)) if (patch[key] === null) delete merged[key];
  return Object.keys(merged).length === 0 ? undefined : merged;
}

function isHigh(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

function isLow(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
