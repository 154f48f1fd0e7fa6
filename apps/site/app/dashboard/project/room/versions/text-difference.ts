/**
 * What differs between two texts, line beside line.
 *
 *     lines ──patience──► stretches that differ ──patience again, within each──► rows, and the words in them
 */
import { diff } from "lib0/diff/patience";

/** A stretch of a line; `changed`: the other side has something else there. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

export interface Side {
  /** Counted from one. */
  readonly line: number;
  readonly pieces: readonly Piece[];
}

/** A line that both have, one that only one has, or one that became another. */
export type DifferenceRow =
  | { readonly kind: "same"; readonly old: Side; readonly new: Side }
  | { readonly kind: "changed"; readonly old: Side; readonly new: Side }
  | { readonly kind: "removed"; readonly old: Side; readonly new?: undefined }
  | { readonly kind: "added"; readonly old?: undefined; readonly new: Side };

/** Rows to read; or, in between, a stretch that is the same. */
export interface DifferenceBlock {
  readonly kind: "rows" | "gap";
  readonly rows: readonly DifferenceRow[];
}

interface Change {
  readonly index: number;
  readonly remove: readonly string[];
  readonly insert: readonly string[];
}

/** Unchanged lines around a difference. */
const around = 3;
/** Lines of which less than this is the same are shown as one that went and one that came. */
const alike = 0.4;
/** Lines among which the one is looked for that another became; and comparisons for one stretch. */
const sought = 20;
const soughtInAll = 2_000;

export function differenceOf(older: string, newer: string): DifferenceRow[] {
  const [before, after] = [older.split("\n"), newer.split("\n")];
  const rows: DifferenceRow[] = [];
  let [at, to] = [0, 0];
  const same = (until: number) => {
    for (; at < until; at++, to++)
      rows.push({ kind: "same", old: side(at, whole(before[at]!)), new: side(to, whole(after[to]!)) });
  };
  for (const { index, remove, insert } of changesOf(before, after)) {
    same(index);
    for (const { gone, came } of pairsOf(remove, insert)) {
      const words = gone !== undefined && came !== undefined ? wordsOf(gone, came) : undefined;
      if (words !== undefined) {
        rows.push({ kind: "changed", old: side(at++, words.old), new: side(to++, words.new) });
        continue;
      }
      if (gone !== undefined) rows.push({ kind: "removed", old: side(at++, whole(gone, true)) });
      if (came !== undefined) rows.push({ kind: "added", new: side(to++, whole(came, true)) });
    }
  }
  same(before.length);
  return rows;
}

/** Long stretches of the same are gaps. */
export function blocksOf(rows: readonly DifferenceRow[]): DifferenceBlock[] {
  const near = new Uint8Array(rows.length);
  for (const [index, { kind }] of rows.entries())
    if (kind !== "same") near.fill(1, Math.max(0, index - around), index + around + 1);
  const blocks: { kind: "rows" | "gap"; rows: DifferenceRow[] }[] = [];
  for (const [index, row] of rows.entries()) {
    const kind = near[index] === 1 ? "rows" : "gap";
    const last = blocks.at(-1);
    if (last?.kind === kind) last.rows.push(row);
    else blocks.push({ kind, rows: [row] });
  }
  return blocks;
}

/** Lines that stand once in a stretch may stand often in the whole: each stretch is looked at again, until nothing is found. */
function changesOf(before: readonly string[], after: readonly string[]): Change[] {
  const found: Change[] = diff([...before], [...after]);
  const isFinal = ({ remove, insert }: Change) =>
    remove.length === 0 ||
    insert.length === 0 ||
    (found.length === 1 && remove.length === before.length && insert.length === after.length);
  return found.flatMap((change) =>
    isFinal(change)
      ? [change]
      : changesOf(change.remove, change.insert).map((inner) => ({ ...inner, index: inner.index + change.index })),
  );
}

interface Pair {
  readonly gone?: string;
  readonly came?: string;
}

/** Removed lines beside the lines that replaced them, in order. */
function pairsOf(remove: readonly string[], insert: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  // In a long stretch each line is only held against the one at its place.
  const reach = remove.length * Math.min(insert.length, sought) > soughtInAll ? 1 : sought;
  let next = 0;
  for (const gone of remove) {
    const found = insert.slice(next, next + reach).findIndex((came) => wordsOf(gone, came) !== undefined);
    if (found === -1) {
      pairs.push({ gone });
      continue;
    }
    for (const came of insert.slice(next, next + found)) pairs.push({ came });
    pairs.push({ gone, came: insert[next + found]! });
    next += found + 1;
  }
  for (const came of insert.slice(next)) pairs.push({ came });
  return pairs;
}

/** Which words of a line became which; undefined when hardly any stayed. */
function wordsOf(older: string, newer: string): { old: Piece[]; new: Piece[] } | undefined {
  const [before, after] = [tokens(older), tokens(newer)];
  const sides = { old: [] as Piece[], new: [] as Piece[] };
  let at = 0;
  let kept = 0;
  const same = (until: number) => {
    const text = before.slice(at, until).join("");
    if (text === "") return;
    kept += text.trim().length;
    for (const pieces of [sides.old, sides.new]) pieces.push({ text, changed: false });
  };
  for (const { index, remove, insert } of changesOf(before, after)) {
    same(index);
    at = index + remove.length;
    if (remove.length > 0) sides.old.push({ text: remove.join(""), changed: true });
    if (insert.length > 0) sides.new.push({ text: insert.join(""), changed: true });
  }
  same(before.length);
  return kept > 0 && kept >= alike * Math.max(older.trim().length, newer.trim().length) ? sides : undefined;
}

/** Words, and the characters between them. */
function tokens(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function whole(text: string, changed = false): Piece[] {
  return [{ text, changed }];
}

function side(index: number, pieces: readonly Piece[]): Side {
  return { line: index + 1, pieces };
}
