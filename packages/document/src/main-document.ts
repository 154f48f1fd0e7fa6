import type { Limits } from "@weft/protocol";
import { createClientClaims } from "./client-claims.ts";
import type {
  AppliedUpdates,
  CompactedDocument,
  DocumentDiff,
  DocumentFailure,
  DocumentHash,
  DocumentRow,
  DocumentSource,
  JsonAnswer,
  JsonQuestion,
  OpenDocument,
  QuarantinedRow,
  ReceivedUpdate,
  Reference,
  UpdateOutcome,
  UpdateSender,
} from "@weft/room/ports";
import { failed } from "./failure.ts";
import type { InlineDocuments } from "./inline-documents.ts";
import type { WorkAnswer, AppliedUpdate, Work } from "./work.ts";
import type { NoWorker } from "./worker-pool.ts";
import type { DocumentThread, WorkerThread } from "./worker-thread.ts";
import { attempts } from "./worker-thread.ts";

/**
 * One document on the main thread. It runs one task at a time; updates that arrive meanwhile make the next batch. It
 * keeps the state that would be lost with a worker: accepted updates that are not durable yet, and the claims of client
 * ids.
 *
 *     not loaded ──rows + kept updates──► loaded in a thread ──worker lost, or document given up──► not loaded
 */
export interface MainDocument extends OpenDocument {
  /** Settles when the document was loaded, or with the failure. */
  readonly opened: Promise<DocumentFailure | undefined>;
  /** The thread in which it is loaded. */
  readonly thread: DocumentThread | undefined;
  /** Closes the document if it is idle. Returns whether it was. */
  release(): boolean;
}

/** Services that all documents share. */
export interface DocumentRegistry {
  readonly limits: Limits;
  place(): Promise<WorkerThread | NoWorker>;
  /** The main thread's own documents, if it holds any. */
  inline(): Promise<InlineDocuments | undefined>;
  number(): number;
  count(what: "accepted" | "refused" | "asked" | "quarantined", by?: number): void;
  used(document: MainDocument): void;
  left(document: MainDocument): void;
}

export function createMainDocument(source: DocumentSource, registry: DocumentRegistry): MainDocument {
  return new MainThreadDocument(source, registry);
}

/**
 * A row that was being applied when this many workers were lost is quarantined: one loss may be another document's
 * fault.
 */
const strikesAllowed = 2;
/** A document that a worker opened within this much CPU time, and that is small enough, is held by the main thread. */
const quickMs = 8;
/** Maximum number of updates in a batch. */
const batchUpdates = 1_000;

interface Applying {
  readonly kind: "apply";
  readonly updates: readonly ReceivedUpdate[];
  readonly settle: (answer: AppliedUpdates | DocumentFailure) => void;
}
interface Asking {
  readonly kind: "ask";
  readonly run: () => Promise<void>;
  readonly refuse: (failure: DocumentFailure) => void;
}

class MainThreadDocument implements MainDocument {
  readonly #source: DocumentSource;
  readonly #registry: DocumentRegistry;
  readonly #number: number;
  readonly #claims = createClientClaims();
  readonly opened: Promise<DocumentFailure | undefined>;
  #thread: DocumentThread | undefined;
  /** It is held by the main thread. */
  #isInline = false;
  /** It was given up by the main thread, or has cost a worker: it is held by workers for as long as it is open. */
  #needsWorker = false;
  #queue: (Applying | Asking)[] = [];
  /** Number of questions in the queue. */
  #questions = 0;
  #busy = false;
  /** Actors that sent updates, and those of them that left and whose claims are still to be released. */
  readonly #writers = new Set<number>();
  #leavers: number[] = [];
  #closed = false;

  /** Accepted updates that are not durable yet, by row. */
  readonly #tail = new Map<number, DocumentRow>();
  #row = 0;
  #logUpdates = 0;
  #logBytes = 0;
  readonly #strikes = new Map<number, number>();
  #quarantined: readonly QuarantinedRow[] = [];

  constructor(source: DocumentSource, registry: DocumentRegistry) {
    this.#source = source;
    this.#registry = registry;
    this.#number = registry.number();
    this.opened = this.#enqueue(async () => {
      const held = await this.#load();
      return "kind" in held ? held : undefined;
    });
  }

  get thread(): DocumentThread | undefined {
    return this.#thread?.alive === true ? this.#thread : undefined;
  }
  get quarantined(): readonly QuarantinedRow[] {
    return this.#quarantined;
  }
  get compactionDue(): boolean {
    const { documentLogUpdates, documentLogBytes } = this.#registry.limits;
    return this.#logUpdates > documentLogUpdates || this.#logBytes > documentLogBytes;
  }

  apply(updates: readonly ReceivedUpdate[]): Promise<AppliedUpdates | DocumentFailure> {
    if (this.#closed) return Promise.resolve(wasClosed());
    for (const { from } of updates) if (from !== undefined) this.#writers.add(from.actor);
    return new Promise((settle) => {
      this.#queue.push({ kind: "apply", updates, settle });
      this.#work();
    });
  }

  committed(through: number): void {
    for (const row of this.#tail.keys()) {
      if (row > through) return;
      this.#tail.delete(row);
    }
  }

  diff(vector: Uint8Array, v2: boolean, inPieces = false): Promise<DocumentDiff | DocumentFailure> {
    const work: Work = { type: "diff", document: this.#number, v2, inPieces, lengths: [vector.length] };
    return this.#question(work, [vector], (answer) => (answer.kind === "diff" ? answer : undefined));
  }

  hash(v2: boolean): Promise<DocumentHash | DocumentFailure> {
    const work: Work = { type: "hash", document: this.#number, v2 };
    return this.#question(work, [], (answer) => (answer.kind === "hash" ? answer : undefined));
  }

  json(question: JsonQuestion = {}): Promise<JsonAnswer | DocumentFailure> {
    const work: Work = { type: "json", document: this.#number, question };
    return this.#question(work, [], (answer) => (answer.kind === "json" ? answer : undefined));
  }

  refersTo(guid: string): Promise<Reference | DocumentFailure> {
    const work: Work = { type: "refersTo", document: this.#number, guid };
    return this.#question(work, [], (answer) => (answer.kind === "reference" ? answer : undefined));
  }

  compact(): Promise<CompactedDocument | DocumentFailure> {
    // Counted from here, so that one that fails is tried again only after as many more.
    this.#logUpdates = 0;
    this.#logBytes = 0;
    return this.#question({ type: "compact", document: this.#number }, [], (answer) =>
      answer.kind === "merged" ? { kind: "compacted", state: answer.state, through: this.#row } : undefined,
    );
  }

  left(actor: number): void {
    if (this.#closed || !this.#writers.delete(actor)) return;
    // Behind what it wrote: that may claim client ids yet. However many leave, they are one task.
    if (this.#leavers.push(actor) === 1) this.#enqueue(() => this.#releaseLeavers()).catch(() => {});
  }

  release(): boolean {
    return !this.#closed && this.#source.release?.() === true;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#forget(this.thread);
    this.#thread = undefined;
    for (const job of this.#queue.splice(0)) (job.kind === "apply" ? job.settle : job.refuse)(wasClosed());
    this.#tail.clear();
    this.#registry.left(this);
  }

  async #releaseLeavers(): Promise<void> {
    for (const actor of this.#leavers.splice(0)) {
      this.#claims.release(actor);
      await this.thread?.run({ type: "release", document: this.#number, actor });
    }
  }

  /** Lets the worker free the document. */
  #forget(thread: DocumentThread | undefined): void {
    thread?.run({ type: "close", document: this.#number }).catch(() => {});
  }

  // --- one task at a time --------------------------------------------------------------------------------------------

  #enqueue<T>(task: () => Promise<T>): Promise<T | DocumentFailure> {
    return new Promise((resolve) => {
      this.#queue.push({ kind: "ask", run: async () => resolve(await task()), refuse: resolve });
      this.#work();
    });
  }

  #work(): void {
    if (this.#busy) return;
    this.#busy = true;
    this.#pump().catch(() => {}); // `#do` answers for whatever is thrown.
  }

  async #pump(): Promise<void> {
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      this.#registry.used(this);
      await this.#do(job);
    }
    this.#busy = false;
  }

  /** An error in a task fails that task alone. */
  async #do(job: Applying | Asking): Promise<void> {
    if (job.kind === "ask") return job.run().catch((cause: unknown) => job.refuse(failed("broken", reasonOf(cause))));
    const jobs = this.#withNext(job);
    try {
      await this.#applyAll(jobs);
    } catch (cause) {
      for (const { settle } of jobs) settle(failed("broken", reasonOf(cause)));
    }
  }

  /** Takes the updates directly behind it in the queue into the same batch. */
  #withNext(first: Applying): readonly Applying[] {
    const jobs = [first];
    let count = first.updates.length;
    for (let next = this.#queue[0]; next?.kind === "apply"; next = this.#queue[0]) {
      if ((count += next.updates.length) > batchUpdates) break;
      jobs.push(next);
      this.#queue.shift();
    }
    return jobs;
  }

  async #applyAll(jobs: readonly Applying[]): Promise<void> {
    const answer = await this.#apply(jobs.flatMap(({ updates }) => updates));
    let from = 0;
    for (const { updates, settle } of jobs) {
      if (answer.kind === "failed") settle(answer);
      else settle({ ...answer, outcomes: answer.outcomes.slice(from, (from += updates.length)) });
    }
  }

  // --- loading -------------------------------------------------------------------------------------------------------

  /** The thread in which the document is loaded, after loading it if necessary. */
  async #load(): Promise<DocumentThread | DocumentFailure> {
    let careful = false;
    for (let left = attempts; left > 0; left--) {
      if (this.#closed) return wasClosed();
      if (this.thread !== undefined) return this.thread;
      // Updates that are committed from here on are among the rows that will be loaded.
      const kept = [...this.#tail.values()];
      let rows: readonly DocumentRow[];
      try {
        rows = await this.#source.load();
      } catch (error) {
        return failed("broken", reasonOf(error));
      }
      if (this.#closed) return wasClosed();
      const last = rows.at(-1)?.id ?? 0;
      rows = [...rows, ...kept.filter(({ id }) => id > last)];
      const struck = rows.filter(({ id }) => (this.#strikes.get(id) ?? 0) >= strikesAllowed);
      const sound = rows.filter((row) => !struck.includes(row));
      const work: Work = {
        type: "open",
        document: this.#number,
        rows: sound.map(({ id, v2 }) => ({ id, v2 })),
        claims: this.#claims.all,
        careful,
        lengths: sound.map(({ update }) => update.length),
      };
      const pieces = sound.map(({ update }) => update);
      if (struck.length > 0) this.#needsWorker = true;
      const inline = this.#needsWorker ? undefined : await this.#registry.inline();
      const isInline = inline?.takes(sound) === true;
      const thread = isInline ? inline : await this.#registry.place();
      if ("kind" in thread) return failed("broken", thread.reason);
      if (this.#closed) return wasClosed();
      const answer = await thread.run(work, pieces);
      if (answer.kind === "opened") {
        if (this.#closed) {
          this.#forget(thread);
          return wasClosed();
        }
        this.#thread = thread;
        this.#isInline = isInline;
        this.#opened(rows, [...struck.map(({ id }) => ({ id, reason: "It cost a worker." })), ...answer.quarantined]);
        const isQuick = !isInline && answer.tookMs <= quickMs && answer.quarantined.length === 0;
        if (isQuick && inline?.takes(sound, true) === true && (await inline.run(work, pieces)).kind === "opened") {
          this.#forget(thread);
          if (this.#closed) {
            this.#forget(inline);
            return wasClosed();
          }
          this.#thread = inline;
          this.#isInline = true;
        }
        return this.#thread;
      }
      this.#needsWorker = true;
      if (answer.kind === "failed") return failed(answer.cause, answer.reason);
      const culprit = answer.kind === "lost" && answer.step !== undefined ? sound[answer.step] : undefined;
      if (culprit === undefined) careful ||= answer.kind === "lost" && answer.step !== undefined;
      else this.#strikes.set(culprit.id, (this.#strikes.get(culprit.id) ?? 0) + 1);
    }
    return failed("broken", "Every worker was lost that tried to hold it.");
  }

  #opened(rows: readonly DocumentRow[], quarantined: readonly QuarantinedRow[]): void {
    this.#row = Math.max(this.#row, rows.at(-1)?.id ?? 0);
    // A merge never removes a quarantined row, so it does not count towards the length of the log.
    const log = rows.slice(1).filter(({ id }) => !quarantined.some((row) => row.id === id));
    this.#logUpdates = log.length;
    this.#logBytes = log.reduce((sum, { update }) => sum + update.length, 0);
    const fresh = quarantined.filter(({ id }) => !this.#quarantined.some((known) => known.id === id));
    this.#registry.count("quarantined", fresh.length);
    this.#quarantined = quarantined;
  }

  /** Retries while the worker is lost to other documents. */
  async #ask(work: Work, pieces: readonly Uint8Array[]): Promise<WorkAnswer | DocumentFailure> {
    for (let left = attempts; left > 0; left--) {
      const held = await this.#load();
      if ("kind" in held) return held;
      const answer = await held.run(work, pieces);
      if (answer.kind === "declined") {
        this.#giveUp();
        continue;
      }
      if (answer.kind === "failed") {
        if (answer.cause === "broken" && work.type !== "compact") this.#thread = undefined;
        return failed(answer.cause, answer.reason);
      }
      if (answer.kind !== "lost") return answer;
      if (answer.step !== undefined) return failed(answer.cause, "It cost a worker.");
    }
    return failed("broken", "Workers were lost to others.");
  }

  #question<T>(
    work: Work,
    pieces: readonly Uint8Array[],
    pick: (answer: WorkAnswer) => T | undefined,
  ): Promise<T | DocumentFailure> {
    if (this.#closed) return Promise.resolve(wasClosed());
    if (this.#questions >= this.#registry.limits.documentQuestions)
      return Promise.resolve(failed("busy", "Too much is asked of the document at once."));
    this.#questions++;
    return this.#enqueue(async () => {
      this.#registry.count("asked");
      const answer = await this.#ask(work, pieces).finally(() => this.#questions--);
      if (answer.kind === "failed") return failed(answer.cause, answer.reason);
      return pick(answer) ?? failed("broken", "The worker answered something else.");
    });
  }

  // --- updates -------------------------------------------------------------------------------------------------------

  async #apply(updates: readonly ReceivedUpdate[]): Promise<AppliedUpdates | DocumentFailure> {
    const outcomes: UpdateOutcome[] = [];
    let left = updates.map((_, index) => index);
    let hashes: AppliedUpdates["hashes"] | undefined;
    /** Set when a batch was lost with its worker and it is not known which update was the cause. */
    let oneByOne = false;
    let innocent = 0;
    const refuse = (index: number, cause: "overran" | "died" | "malformed", reason: string) => {
      outcomes[index] = { kind: "refused", cause, reason };
      this.#registry.count("refused");
    };
    while (left.length > 0) {
      const held = await this.#load();
      if ("kind" in held) return held;
      const batch = oneByOne ? left.slice(0, 1) : left;
      const sent = batch.map((index) => updates[index]!);
      const answer = await held.run(
        applyWork(this.#number, sent),
        sent.map(({ update }) => update),
      );
      if (this.#closed) return wasClosed();
      if (answer.kind === "applied") {
        answer.outcomes.forEach((outcome, at) => (outcomes[batch[at]!] = this.#outcome(outcome, updates[batch[at]!]!)));
        left = left.slice(answer.outcomes.length);
        if (answer.givenUp) this.#giveUp();
        hashes = answer.givenUp || batch.length < updates.length ? undefined : answer.hashes;
      } else if (answer.kind === "declined") {
        this.#giveUp();
      } else if (answer.kind === "lost" && answer.step === undefined) {
        if (++innocent === attempts) return failed("broken", "Workers were lost to others.");
      } else {
        const cause = answer.kind === "lost" ? answer.cause : "malformed";
        const at = answer.kind === "lost" ? Math.min(answer.step!, batch.length) : batch.length;
        if (answer.kind !== "lost") this.#giveUp();
        const culprit = batch[batch.length === 1 ? 0 : at];
        if (culprit === undefined) oneByOne = true;
        else {
          refuse(culprit, cause, answer.kind === "lost" ? "It cost a worker." : "Yjs cannot apply it.");
          left = left.filter((index) => index !== culprit);
        }
      }
    }
    if (hashes !== undefined) return { kind: "applied", outcomes, hashes };
    const again: { v1?: string; v2?: string } = {};
    for (const v2 of new Set(updates.map((update) => update.v2))) {
      const answer = await this.#ask({ type: "hash", document: this.#number, v2 }, []);
      if (answer.kind === "failed") return failed(answer.cause, answer.reason);
      if (answer.kind === "hash") again[v2 ? "v2" : "v1"] = answer.hash;
    }
    return { kind: "applied", outcomes, hashes: again };
  }

  #outcome(outcome: AppliedUpdate, { update: whole, v2 }: ReceivedUpdate): UpdateOutcome {
    const kind = typeof outcome === "string" ? outcome : outcome.kind;
    if (kind === "unchanged") return { kind };
    if (typeof outcome !== "string" && outcome.kind === "refused") {
      this.#registry.count("refused");
      return outcome;
    }
    if (typeof outcome !== "string" && outcome.kind === "accepted")
      for (const claim of outcome.claimed) this.#claims.add(claim.client, claim);
    const rest = typeof outcome === "string" ? undefined : outcome.rest;
    const update = rest ?? whole;
    const row = ++this.#row;
    this.#tail.set(row, { id: row, update, v2 });
    this.#logUpdates++;
    this.#logBytes += update.length;
    this.#registry.count("accepted");
    return { kind: "accepted", row, ...(rest && { rest }) };
  }

  /** The document is no longer held; it is loaded again when it is needed. */
  #giveUp(): void {
    this.#needsWorker ||= this.#isInline;
    this.#isInline = false;
    this.#thread = undefined;
  }
}

function applyWork(document: number, updates: readonly ReceivedUpdate[]): Work {
  const places = new Map<UpdateSender, number>();
  const from = updates.map((update) => {
    if (update.from === undefined) return -1;
    let place = places.get(update.from);
    if (place === undefined) places.set(update.from, (place = places.size));
    return place;
  });
  return {
    type: "apply",
    document,
    v2: updates.map(({ v2 }) => v2),
    from,
    writers: [...places.keys()],
    lengths: updates.map(({ update }) => update.length),
  };
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function wasClosed(): DocumentFailure {
  return failed("closed", "The document was closed.");
}
