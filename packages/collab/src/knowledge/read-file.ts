import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { KnowledgeRecords, KnowledgeSourceRecord, KnowledgeReading } from "./knowledge-records.ts";
import type { Meaning } from "./meaning.ts";
import type { TextExtractor } from "./ports.ts";
import { dropAll, writePassages } from "./write-passages.ts";

export interface FileReaderOptions {
  readonly records: KnowledgeRecords;
  readonly extractor: TextExtractor;
  readonly meaning?: Pick<Meaning, "effectsOf"> | undefined;
  readonly now: () => number;
  readonly limits?: Limits;
}

/** What is shown of a file whose contents were never read. */
export const unreadAgain = "Nothing is stored of this file. Upload it again";

/** Reads a file. Passages of an earlier reading are found until this one has ended well. */
export async function readFile(
  { records, extractor, meaning, now, limits = platformLimits }: FileReaderOptions,
  reading: KnowledgeReading,
  { origin }: KnowledgeSourceRecord,
): Promise<void> {
  if (origin.kind !== "file") return;
  const fail = (error: string) => records.settle(reading, { status: "error", error, indexedAt: now() });
  const sent = await records.fileBytes(reading);
  // A file is read once: after that, its text takes the place of its bytes.
  const bytes = sent ?? Buffer.from(await records.fileText(reading));
  if (bytes.length === 0) return void (await fail(unreadAgain));
  const kind =
    sent === undefined ? "markdown" : await extractor.kindOf(sent, { name: origin.name, type: origin.mimeType });
  if (kind === undefined) return void (await fail("Files of this kind cannot be read"));
  const text = await extractor.read(bytes, {
    kind,
    ...(sent !== undefined && { type: origin.mimeType }),
    title: origin.name,
    passages: limits.knowledgePassagesPerSource,
  });
  if (text.kind === "unreadable") return void (await fail(text.message));
  const { markdown, passages } = text;
  if (passages.length === 0) return void (await fail("No readable text was found"));
  if (!(await writePassages(records, reading, "", passages))) return;
  const end = { status: "ready", indexedAt: now(), text: markdown } as const;
  await records.settle(reading, end, meaning?.effectsOf(reading));
  await dropAll(records, reading, { except: reading.revision });
}
