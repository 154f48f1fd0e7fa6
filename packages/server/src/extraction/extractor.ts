/**
 * Reads pages and files that others have written, and divides them into passages, in a thread of its own: what takes too long
 * or too much memory ends that thread, and nothing else.
 *
 *   read ─► queue ─► worker (one call at a time, with a deadline) ─► text, then its passages, a few in each message
 *
 * The thread is started with the first call, replaced after it was lost, and ended when it had nothing to do for a while.
 */
import { Worker } from "node:worker_threads";
import type { PassageRecord, TextExtractor, Unreadable } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Extraction, ExtractionAnswer, ExtractionBounds, ExtractionCall } from "./messages.ts";
import { watchMemory } from "./watch-memory.ts";

export interface ExtractorOptions {
  readonly clock: Pick<Clock, "setTimer">;
  readonly limits: Pick<
    Limits,
    | "knowledgeFile"
    | "knowledgePages"
    | "knowledgeExtractionMs"
    | "knowledgeExtractionHeap"
    | "knowledgeUnpackedBytes"
    | "knowledgePassageLength"
    | "knowledgePassageOverlap"
    | "knowledgePassagesPerSource"
    | "knowledgeSitemapUnpackedBytes"
  >;
}

const idleMs = 30_000;
const linksPerPage = 5_000;
const tooCostly: Unreadable = { kind: "unreadable", message: "Reading it takes too much time or memory" };

type Read = Awaited<ReturnType<TextExtractor["read"]>> | Awaited<ReturnType<TextExtractor["readSitemap"]>>;

export function openExtractor({ clock, limits }: ExtractorOptions): TextExtractor & AsyncDisposable {
  const bounds: ExtractionBounds = {
    text: limits.knowledgeFile,
    sitemap: limits.knowledgeSitemapUnpackedBytes,
    links: linksPerPage,
    unpacked: limits.knowledgeUnpackedBytes,
    passages: {
      knowledgePassageLength: limits.knowledgePassageLength,
      knowledgePassageOverlap: limits.knowledgePassageOverlap,
      knowledgePassagesPerSource: limits.knowledgePassagesPerSource,
    },
  };
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

  async function run(work: Extraction, bytes: Uint8Array): Promise<Read> {
    if (closed) return tooCostly;
    idle?.cancel();
    const current = started();
    let isLost = false;
    const give = () => {
      isLost = true;
      answered(undefined);
    };
    const deadline = clock.setTimer(limits.knowledgeExtractionMs, give);
    using _ = watchMemory(current, limits.knowledgeExtractionHeap, clock, give);
    const ask = (call: ExtractionCall, transfer: readonly ArrayBuffer[] = []) => {
      const { promise, resolve } = Promise.withResolvers<ExtractionAnswer | undefined>();
      answered = resolve;
      if (isLost) resolve(undefined);
      else current.postMessage(call, transfer);
      return promise;
    };
    // A copy: the caller keeps its bytes, and the thread may keep these.
    const copy = Uint8Array.from(bytes);
    const read = await answersOf(ask, { type: "read", work, bytes: copy, bounds });
    deadline.cancel();
    if (read === undefined) await end();
    else idle = clock.setTimer(idleMs, () => void end());
    return read ?? tooCostly;
  }

  function queued(work: Extraction, bytes: Uint8Array): Promise<Read> {
    const answer = last.then(() => run(work, bytes));
    last = answer.catch(() => {});
    return answer;
  }

  return {
    kindOf: async (...of) => (await import("./kind-of.ts")).kindOf(...of),
    async read(bytes, options) {
      const answer = await queued({ type: "text", options }, bytes);
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

/** The whole answer, whose passages arrive in several messages; undefined if the thread was lost meanwhile. */
async function answersOf(
  ask: (call: ExtractionCall, transfer?: readonly ArrayBuffer[]) => Promise<ExtractionAnswer | undefined>,
  call: ExtractionCall & { readonly type: "read" },
): Promise<Read | undefined> {
  const answer = await ask(call, [call.bytes.buffer]);
  if (answer === undefined || answer.kind === "passages") return undefined;
  if (answer.kind !== "read") return answer;
  const passages: PassageRecord[] = [];
  while (passages.length < answer.passages) {
    const next = await ask({ type: "next" });
    if (next?.kind !== "passages" || next.passages.length === 0) return undefined;
    for (const passage of next.passages) passages.push(passage);
  }
  return { ...answer, passages };
}
