import { Worker } from "node:worker_threads";
import { StoreRefused, StoreUnavailable } from "../database/errors.ts";
import type { Flush } from "../database/engine.ts";
import { Fences } from "../database/fences.ts";
import type { CapturedLog } from "./data-file.ts";
import type { Answer, Unit } from "../database/unit.ts";
import type { Writer } from "../database/unit-engine.ts";
import { withOwnBytes } from "./own-bytes.ts";
import type { FromWriter, SentUnit, ToWriter, WriterSettings } from "./writer-messages.ts";
import { youngHeapMb } from "./young-heap.ts";

/** Beyond this many the disk is not keeping up, and accepting more would only hide it. */
const unitsWaiting = 100_000;

/** A writer of a data file. */
export interface FileWriter extends Writer {
  truncateLog(): Promise<void>;
  captureLog(): Promise<CapturedLog>;
}

type OpeningSettings = Pick<WriterSettings, "path" | "check" | "purpose">;

/**
 * Starts `writer.ts` and waits until the database is ready. A writer that dies is replaced when the next unit comes.
 * Units that it had accepted fail as unavailable: it is unknown whether they were committed.
 * @throws StoreRefused
 */
export async function startWriterThread(
  settings: OpeningSettings,
  onFlush: (flush: Flush) => void,
): Promise<FileWriter> {
  const writer = new WorkerWriter(settings, onFlush);
  await writer.start();
  return writer;
}

/** Ids and texts of nodes in one message. Copying them takes one or two milliseconds. */
const putsPerMessage = 4_000;

type CommitUnit = Extract<Unit, { kind: "commit" }>;
type Pending = { readonly unit: Unit; readonly answer: (answer: Answer) => void };

class WorkerWriter implements FileWriter {
  readonly #settings: OpeningSettings;
  readonly #onFlush: (flush: Flush) => void;
  #worker: Worker | undefined;
  full = false;
  #state: "starting" | "open" | "closing" | "closed" = "starting";
  /** Answers come in the order of units, so the oldest pending unit is the next one answered. */
  #pending: Pending[] = [];
  #answered = 0;
  /** Handed over since the last message to the writer. */
  #unsent: SentUnit[] = [];
  /** By the room, large commits whose nodes are being sent ahead, and how many commits wait for that. */
  readonly #ahead = new Map<number, Promise<unknown>>();
  #behind = 0;
  #lastAhead = 0;
  #captures: { resolve: (captured: CapturedLog) => void; reject: (error: Error) => void }[] = [];
  #truncations: { resolve: () => void; reject: (error: Error) => void }[] = [];
  /** Rooms that lost a commit with an earlier writer. */
  readonly #fences = new Fences();

  constructor(settings: OpeningSettings, onFlush: (flush: Flush) => void) {
    this.#settings = settings;
    this.#onFlush = onFlush;
  }

  get waiting(): number {
    return this.#pending.length - this.#answered + this.#behind;
  }

  async start(): Promise<void> {
    const worker = this.#spawn(true);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onMessage = (message: FromWriter) => {
      if (message.type === "refused") reject(new StoreRefused(message.message));
      else resolve();
    };
    worker.once("message", onMessage);
    worker.once("error", reject);
    worker.once("exit", () => reject(new StoreRefused("The writer stopped before the database was ready.")));
    try {
      await promise;
      this.#state = "open";
      worker.unref();
    } catch (error) {
      this.#state = "closed";
      await worker.terminate();
      throw error;
    }
  }

  run(unit: Unit): Promise<Answer> {
    if (this.#state !== "open") return Promise.reject(new StoreUnavailable("The store is closed."));
    if (this.waiting >= unitsWaiting) {
      return Promise.reject(new StoreUnavailable("The disk does not keep up with the writes that wait for it."));
    }
    if (this.waiting === 0) (this.#worker ??= this.#spawn(false)).ref();
    if (unit.kind !== "commit") return this.#handOver(unit);
    const before = this.#ahead.get(unit.commit.key);
    const isLarge = unit.commit.puts.length > putsPerMessage;
    return before === undefined && !isLarge ? this.#handOver(unit) : this.#runBehind(unit, before);
  }

  #handOver(unit: SentUnit): Promise<Answer> {
    return new Promise((answer) => {
      this.#pending.push({ unit, answer });
      // Everything that is handed over in one turn of the loop, by any number of rooms, is sent in one message.
      if (this.#unsent.push(withOwnBytes(unit)) === 1) setImmediate(() => this.#send());
    });
  }

  /** Hands a commit over behind its own nodes, and behind an earlier commit of its room that does the same. */
  async #runBehind(unit: CommitUnit, before: Promise<unknown> = Promise.resolve()): Promise<Answer> {
    const { key, puts } = unit.commit;
    this.#behind += 1;
    const sent = before.then(async () => (puts.length > putsPerMessage ? this.#sendAhead(puts) : ("whole" as const)));
    this.#ahead.set(key, sent);
    const ahead = await sent;
    this.#behind -= 1;
    if (this.#ahead.get(key) === sent) this.#ahead.delete(key);
    if (this.#state === "open" && ahead !== undefined && !this.#fences.refuses(unit.commit))
      return this.#handOver(ahead === "whole" ? unit : { ...unit, commit: { ...unit.commit, puts: [] }, ahead });
    // Later commits of the room build on this one.
    this.#fences.add(unit.commit);
    this.#releaseIfIdle();
    return { kind: "unavailable", message: "The writer stopped before it had the commit." };
  }

  /**
   * Sends nodes in several messages, because one would hold the event loop for as long as it takes to copy them. Returns
   * their number, or undefined when the writer that had the first of them is gone.
   */
  async #sendAhead(puts: readonly string[]): Promise<number | undefined> {
    const ahead = ++this.#lastAhead;
    const worker = (this.#worker ??= this.#spawn(false));
    for (let at = 0; at < puts.length; at += putsPerMessage) {
      if (this.#state !== "open" || this.#worker !== worker) return undefined;
      worker.postMessage({ type: "puts", ahead, puts: puts.slice(at, at + putsPerMessage) } satisfies ToWriter);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return this.#worker === worker ? ahead : undefined;
  }

  async truncateLog(): Promise<void> {
    if (this.#state !== "open") throw new StoreUnavailable("The store is closed.");
    this.#send();
    const worker = (this.#worker ??= this.#spawn(false));
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#truncations.push({ resolve, reject });
    worker.postMessage({ type: "truncateLog" } satisfies ToWriter);
    await promise;
  }

  async captureLog(): Promise<CapturedLog> {
    if (this.#state !== "open") throw new StoreUnavailable("The store is closed.");
    this.#send();
    const worker = (this.#worker ??= this.#spawn(false));
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<CapturedLog>();
    this.#captures.push({ resolve, reject });
    worker.postMessage({ type: "capture" } satisfies ToWriter);
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state !== "open") return;
    while (this.#ahead.size > 0) await Promise.all(this.#ahead.values());
    this.#send();
    this.#state = "closing";
    const worker = this.#worker;
    if (worker) {
      worker.ref();
      const exited = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage({ type: "close" } satisfies ToWriter);
      await exited;
    }
    this.#state = "closed";
  }

  #send(): void {
    if (this.#unsent.length === 0) return;
    const units = this.#unsent;
    this.#unsent = [];
    (this.#worker ??= this.#spawn(false)).postMessage({ type: "units", units } satisfies ToWriter);
  }

  #spawn(prepare: boolean): Worker {
    const workerData: WriterSettings = { ...this.#settings, prepare, fenced: [...this.#fences] };
    const worker = new Worker(new URL("./writer.ts", import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngHeapMb },
    });
    worker.on("message", (message: FromWriter) => this.#receive(worker, message));
    worker.on("error", () => {}); // `exit` follows, and has all the details.
    worker.on("exit", () => this.#abandon(worker));
    this.#worker = worker;
    return worker;
  }

  #receive(worker: Worker, message: FromWriter): void {
    if (message.type === "flushed") {
      const { answers, nodes, durationMs, full } = message;
      this.full = full;
      for (const answer of answers) this.#pending[this.#answered++]?.answer(answer);
      if (this.#answered === this.#pending.length) {
        this.#pending = [];
        this.#answered = 0;
      } else if (this.#answered > 4_096) {
        this.#pending = this.#pending.slice(this.#answered);
        this.#answered = 0;
      }
      this.#onFlush({ units: answers.length, nodes, durationMs });
    } else if (message.type === "space") {
      this.full = false;
    } else if (message.type === "truncated") {
      const truncation = this.#truncations.shift();
      if (message.error === undefined) truncation?.resolve();
      else truncation?.reject(new StoreUnavailable(message.error));
    } else if (message.type === "captured") {
      const capture = this.#captures.shift();
      if (message.captured !== undefined) capture?.resolve(message.captured);
      else capture?.reject(new StoreUnavailable(message.error));
    } else if (message.type === "refused" && this.#state !== "starting") {
      // A writer that takes another's place found the disk gone: it has taken units already, and ends with them.
      void worker.terminate();
    }
    this.#releaseIfIdle();
  }

  /** Lets the process end when nothing waits for the writer. */
  #releaseIfIdle(): void {
    if (this.#state === "open" && this.waiting === 0 && this.#truncations.length + this.#captures.length === 0)
      this.#worker?.unref();
  }

  #abandon(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    // The writer that takes its place will find out.
    this.full = false;
    const lost = this.#pending.slice(this.#answered);
    this.#pending = [];
    this.#answered = 0;
    this.#unsent = [];
    for (const { unit } of lost) {
      if (unit.kind === "commit") this.#fences.add(unit.commit);
    }
    const message = "The writer stopped before it answered.";
    for (const { answer } of lost) answer({ kind: "unavailable", message });
    for (const { reject } of [...this.#truncations.splice(0), ...this.#captures.splice(0)])
      reject(new StoreUnavailable(message));
  }
}
