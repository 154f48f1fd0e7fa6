/** Ids that one query names. */
const idsPerQuery = 100;

/** Ids, as many at a time as one query names. */
export function inChunks<Id extends string>(ids: readonly Id[]): readonly (readonly Id[])[] {
  const chunks: (readonly Id[])[] = [];
  for (let from = 0; from < ids.length; from += idsPerQuery) chunks.push(ids.slice(from, from + idsPerQuery));
  return chunks;
}
