import type { ThreadSummary } from "@weft/protocol";
import { csvOf } from "../../shared/csv.ts";

/** Threads of one export. */
export const exportedThreads = 5_000;
/** Requests of one export: of threads that few meet, a page may be empty. */
const requestsPerExport = 500;

export interface ThreadsExport {
  readonly threads: readonly ThreadSummary[];
  /** Whether there are further threads. */
  readonly isCut: boolean;
}

type ReadPage = (
  cursor: string,
) => Promise<{ readonly data: readonly ThreadSummary[]; readonly nextCursor: string | null }>;

/** Reads the pages of a filtered list, up to the bounds of an export. */
export async function readThreads(
  read: ReadPage,
  onProgress: (found: number) => void,
  most = exportedThreads,
): Promise<ThreadsExport> {
  const threads: ThreadSummary[] = [];
  let cursor = "";
  for (let requests = 0; requests < requestsPerExport; requests++) {
    const { data, nextCursor } = await read(cursor);
    threads.push(...data);
    if (nextCursor === null && threads.length <= most) return { threads, isCut: false };
    if (threads.length >= most) return { threads: threads.slice(0, most), isCut: true };
    onProgress(threads.length);
    cursor = nextCursor!;
  }
  return { threads, isCut: true };
}

const columns: readonly (readonly [string, (thread: ThreadSummary) => string | number])[] = [
  ["id", ({ id }) => id],
  ["room", ({ roomId }) => roomId],
  ["state", ({ resolved }) => (resolved ? "resolved" : "open")],
  ["visibility", ({ visibility }) => visibility],
  ["created by", ({ userId }) => userId],
  ["created at", ({ createdAt }) => createdAt],
  ["updated at", ({ updatedAt }) => updatedAt],
  ["text", ({ text }) => text],
  ["comments", ({ comments }) => comments],
  ["participants", ({ participants }) => participants],
  ["attachments", ({ attachments }) => attachments],
  ["reactions", ({ reactions }) => reactions],
  ["metadata", ({ metadata }) => (Object.keys(metadata).length === 0 ? "" : JSON.stringify(metadata))],
];

/** Threads as a CSV file. */
export function threadsAsCsv(threads: readonly ThreadSummary[]): string {
  return csvOf(
    columns.map(([name]) => name),
    threads.map((thread) => columns.map(([, valueOf]) => valueOf(thread))),
  );
}

/** Threads as a JSON file. */
export function threadsAsJson(threads: readonly ThreadSummary[]): string {
  return `${JSON.stringify(threads, null, 2)}\n`;
}
