import Fuse from "fuse.js";
import { fuseOptions } from "./fuse-options.ts";
import { normalizeQuery } from "./search.ts";

/** A stretch of a title. */
export interface TitlePart {
  readonly text: string;
  readonly marked: boolean;
}

/** Cuts a title where letters of the query begin and end. */
export function markTitle(title: string, query: string): TitlePart[] {
  const wanted = normalizeQuery(query);
  const parts: TitlePart[] = [];
  let done = 0;
  for (const [from, to] of ranges(title, wanted)) {
    if (from > done) parts.push({ text: title.slice(done, from), marked: false });
    parts.push({ text: title.slice(from, to + 1), marked: true });
    done = to + 1;
  }
  if (done < title.length) parts.push({ text: title.slice(done), marked: false });
  return parts;
}

function ranges(title: string, wanted: string): readonly (readonly [number, number])[] {
  if (wanted === "") return [];
  const at = title.toLowerCase().indexOf(wanted);
  if (at >= 0) return [[at, at + wanted.length - 1]];
  const { isMatch, indices } = Fuse.match(wanted, title, { ...fuseOptions, includeMatches: true });
  // Single letters of a fuzzy match are coincidences more often than not.
  return isMatch ? (indices ?? []).filter(([from, to]) => to > from) : [];
}
