/** The operations that turn one text into another, found by comparing them. */
import { insertion, lengthOf } from "@weft/crdt/shared";
import type { JsonObject, TextData, TextOperation } from "@weft/protocol/types";

/** A range of one text that another one has instead of a range of the first. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

/** Texts that differ in more places are compared as a whole: between the beginning and the end that they share. */
const mostSteps = 512;

/** Operations that turn `before` into `after`. What both have is kept, so that positions in it stay where they are. */
export function diffTexts(before: TextData, after: TextData): readonly TextOperation[] {
  const hunks = hunksOf(plainOf(before), plainOf(after));
  const operations: TextOperation[] = [];
  // From the end to the beginning, so that an operation does not move those that follow it.
  for (const { from, to, otherFrom, otherTo } of hunks.toReversed()) {
    if (to > from) operations.push({ type: "delete", index: from, length: to - from });
    let index = from;
    for (const [text, attributes] of runsOf(after, otherFrom, otherTo)) {
      operations.push(insertion(index, text, attributes));
      index += text.length;
    }
  }
  operations.push(...formatsOf(before, after, hunks));
  return operations;
}

export function plainOf(data: TextData): string {
  return data.length === 1 ? data[0]![0] : data.map(([text]) => text).join("");
}

/** The runs of a text within a range. */
export function runsOf(data: TextData, from: number, to: number): TextData {
  const runs: [string, JsonObject | undefined][] = [];
  let start = 0;
  for (const [text, attributes] of data) {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (part !== "") runs.push([part, attributes]);
    start += text.length;
  }
  return runs as unknown as TextData;
}

function hunksOf(a: string, b: string): readonly Hunk[] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a.charCodeAt(head) === b.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail++;
  const [from, to, otherFrom, otherTo] = [head, a.length - tail, head, b.length - tail];
  if (from === to && otherFrom === otherTo) return [];
  const inner = from === to || otherFrom === otherTo ? undefined : shortestHunks(a, b, from, to, otherFrom, otherTo);
  return inner ?? [{ from, to, otherFrom, otherTo }];
}

/**
 * The shortest script of single insertions and deletions, or undefined if it is long.
 * Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, figure 2.
 */
function shortestHunks(
  a: string,
  b: string,
  from: number,
  to: number,
  otherFrom: number,
  otherTo: number,
): readonly Hunk[] | undefined {
  const width = to - from;
  const height = otherTo - otherFrom;
  const most = Math.min(mostSteps, width + height);
  const trail: Int32Array[] = [];
  let furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number) => diagonal + most + 1;
  for (let step = 0; step <= most; step++) {
    trail.push(furthest.slice());
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const isDown =
        diagonal === -step || (diagonal !== step && furthest[at(diagonal - 1)]! < furthest[at(diagonal + 1)]!);
      let x = isDown ? furthest[at(diagonal + 1)]! : furthest[at(diagonal - 1)]! + 1;
      while (x < width && x - diagonal < height && a.charCodeAt(from + x) === b.charCodeAt(otherFrom + x - diagonal))
        x++;
      furthest[at(diagonal)] = x;
      if (x >= width && x - diagonal >= height) return backtrack(trail, most, from, otherFrom, width, height);
    }
  }
  furthest = new Int32Array(0);
  return undefined;
}

function backtrack(
  trail: readonly Int32Array[],
  most: number,
  from: number,
  otherFrom: number,
  width: number,
  height: number,
): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let x = width;
  let y = height;
  for (let step = trail.length - 1; step > 0; step--) {
    const furthest = trail[step]!;
    const diagonal = x - y;
    const at = (each: number) => furthest[each + most + 1]!;
    const isDown = diagonal === -step || (diagonal !== step && at(diagonal - 1) < at(diagonal + 1));
    const before = isDown ? diagonal + 1 : diagonal - 1;
    const beforeX = at(before);
    const beforeY = beforeX - before;
    const hunk = {
      from: from + beforeX,
      to: from + (isDown ? beforeX : beforeX + 1),
      otherFrom: otherFrom + beforeY,
      otherTo: otherFrom + (isDown ? beforeY + 1 : beforeY),
    };
    const next = hunks.at(-1);
    if (next && next.from === hunk.to && next.otherFrom === hunk.otherTo)
      hunks[hunks.length - 1] = { ...hunk, to: next.to, otherTo: next.otherTo };
    else hunks.push(hunk);
    [x, y] = [beforeX, beforeY];
  }
  return hunks.toReversed();
}

/** Formats for what both texts have with different attributes, at indices of `after`. */
function formatsOf(before: TextData, after: TextData, hunks: readonly Hunk[]): readonly TextOperation[] {
  const formats: TextOperation[] = [];
  if (before.every(([, attributes]) => !attributes) && after.every(([, attributes]) => !attributes)) return formats;
  let from = 0;
  let otherFrom = 0;
  const end = { from: lengthOf(before), to: 0, otherFrom: lengthOf(after), otherTo: 0 };
  for (const hunk of [...hunks, end]) {
    const length = hunk.from - from;
    const old = runsOf(before, from, from + length);
    let index = otherFrom;
    let at = 0;
    let used = 0;
    for (const [text, attributes] of runsOf(after, otherFrom, otherFrom + length)) {
      for (let left = text.length; left > 0;) {
        const [run, had] = old[at]!;
        const part = Math.min(left, run.length - used);
        const patch = attributePatch(had, attributes);
        if (patch) formats.push({ type: "format", index, length: part, attributes: patch });
        index += part;
        left -= part;
        used += part;
        if (used === run.length) [at, used] = [at + 1, 0];
      }
    }
    [from, otherFrom] = [hunk.to, hunk.otherTo];
  }
  return formats;
}

function attributePatch(before: JsonObject | undefined, after: JsonObject | undefined): JsonObject | undefined {
  const patch: Record<string, JsonObject[string]> = {};
  for (const key of Object.keys(after ?? {})) if (before?.[key] !== after![key]) patch[key] = after![key];
  for (const key of Object.keys(before ?? {})) if (after?.[key] === undefined) patch[key] = null;
  return Object.keys(patch).length > 0 ? patch : undefined;
}
