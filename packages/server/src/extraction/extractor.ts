/**
 * Reads pages and files that others have written, in a thread of its own: what takes too long or too much memory ends that
 * thread, and nothing else.
 *
 *   read ─► queue ─► worker (one call at a time, with a deadline) ─► text
 *
 * The thread is started with the first call, replaced after it was lost, and ended when it had nothing to do for a while.
 */
import { Worker } from "node:worker_threads";
import type { TextExtractor, Unreadable } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import { kindOf } from "./kind-of.ts";
import type { Extraction, ExtractionAnswer, ExtractionCall } from "./messages.ts";

export interface ExtractorOptions {
  readonly clock: Pick<Clock, "setTimer">;
  readonly limits: Pick<
    Limits,
    "knowledgeFile" | "knowledgeExtractionMs" | "knowledgeExtractionHeap" | "knowledgeSitemapUnpackedBytes"
  >;
}

const idleMs = 30_000;
const linksPerPage = 5_000;
const tooCostly: Unreadable = { kind: "unreadable", message: "Reading it takes too much time or memory" };

export function openExtractor({ clock, limits }: ExtractorOptions): TextExtractor & AsyncDisposable {
  const bounds = { text: limits.knowledgeFile, sitemap: limits.knowledgeSitemapUnpackedBytes, links: linksPerPage };
  let worker: Worker | undefined;
  let idle: Timer | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  /** Receives the answer to the call that is under way; undefined if its thread was lost. */
  let answered: (answer: ExtractionAnswer | undefined) => void = () => {};

  function started(): Worker {
    if (worker !== undefined) return worker;
    const begun = new Worker(new URL("./extraction-worker.ts", import.meta.url), {
      execArgv: [],
      // Warnings of libraries about what they read are of no use to the operator.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.knowledgeExtractionHeap / 2 ** 20) },
    });
    const lost = () => {
      if (worker === begun) answered(undefined);
    };
    begun.on("message", (answer: ExtractionAnswer) => answered(answer));
    begun.on("error", lost);
    begun.on("exit", lost);
    return (worker = begun);
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  async function run(work: Extraction, bytes: Uint8Array): Promise<ExtractionAnswer> {
    if (closed) return tooCostly;
    idle?.cancel();
    const current = started();
    const { promise, resolve } = Promise.withResolvers<ExtractionAnswer | undefined>();
    answered = resolve;
    const deadline = clock.setTimer(limits.knowledgeExtractionMs, () => resolve(undefined));
    // A copy: the caller keeps its bytes, and the thread may keep these.
    const copy = Uint8Array.from(bytes);
    current.postMessage({ work, bytes: copy, bounds } satisfies ExtractionCall, [copy.buffer]);
    const answer = await promise;
    deadline.cancel();
    if (answer === undefined) await end();
    else idle = clock.setTimer(idleMs, () => void end());
    return answer ?? tooCostly;
  }

  function queued(work: Extraction, bytes: Uint8Array): Promise<ExtractionAnswer> {
    const answer = last.then(() => run(work, bytes));
    last = answer.catch(() => {});
    return answer;
  }

  return {
    kindOf,
    async read(bytes, { kind, type: contentType, url }) {
      const answer = await queued({ type: "text", kind, contentType, url }, bytes);
      return answer.kind === "sitemap" ? tooCostly : answer;
    },
    async readSitemap(bytes) {
      const answer = await queued({ type: "sitemap" }, bytes);
      return answer.kind === "read" ? tooCostly : answer;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      idle?.cancel();
      await end();
      answered(undefined);
    },
  };
}
