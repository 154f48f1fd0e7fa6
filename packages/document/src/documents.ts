import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room/ports";
import type { DocumentRegistry, MainDocument } from "./main-document.ts";
import { createMainDocument } from "./main-document.ts";
import type { DocumentCounters, DocumentFailure, Documents, DocumentSource, RestoringUpdate } from "@weft/room/ports";
import { failed } from "./failure.ts";
import type { InlineDocuments } from "./inline-documents.ts";
import type { NoWorker } from "./worker-pool.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type { WorkerOptions, WorkerThread } from "./worker-thread.ts";
import { startWorker } from "./worker-thread.ts";

export interface DocumentsOptions {
  readonly limits: Limits;
  readonly clock: Pick<Clock, "setTimer" | "monotonic">;
  /** Number of worker threads. */
  readonly workers?: number;
  /** Whether the main thread holds small documents itself. */
  readonly inline?: boolean;
  /** Starts a thread. Throws when the system refuses it. */
  readonly startThread?: (options: WorkerOptions) => WorkerThread;
}

/**
 * A worker thread is started with the first document that it holds, and again after it was lost. With `inline`, the main
 * thread holds small documents (`inline-documents.ts`).
 */
export function openDocuments(options: DocumentsOptions): Documents {
  const { limits, clock, workers = 1, inline = false, startThread = startWorker } = options;
  /** Least recently used first. */
  const documents = new Set<MainDocument>();
  const counters = { accepted: 0, refused: 0, asked: 0, quarantined: 0, workersLost: 0 };
  let numbers = 0;
  let closed = false;
  /** The thread of the current restore, and the restore that the next one waits for. */
  let restorer: WorkerThread | undefined;
  let restored: Promise<unknown> = Promise.resolve();
  const start = () => startThread({ limits, clock, lost: () => counters.workersLost++ });
  const pool = createWorkerPool({ size: workers, start, clock });
  let mainThread: Promise<InlineDocuments> | undefined;
  // Yjs is loaded with the first document.
  const loadInline = async () => (await import("./inline-documents.ts")).createInlineDocuments({ limits, clock });

  /** The thread with the fewest documents. */
  const place = (): Promise<WorkerThread | NoWorker> => {
    const held = pool.threads.map(
      (thread) => [...documents].filter((one) => one.thread !== undefined && one.thread === thread).length,
    );
    return pool.thread(held.indexOf(Math.min(...held)));
  };

  /** Closes the document that has been idle the longest. Documents that are not idle count as just used. */
  const closeIdle = (): boolean => {
    for (let left = documents.size; left > 0; left--) {
      const document = documents.values().next().value!;
      if (document.release()) return true;
      documents.delete(document);
      documents.add(document);
    }
    return false;
  };

  const registry: DocumentRegistry = {
    limits,
    place,
    inline: () => (inline ? (mainThread ??= loadInline()) : Promise.resolve(undefined)),
    number: () => ++numbers,
    count: (what, by = 1) => (counters[what] += by),
    used(document) {
      if (documents.delete(document)) documents.add(document);
    },
    left: (document) => documents.delete(document),
  };

  return {
    async open(source: DocumentSource) {
      if (closed) return failed("closed", "The server stops.");
      if (documents.size >= limits.documentsAwake && !closeIdle())
        return failed("busy", "The server holds as many documents as it may.");
      const document = createMainDocument(source, registry);
      documents.add(document);
      const failure = await document.opened;
      if (failure === undefined) return { kind: "opened", document };
      document.close();
      return failure;
    },

    restoring(earlier: Uint8Array, now: Uint8Array): Promise<RestoringUpdate | DocumentFailure> {
      // A restore works on the whole history of a document. It has a thread of its own, one at a time.
      const turn = restored.then(async (): Promise<RestoringUpdate | DocumentFailure> => {
        if (closed) return failed("closed", "The server stops.");
        try {
          restorer = start();
        } catch (cause) {
          return failed("broken", `A worker for the restore cannot be started: ${String(cause)}`);
        }
        const lengths = [earlier.length, now.length];
        const answer = await restorer.run({ type: "restore", lengths }, [earlier, now]);
        await restorer.end();
        if (answer.kind === "restoring") return answer;
        if (answer.kind === "failed") return failed(answer.cause, answer.reason);
        if (closed) return failed("closed", "The server stops.");
        return failed(answer.kind === "lost" ? answer.cause : "broken", "It cost a worker.");
      });
      restored = turn.catch(() => undefined);
      return turn;
    },

    get counters(): DocumentCounters {
      return { ...counters, open: documents.size };
    },

    async [Symbol.asyncDispose]() {
      closed = true;
      for (const document of documents) document.close();
      (await mainThread)?.end();
      await pool.end();
      await restorer?.end();
    },
  };
}
