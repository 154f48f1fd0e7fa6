/** One replacement that makes one text of another. */
export interface TextChange {
  readonly at: number;
  readonly removed: number;
  readonly inserted: string;
}

/**
 * The change between the text of a field before and after an input. `caret` is where the caret is afterwards: of equal
 * letters, those before it are the new ones.
 */
export function changeBetween(before: string, after: string, caret = after.length): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  // The end first, but not beyond the caret: what follows it was there before.
  const most = Math.min(shorter, after.length - Math.min(caret, after.length));
  let same = 0;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  let at = 0;
  while (at < shorter - same && before[at] === after[at]) at++;
  return { at, removed: before.length - same - at, inserted: after.slice(at, after.length - same) };
}

/** The position of an index in a text, both counted from 1. */
export function lineAndColumn(text: string, index: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, index);
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
