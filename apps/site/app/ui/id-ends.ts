export interface IdEnds {
  readonly start: string;
  /** Stays visible where the start is cut. Empty for an id that is short enough as it is. */
  readonly end: string;
  /** The most room that the end takes, in widths of a digit. */
  readonly endWidth: number;
}

/** Characters of an id that is never split. */
const wholeUpTo = 16;
const endLength = 8;

/** Splits an id by characters, so that none is cut in two. */
export function idEnds(id: string): IdEnds {
  const characters = Array.from(id);
  if (characters.length <= wholeUpTo) return { start: id, end: "", endWidth: 0 };
  const end = characters.slice(-endLength);
  const endWidth = end.reduce((sum, character) => sum + (character <= "~" ? 1 : 2), 0);
  return { start: characters.slice(0, -endLength).join(""), end: end.join(""), endWidth };
}
