import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room/ports";
import type { Keeper, KeptDocument } from "./kept-document.ts";
import { createKeptDocument } from "./kept-document.ts";
import type {
  DocumentCounters,
  DocumentFailure,
  Documents,
  DocumentSource,
  JsonAnswer,
  JsonQuestion,
  RestoringUpdate,
} from "@weft/room/ports";
import { failed } from "./failure.ts";
import type { Answer } from "./work.ts";
import type { NoWorker } from "./worker-pool.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type { Lost, WorkerOptions, WorkerThread } from "./worker-thread.ts";
import { attempts, startWorker } from "./worker-thread.ts";

export interface DocumentsOptions {
  readonly limits: Limits;
  readonly clock: Pick<Clock, "setTimer">;
  /** How many threads hold documents. */
  readonly workers?: number;
  /** How a thread is started. Throws when the system gives none. */
  readonly startThread?: (options: WorkerOptions) => WorkerThread;
}

/** Starts the workers that hold documents, before the first is asked for; one that was lost starts again when it is needed. */
export function openDocuments(options: DocumentsOptions): Documents {
  const { limits, clock, workers = 1, startThread = startWorker } = options;
  /** Least recently used first. */
  const documents = new Set<KeptDocument>();
  const counters = { accepted: 0, refused: 0, asked: 0, quarantined: 0, workersLost: 0 };
  let numbers = 0;
  let closed = false;
  /** The thread of a restore, and the restore after which the next one begins. */
  let restorer: WorkerThread | undefined;
  let restored: Promise<unknown> = Promise.resolve();
  const start = (early: boolean) => startThread({ limits, clock, early, lost: () => counters.workersLost++ });
  const pool = createWorkerPool({ size: workers, start, clock });

  /** The thread that has least to hold. */
  const place = (): Promise<WorkerThread | NoWorker> => {
    const held = pool.threads.map(
      (thread) => [...documents].filter((one) => one.thread !== undefined && one.thread === thread).length,
    );
    return pool.thread(held.indexOf(Math.min(...held)));
  };

  /** Closes the document that is idle longest. Those that are not count as used. */
  const closeIdle = (): boolean => {
    for (let left = documents.size; left > 0; left--) {
      const document = documents.values().next().value!;
      if (document.release()) return true;
      documents.delete(document);
      documents.add(document);
    }
    return false;
  };

  const keeper: Keeper = {
    limits,
    place,
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
      const document = createKeptDocument(source, keeper);
      documents.add(document);
      const failure = await document.opened;
      if (failure === undefined) return { kind: "opened", document };
      document.close();
      return failure;
    },

    async preview(state: Uint8Array, question: JsonQuestion = {}): Promise<JsonAnswer | DocumentFailure> {
      for (let left = attempts; left > 0; left--) {
        if (closed) break;
        const thread = await place();
        if ("kind" in thread) return failed("broken", thread.reason);
        const answer: Answer | Lost = await thread.run({ type: "preview", question, lengths: [state.length] }, [state]);
        if (answer.kind === "json") return answer;
        if (answer.kind === "failed") return failed(answer.cause, answer.reason);
        if (answer.kind === "lost" && answer.step !== undefined) return failed(answer.cause, "It cost a worker.");
      }
      return closed ? failed("closed", "The server stops.") : failed("broken", "Workers were lost to others.");
    },

    restoring(earlier: Uint8Array, now: Uint8Array): Promise<RestoringUpdate | DocumentFailure> {
      // It works on all that a document ever held: nobody's document waits behind it, and there is one at a time.
      const turn = restored.then(async (): Promise<RestoringUpdate | DocumentFailure> => {
        if (closed) return failed("closed", "The server stops.");
        try {
          restorer = start(false);
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
      await pool.end();
      await restorer?.end();
    },
  };
}
