/** Which changes lead from what a shared text holds to what it should hold, and where they belong once others have changed it too. */
import type { TextToken } from "./pieces.ts";

/** At a position of the text as it was: removes tokens, then inserts others. */
export interface Change<T> {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly (string | T)[];
}

/** What others did to a text meanwhile, as events of Yjs have it. */
export interface Delta {
  readonly retain?: number | undefined;
  readonly delete?: number | undefined;
  readonly insert?: unknown;
}

const isHigh = (token: unknown) => typeof token === "string" && token >= "\uD800" && token <= "\uDBFF";
const isLow = (token: unknown) => typeof token === "string" && token >= "\uDC00" && token <= "\uDFFF";

/**
 * The changes in their order. A node of `next` that is in `previous` is kept if the order allows it: else it is in `insert`, to be made
 * again. No change divides a pair of surrogates, because Yjs replaces the halves.
 *
 * @param caret how many tokens of `next` are in front of the caret: of equal changes, the one that ends there is what the user did.
 */
export function diff<T extends object>(
  previous: readonly (string | T)[],
  next: readonly (string | T)[],
  caret = next.length,
): Change<T>[] {
  const changes: Change<T>[] = [];
  let [from, to] = [0, 0];
  const anchors = commonNodes(previous, next);
  for (const [inPrevious, inNext] of [...anchors, [previous.length, next.length] as const]) {
    const change = replace(previous.slice(from, inPrevious), next.slice(to, inNext), caret - to);
    if (change.remove > 0 || change.insert.length > 0) changes.push({ ...change, at: from + change.at });
    [from, to] = [inPrevious + 1, inNext + 1];
  }
  return changes;
}

/** One change: the beginnings and the ends are equal. */
function replace<T>(previous: readonly (string | T)[], next: readonly (string | T)[], caret: number): Change<T> {
  const shorter = Math.min(previous.length, next.length);
  let end = 0;
  let start = 0;
  while (start < shorter && start < caret && previous[start] === next[start]) start++;
  while (end < shorter - start && previous.at(-1 - end) === next.at(-1 - end)) end++;
  while (start < shorter - end && previous[start] === next[start]) start++;
  if (isHigh(previous[start - 1]) && (isLow(previous[start]) || isLow(next[start]))) start--;
  if (
    end > 0 &&
    isLow(previous[previous.length - end]) &&
    [previous, next].some((of) => isHigh(of[of.length - end - 1]))
  )
    end--;
  return { at: start, remove: previous.length - start - end, insert: next.slice(start, next.length - end) };
}

/** Nodes that are in both, where their order is the same: places in `previous` and in `next`. */
function commonNodes<T extends object>(
  previous: readonly (string | T)[],
  next: readonly (string | T)[],
): (readonly [number, number])[] {
  const places = new Map<T, number>();
  for (const [index, token] of previous.entries()) if (typeof token !== "string") places.set(token, index);
  // The longest increasing subsequence, by the smallest place that ends one of each length.
  const ends: { readonly at: number; readonly pair: readonly [number, number]; readonly before: number }[] = [];
  const best: number[] = [];
  for (const [index, token] of next.entries()) {
    const at = typeof token === "string" ? undefined : places.get(token);
    if (at === undefined) continue;
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[best[middle] ?? 0]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    ends.push({ at, pair: [at, index], before: low === 0 ? -1 : (best[low - 1] ?? -1) });
    best[low] = ends.length - 1;
  }
  const pairs: (readonly [number, number])[] = [];
  for (let at = best.at(-1) ?? -1; at >= 0;) {
    const found = ends[at];
    if (found === undefined) break;
    pairs.push(found.pair);
    at = found.before;
  }
  return pairs.toReversed();
}

/**
 * Moves changes to where they belong after what others did: what they inserted stays, also within a range that is removed, and what
 * they deleted is not deleted again.
 */
export function rebase<T>(changes: readonly Change<T>[], deltas: readonly Delta[]): Change<T>[] {
  return changes.flatMap(({ at, remove, insert }) => {
    const [first, ...rest] = keptRanges(at, at + remove, deltas);
    const start = first?.at ?? positionAfter(at, deltas);
    return [{ at: start, remove: first?.remove ?? 0, insert }, ...rest.map((range) => ({ ...range, insert: [] }))];
  });
}

interface Range {
  readonly at: number;
  readonly remove: number;
}

/** Where the parts of a range are that others have left. */
function keptRanges(from: number, to: number, deltas: readonly Delta[]): Range[] {
  const ranges: Range[] = [];
  let [before, after] = [0, 0];
  const keep = (length: number) => {
    const [start, end] = [Math.max(before, from), Math.min(before + length, to)];
    if (start < end) ranges.push({ at: after + start - before, remove: end - start });
    before += length;
    after += length;
  };
  for (const delta of deltas) {
    if (delta.retain !== undefined) keep(delta.retain);
    else if (delta.delete !== undefined) before += delta.delete;
    else after += lengthOf(delta.insert);
  }
  keep(Number.MAX_SAFE_INTEGER - before);
  return ranges;
}

function positionAfter(position: number, deltas: readonly Delta[]): number {
  let [before, after] = [0, 0];
  for (const delta of deltas) {
    if (delta.retain !== undefined) {
      if (before + delta.retain >= position) break;
      before += delta.retain;
      after += delta.retain;
    } else if (delta.delete !== undefined) {
      if (before + delta.delete >= position) return after;
      before += delta.delete;
    } else after += lengthOf(delta.insert);
  }
  return after + position - before;
}

const lengthOf = (insert: unknown): number => (typeof insert === "string" ? insert.length : 1);

/** Whether a token is a shared type. */
export const isNode = (token: TextToken): token is Exclude<TextToken, string> => typeof token !== "string";
