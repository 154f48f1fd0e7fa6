/** How a text becomes another, word by word. */
import type { Change, Delta } from "../binding/diff.ts";

/** Longer texts are compared by their beginnings and ends alone: the table has a cell for each pair of words. */
const maxCells = 1_000_000;

/** The changes in their order, at offsets of `before`. Words that both texts have in one order stay. */
export function wordChanges(before: string, after: string): Change<never>[] {
  const [from, to] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start++;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const [removed, inserted] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  const isKept = (removed.length + 1) * (inserted.length + 1) <= maxCells ? common(removed, inserted) : [];
  const changes: Change<never>[] = [];
  let at = lengthOf(from.slice(0, start));
  let [index, next] = [0, 0];
  for (const [kept, same] of [...isKept, [removed.length, inserted.length] as const]) {
    const remove = lengthOf(removed.slice(index, kept));
    const insert = inserted.slice(next, same).join("");
    if (remove > 0 || insert !== "") changes.push({ at, remove, insert: insert === "" ? [] : [insert] });
    at += remove + (removed[kept]?.length ?? 0);
    [index, next] = [kept + 1, same + 1];
  }
  return changes;
}

/** The same as events of Yjs have it. */
export function asDelta(changes: readonly Change<never>[]): Delta[] {
  let done = 0;
  return changes.flatMap(({ at, remove, insert }) => {
    const delta: Delta[] = [];
    if (at > done) delta.push({ retain: at - done });
    if (remove > 0) delta.push({ delete: remove });
    const text = insert.join("");
    if (text !== "") delta.push({ insert: text });
    done = at + remove;
    return delta;
  });
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}\p{M}_]+|\s|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];
const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);

/** The longest list of words that both have in one order: places in each. */
function common(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length)
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  return pairs;
}
