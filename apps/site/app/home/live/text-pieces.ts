/** A stretch of a text, from one index to another. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A caret with what it belongs to. */
interface Placed {
  readonly index: number;
}

export type TextPiece<C extends Placed> =
  | { readonly kind: "text"; readonly at: number; readonly text: string; readonly marks: readonly string[] }
  | { readonly kind: "caret"; readonly caret: C };

/** The stretch where these words are first; undefined where they are not. */
export function rangeOf(text: string, words: string): TextRange | undefined {
  const from = text.indexOf(words);
  return from === -1 ? undefined : { from, to: from + words.length };
}

/** Cuts a text at the ends of its marks and at carets. A caret comes before the letter at its index. */
export function piecesOf<C extends Placed>(
  text: string,
  marks: Readonly<Record<string, TextRange | undefined>>,
  carets: readonly C[],
): TextPiece<C>[] {
  const ranges = Object.entries(marks).flatMap(([name, range]) => (range === undefined ? [] : [{ name, ...range }]));
  const within = (index: number) => Math.max(0, Math.min(text.length, index));
  const cuts = new Set([0, text.length]);
  for (const { from, to } of ranges) cuts.add(within(from)).add(within(to));
  for (const { index } of carets) cuts.add(within(index));
  const sorted = [...cuts].toSorted((a, b) => a - b);
  return sorted.flatMap((at, number) => {
    const here = carets.filter(({ index }) => within(index) === at).map((caret) => ({ kind: "caret" as const, caret }));
    const end = sorted[number + 1];
    if (end === undefined) return here;
    const names = ranges.filter(({ from, to }) => from <= at && end <= to).map(({ name }) => name);
    return [...here, { kind: "text" as const, at, text: text.slice(at, end), marks: names }];
  });
}
