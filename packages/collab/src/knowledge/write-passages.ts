import type { KnowledgeAddress, KnowledgeRecords, PassageRecord, KnowledgeReading } from "./knowledge-records.ts";

/** Each group is one transaction, short enough for those that wait behind it. */
const together = 50;

/** Puts passages in the place of those that an earlier try left. False if the reading is no longer the current one. */
export async function writePassages(
  records: Pick<KnowledgeRecords, "addPassages" | "dropPassages">,
  reading: KnowledgeReading,
  page: string,
  passages: readonly PassageRecord[],
): Promise<boolean> {
  await dropAll(records, reading, { page, revision: reading.revision });
  for (let at = 0; at < passages.length; at += together)
    if (!(await records.addPassages(reading, page, passages.slice(at, at + together)))) return false;
  return true;
}

export async function dropAll(
  records: Pick<KnowledgeRecords, "dropPassages">,
  address: KnowledgeAddress,
  which: Parameters<KnowledgeRecords["dropPassages"]>[1],
): Promise<void> {
  while ((await records.dropPassages(address, which, together)) === together);
}

/** Indexes the passages of earlier releases by their terms, in short steps. What the signal stops is left to the next call. */
export async function addMissingTerms(records: Pick<KnowledgeRecords, "addTerms">, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await records.addTerms(together)) === together);
}
