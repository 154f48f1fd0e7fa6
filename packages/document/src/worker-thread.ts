import { Worker } from "node:worker_threads";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room/ports";
import type { WorkAnswer, AnswerMessage, WorkCall, Work, WorkerSettings, WorkMessage } from "./work.ts";
import { callCell, stepCell } from "./work.ts";

/**
 * One worker, from its first call to its end. It ends by itself (out of memory), or because a step of a call exceeded
 * its deadline. Then all its documents are lost, every pending call is answered with `lost`, and the answer to the call
 * that was running names its step.
 */
export interface WorkerThread extends DocumentThread {
  /** It has begun to run. One that ends before that could not be started. */
  readonly started: boolean;
  /** Calls not answered yet. */
  readonly waiting: number;
  end(): Promise<void>;
}

/** Where documents are held. */
export interface DocumentThread {
  run(work: Work, pieces?: readonly Uint8Array[]): Promise<WorkAnswer | Lost>;
  readonly alive: boolean;
}

export interface Lost {
  readonly kind: "lost";
  readonly cause: "overran" | "died";
  /** The step at which the worker was, if it was running this call. */
  readonly step?: number;
}

/** A call whose worker was lost to other calls this often is not retried. */
export const attempts = 5;

/**
 * Checks per deadline. Checks are counted instead of time, so that a suspended process loses no worker when it resumes.
 */
const looks = 20;

/** How long the updates of all documents are gathered for one message to a worker that had one just before. */
const gatherMs = 4;

export interface WorkerOptions {
  readonly limits: Limits;
  readonly clock: Pick<Clock, "setTimer" | "monotonic">;
  /** The thread is gone without having been asked to end. */
  readonly lost: () => void;
}

export function startWorker(options: WorkerOptions): WorkerThread {
  const { limits, clock } = options;
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const workerData: WorkerSettings = { limits, progress };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: Math.max(16, Math.floor(limits.documentWorkerHeap / 2 ** 20)) },
  });
  worker.unref();

  const waiting = new Map<number, { readonly work: Work; readonly answer: (answer: WorkAnswer | Lost) => void }>();
  let unsent: { readonly call: WorkCall; readonly pieces: readonly Uint8Array[] }[] = [];
  let sending: Timer | "now" | undefined;
  let sentAt = -Infinity;
  let numbers = 0;
  let started = false;
  let state: "alive" | "overran" | "ending" | "gone" = "alive";
  let watch: Timer | undefined;
  const { promise: gone, resolve: left } = Promise.withResolvers<void>();

  let seen = { call: 0, step: 0, looks: 0 };
  const look = () => {
    const [call, step] = [Atomics.load(progress, callCell), Atomics.load(progress, stepCell)];
    if (call === 0 || call !== seen.call || step !== seen.step) seen = { call, step, looks: 0 };
    else if (++seen.looks >= looks * (deadlineOf(call) / limits.documentStepMs)) {
      state = "overran";
      return void worker.terminate();
    }
    watch = waiting.size === 0 ? undefined : clock.setTimer(limits.documentStepMs / looks, look);
  };
  const deadlineOf = (call: number) => {
    const type = waiting.get(call)?.work.type;
    return type === "open" || type === "restore" ? limits.documentLoadStepMs : limits.documentStepMs;
  };

  const send = () => {
    sending = undefined;
    if (unsent.length === 0 || state === "gone") return;
    const pieces = unsent.flatMap((each) => each.pieces);
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    const message: WorkMessage = { calls: unsent.map(({ call }) => call), bytes };
    unsent = [];
    sentAt = clock.monotonic();
    worker.postMessage(message, [bytes.buffer]);
  };

  /**
   * All calls of one turn of the event loop, of any number of documents, go in one message. Updates that come shortly
   * after a message wait for the next one: waking two threads for each costs more than applying it.
   */
  const sendSoon = (isUrgent: boolean) => {
    if (sending === "now") return;
    const waitMs = sentAt + gatherMs - clock.monotonic();
    if (!isUrgent && waitMs > 0) {
      sending ??= clock.setTimer(waitMs, send);
      return;
    }
    if (sending !== undefined) sending.cancel();
    sending = "now";
    setImmediate(send);
  };

  worker.on("message", ({ answers }: AnswerMessage) => {
    for (const { number, answer } of answers) {
      waiting.get(number)?.answer(answer);
      waiting.delete(number);
    }
    if (waiting.size === 0) worker.unref();
  });
  worker.on("online", () => (started = true));
  worker.on("error", () => {}); // `exit` follows, and says all there is to say.
  worker.on("exit", () => {
    const cause = state === "overran" ? "overran" : "died";
    const expected = state === "ending";
    state = "gone";
    watch?.cancel();
    if (sending !== "now") sending?.cancel();
    const [at, step] = [Atomics.load(progress, callCell), Atomics.load(progress, stepCell)];
    const lost = [...waiting];
    waiting.clear();
    if (!expected) options.lost();
    for (const [number, { answer }] of lost) answer({ kind: "lost", cause, ...(number === at && { step }) });
    left();
  });

  return {
    get alive() {
      return state === "alive";
    },
    get started() {
      return started;
    },
    get waiting() {
      return waiting.size;
    },
    run(work, pieces = []) {
      if (state === "gone") return Promise.resolve({ kind: "lost", cause: "died" });
      return new Promise((answer) => {
        if (waiting.size === 0) worker.ref();
        const number = ++numbers;
        waiting.set(number, { work, answer });
        watch ??= clock.setTimer(limits.documentStepMs / looks, look);
        unsent.push({ call: { number, work }, pieces });
        sendSoon(work.type !== "apply");
      });
    },
    async end() {
      if (state === "alive") state = "ending";
      await worker.terminate();
      await gone;
    },
  };
}
