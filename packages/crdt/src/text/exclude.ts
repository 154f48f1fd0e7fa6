import type { TextOperation } from "@weft/protocol/types";
import type { Steps } from "./steps.ts";

/**
 * Transforms operations that follow others to the text without those others. An insert inside a removed insert moves to
 * its place; a range keeps the part that it covers of the rest. Every operation stays a single one.
 *
 * @param length of the text before either.
 */
export function excludeOperations(
  operations: readonly TextOperation[],
  others: readonly TextOperation[],
  length: number,
  steps: Steps,
): readonly TextOperation[] {
  if (others.length === 0) return operations;
  const text = new Readings(length, steps);
  for (const other of others) {
    if (steps.exhausted) return operations;
    if (other.type === "insert") text.insert(other.index, other.text.length, false);
    else if (other.type === "delete") text.hide(other.index, other.length);
  }
  return operations.map((operation): TextOperation => {
    if (steps.exhausted) return operation;
    switch (operation.type) {
      case "insert":
        return { ...operation, index: text.insert(operation.index, operation.text.length, true) };
      case "delete":
        return { ...operation, ...text.range(operation.index, operation.length, true) };
      case "format":
        return { ...operation, ...text.range(operation.index, operation.length, false) };
    }
  });
}

interface Stretch {
  readonly length: number;
  readonly seen: boolean;
  readonly kept: boolean;
}

/** A text with others' operations (seen) and without them (kept): each stretch is in one of them, or in both. */
class Readings {
  readonly #stretches: Stretch[];
  readonly #steps: Steps;

  constructor(length: number, steps: Steps) {
    this.#stretches = [{ length, seen: true, kept: true }];
    this.#steps = steps;
  }

  /** Answers the index in what is kept. */
  insert(index: number, length: number, kept: boolean): number {
    const at = this.#split(index);
    this.#stretches.splice(at, 0, { length, seen: true, kept });
    return this.#lengthKept(0, at);
  }

  /** Takes a range out of what is seen. */
  hide(index: number, length: number): void {
    const [from, to] = this.#within(index, length);
    const left = this.#stretches.slice(from, to).filter(({ kept }) => kept);
    this.#stretches.splice(from, to - from, ...left.map((stretch) => ({ ...stretch, seen: false })));
  }

  /**
   * The range in what is kept, from the first to the last of it that is seen in a range; `removed`, it is in neither.
   */
  range(index: number, length: number, removed: boolean): { readonly index: number; readonly length: number } {
    const [from, to] = this.#within(index, length);
    const within = this.#stretches.slice(from, to);
    const isCovered = ({ seen, kept }: Stretch) => seen && kept;
    const first = Math.max(0, within.findIndex(isCovered));
    const end = within.findLastIndex(isCovered) + 1;
    const covered = { index: this.#lengthKept(0, from + first), length: this.#lengthKept(from + first, from + end) };
    if (removed) {
      const left = within.filter(({ seen }, nth) => !seen && (nth < first || nth >= end));
      this.#stretches.splice(from, to - from, ...left);
    }
    return covered;
  }

  #within(index: number, length: number): [from: number, to: number] {
    const from = this.#split(index);
    return [from, Math.max(from, this.#split(index + length))];
  }

  /** Makes a stretch begin at an index of what is seen; answers its place. */
  #split(index: number): number {
    let left = Math.max(0, index);
    let at = 0;
    for (; left > 0 && at < this.#stretches.length; at++) {
      const stretch = this.#stretches[at]!;
      if (!stretch.seen) continue;
      if (left < stretch.length)
        this.#stretches.splice(at, 1, { ...stretch, length: left }, { ...stretch, length: stretch.length - left });
      left -= Math.min(left, stretch.length);
    }
    this.#steps.take(1 + at);
    return at;
  }

  #lengthKept(from: number, to: number): number {
    let length = 0;
    for (const stretch of this.#stretches.slice(from, to)) if (stretch.kept) length += stretch.length;
    return length;
  }
}
