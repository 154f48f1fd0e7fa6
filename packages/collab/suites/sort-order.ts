/** What databases order differently when they are not told otherwise: by a language, or by halves of characters. */
export const textsInOrder = ["-", "0", "A", "_", "a", "z", "é", "\u{fb00}", "😀"] as const;

/** Texts are ordered by code point, wherever they are listed. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The year 2100 in milliseconds, which 32 bits do not hold. */
export const farInstant = 4_102_444_800_000;

/** A row of a list that goes from the newest to the oldest, and among those of one instant from the highest id down. */
interface Listed {
  readonly at: number;
  readonly id: string;
}

export function newestFirst(a: Listed, b: Listed): number {
  return b.at - a.at || byCodePoint(b.id, a.id);
}

/** Follows a list from page to page, as a caller with a cursor does. */
export async function pagesOf<R extends Listed>(
  page: (after: Listed | undefined) => Promise<readonly R[]>,
  limit: number,
): Promise<R[]> {
  const found: R[] = [];
  for (;;) {
    const last = found.at(-1);
    const rows = await page(last && { at: last.at, id: last.id });
    // A page that begins again would be followed for ever.
    if (last !== undefined && rows.some((row) => newestFirst(last, row) >= 0)) throw new Error("A page goes back.");
    if (rows.length > limit) throw new Error(`A page of ${limit} has ${rows.length} rows.`);
    found.push(...rows);
    if (rows.length < limit) return found;
  }
}
