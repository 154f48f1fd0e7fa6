/** Rows that one query of a long list reads. */
export const rowsPerPage = 1_000;

/** All rows of a list, read page by page. `read` answers at most `rowsPerPage` rows after the last one of the page before. */
export async function* inPages<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; ;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerPage) return;
    after = rows.at(-1);
  }
}
