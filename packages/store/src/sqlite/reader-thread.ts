import { Worker } from "node:worker_threads";
import type { DocumentRow, RoomKey } from "@weft/room/ports";
import type { Row } from "../database/engine.ts";
import { StoreUnavailable } from "../database/errors.ts";
import type { SqlValue } from "../database/query.ts";
import type { Reader } from "../database/unit-engine.ts";
import { ownValues } from "./own-bytes.ts";
import type { FromReader, Query, ReadFailure, ToReader } from "./reader.ts";
import { youngHeapMb } from "./young-heap.ts";

/** Reads that wait for a thread, those that were given up included; more would only wait longer. */
const messagesWaiting = 10_000;

/**
 * The main thread's side of `reader.ts`: one thread for queries, and one for the contents of rooms and documents, so that
 * no query waits for a large room. The second is started when the first room is opened. A thread that dies is replaced with the
 * next read; reads whose thread says nothing for `answerMs` are given up.
 */
export function createReaderThreads(path: string, answerMs: number): Reader {
  const queries = new ReaderThread(path, answerMs);
  // Every server reads at its start: the thread starts while that is prepared.
  queries.start();
  return new ThreadedReader(queries, new ReaderThread(path, answerMs));
}

interface WaitingQuery {
  readonly query: Query;
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: Error) => void;
}

class ThreadedReader implements Reader {
  readonly #queries: ReaderThread;
  readonly #contents: ReaderThread;
  #unsent: WaitingQuery[] = [];

  constructor(queries: ReaderThread, contents: ReaderThread) {
    this.#queries = queries;
    this.#contents = contents;
  }

  query(sql: string, values: readonly SqlValue[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      // All reads of one turn of the event loop are sent in one message.
      if (this.#unsent.push({ query: { sql, values: ownValues(values) }, resolve, reject }) === 1)
        setImmediate(() => this.#send());
    });
  }

  expectContents(): void {
    this.#contents.start();
  }

  async *nodes({ project, key }: RoomKey, pieceBytes: number): AsyncIterable<Uint8Array> {
    for await (const answer of this.#stream({ type: "nodes", project, key, pieceBytes }))
      if (answer.type === "piece") yield answer.piece;
  }

  async *documentRows({ project, key }: RoomKey, guid: string): AsyncIterable<DocumentRow> {
    for await (const answer of this.#stream({ type: "rows", project, key, guid }))
      if (answer.type === "row") yield answer.row;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#send();
    await Promise.all([this.#queries[Symbol.asyncDispose](), this.#contents[Symbol.asyncDispose]()]);
  }

  #send(): void {
    const waiting = this.#unsent;
    if (waiting.length === 0) return;
    this.#unsent = [];
    this.#queries.ask({ type: "queries", queries: waiting.map(({ query }) => query) }, (message) => {
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const answer = message.type === "answers" ? message.answers[index] : undefined;
        if (answer !== undefined && "rows" in answer) resolve(answer.rows);
        else reject(errorOf(answer?.failure ?? (message.type === "failed" ? message.failure : closed)));
      }
    });
  }

  async *#stream(request: Request): AsyncIterable<FromReader> {
    const arrived: FromReader[] = [];
    let wake = () => {};
    const cancel = this.#contents.ask(request, (message) => {
      arrived.push(message);
      wake();
    });
    try {
      for (;;) {
        for (const message of arrived.splice(0)) {
          if (message.type === "end") return;
          if (message.type === "failed") throw errorOf(message.failure);
          yield message;
        }
        if (arrived.length > 0) continue;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      cancel();
    }
  }
}

type Request = ToReader extends infer R ? (R extends ToReader ? Omit<R, "id"> : never) : never;

interface Waiting {
  readonly askedAt: number;
  readonly deliver: (message: FromReader) => void;
}

const closed: ReadFailure = { message: "The store is closed.", isFaultOfStatement: false };

/** Passes messages to one thread, and its answers to the callers. */
class ReaderThread implements AsyncDisposable {
  readonly #path: string;
  readonly #answerMs: number;
  /** By the id of the message, oldest first. */
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;
  /** Messages that the thread has not answered to the end, those included that were given up. */
  #unanswered = 0;
  #heardAt = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(path: string, answerMs: number) {
    this.#path = path;
    this.#answerMs = answerMs;
  }

  /** Starts the thread before the first read, which would wait for it. */
  start(): void {
    if (this.#worker === undefined && !this.#closed) this.#running().unref();
  }

  /** `deliver` is called with each answer; the last one is of type answers, end or failed. */
  ask(request: Request, deliver: (message: FromReader) => void): () => void {
    const id = ++this.#lastId;
    const failure = this.#closed
      ? closed
      : this.#unanswered >= messagesWaiting
        ? { message: "The database is overloaded.", isFaultOfStatement: false }
        : undefined;
    if (failure !== undefined) {
      deliver({ id, type: "failed", failure });
      return () => {};
    }
    this.#waiting.set(id, { askedAt: performance.now(), deliver });
    const worker = this.#running();
    worker.ref();
    this.#unanswered += 1;
    worker.postMessage({ id, ...request } satisfies ToReader);
    this.#watchdog ??= this.#watchIn(this.#answerMs);
    return () => this.#forget(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#watchdog);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
    this.#failAll(closed.message);
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./reader.ts", import.meta.url), {
      workerData: this.#path,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngHeapMb },
    });
    worker.on("message", (message: FromReader) => {
      if (this.#worker !== worker) return;
      this.#heardAt = performance.now();
      const isLast = message.type !== "piece" && message.type !== "row";
      if (isLast) this.#unanswered -= 1;
      // A read that was given up has no one waiting for its answers.
      const deliver = this.#waiting.get(message.id)?.deliver;
      if (isLast) this.#forget(message.id);
      deliver?.(message);
    });
    worker.on("error", () => {}); // `exit` follows, and has all the details.
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#unanswered = 0;
      this.#failAll("The reader stopped.");
    });
    this.#worker = worker;
    return worker;
  }

  #forget(id: number): void {
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  #watchIn(ms: number): NodeJS.Timeout {
    // If this thread was busy itself, answers have arrived that it has not handled yet: they are handled first.
    return setTimeout(() => setImmediate(() => this.#watch()), ms).unref();
  }

  /** A thread that says nothing waits for the disk. It cannot be stopped then; its reads are given up. */
  #watch(): void {
    this.#watchdog = undefined;
    if (this.#closed) return;
    const now = performance.now();
    for (const [id, { askedAt, deliver }] of this.#waiting) {
      const left = Math.max(askedAt, this.#heardAt) + this.#answerMs - now;
      if (left > 0) {
        this.#watchdog = this.#watchIn(left);
        return;
      }
      this.#forget(id);
      deliver({
        id,
        type: "failed",
        failure: { message: "The database does not respond.", isFaultOfStatement: false },
      });
    }
  }

  #failAll(message: string): void {
    for (const [id, { deliver }] of this.#waiting) {
      this.#forget(id);
      deliver({ id, type: "failed", failure: { message, isFaultOfStatement: false } });
    }
  }
}

function errorOf({ message, isFaultOfStatement }: ReadFailure): Error {
  return isFaultOfStatement ? new Error(message) : new StoreUnavailable(message);
}
