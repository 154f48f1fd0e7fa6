import type { Limits } from "@weft/protocol";
import type { Clock, DocumentRow, Timer } from "@weft/room/ports";
import type { DocumentHolder } from "./holder.ts";
import { createHolder } from "./holder.ts";
import type { UpdateBounds } from "./reader.ts";
import { readUpdate } from "./reader.ts";
import type { Work, WorkAnswer } from "./work.ts";
import type { DocumentWeight } from "./worker-document.ts";
import type { DocumentThread } from "./worker-thread.ts";

/**
 * Small documents, held by the main thread itself: a worker costs more than applying what a person types. A document is
 * held here only while every call to it is sure to be short, which is known before Yjs sees it:
 *
 *     bounded reader ─► structs × structs of the document ≤ `workAtOnce` ─► applied here
 *                                          └ more, or the document has grown, or it was slow ─► given up: a worker's permanently
 *
 * Yjs places a struct among its neighbours by passing them one by one, so that product bounds what the worst update may
 * cost. What is typed into a text of any size is a single struct.
 */
export interface InlineDocuments extends DocumentThread {
  /** Whether a document of these rows may be opened here. `isQuick`: a worker has just opened it in little time. */
  takes(rows: readonly DocumentRow[], isQuick?: boolean): boolean;
  end(): void;
}

export interface InlineOptions {
  readonly limits: Limits;
  readonly clock: Pick<Clock, "setTimer" | "monotonic">;
}

export function createInlineDocuments(options: InlineOptions): InlineDocuments {
  return new MainThread(options);
}

/** Structs of an update times those that it may have to pass. The worst takes up to 0.4 µs for each. */
const workAtOnce = 64_000;
const updateBytes = 16 * 1_024;
const vectorBytes = 4 * 1_024;
const documentClients = 500;
/** An empty document takes as much memory as this many structs. */
const structsOfEmpty = 20;
/** Work on a document may take this long, and this much more each second, before it is given up. The first calls are slow. */
const burstMs = 100;
const msPerSecond = 20;
/** The same for all documents together, so that many that are each within their bounds do not take the thread from others. */
const burstOfAllMs = 300;
const msPerSecondOfAll = 400;
/** How long the updates of all documents are gathered when some were applied just before: they are committed together. */
const gatherMs = 8;
/** How long updates are applied before other work gets its turn. */
const sliceMs = 8;

type Apply = Extract<Work, { type: "apply" }>;

interface Waiting {
  readonly work: Apply;
  readonly pieces: readonly Uint8Array[];
  readonly answer: (answer: WorkAnswer) => void;
}

/** What is left of the time for work, and when that was counted. */
interface TimeLeft {
  readonly leftMs: number;
  readonly at: number;
}

interface Held extends TimeLeft {
  readonly weight: DocumentWeight;
}

/** What is left at `now`. */
function filled({ leftMs, at }: TimeLeft, now: number, mostMs: number, msEachSecond: number): number {
  return Math.min(mostMs, leftMs + ((now - at) * msEachSecond) / 1_000);
}

const declined: WorkAnswer = { kind: "declined" };

class MainThread implements InlineDocuments {
  readonly alive = true;
  readonly #limits: Limits;
  readonly #clock: InlineOptions["clock"];
  readonly #holder: DocumentHolder;
  readonly #bounds: UpdateBounds;
  /** By document. */
  readonly #held = new Map<number, Held>();
  #structs = 0;
  #bytes = 0;
  #waiting: Waiting[] = [];
  #sending: Timer | "now" | undefined;
  #appliedAt = -Infinity;
  #ofAll: TimeLeft = { leftMs: burstOfAllMs, at: 0 };
  /** When the call that is under way has taken too long. */
  #overAt = 0;

  constructor({ limits, clock }: InlineOptions) {
    this.#limits = limits;
    this.#clock = clock;
    this.#holder = createHolder({ limits, step: () => {}, isOver: () => clock.monotonic() > this.#overAt });
    const endless = Number.MAX_SAFE_INTEGER;
    const structs = limits.inlineDocumentStructs;
    const { updateDepth: depth } = limits;
    this.#bounds = { structs, deletes: structs, clients: documentClients, run: endless, gap: endless, depth };
  }

  takes(rows: readonly DocumentRow[], isQuick = false): boolean {
    const { inlineDocumentBytes, inlineDocumentStructs } = this.#limits;
    let bytes = 0;
    for (const { update } of rows) bytes += update.length;
    if (bytes > inlineDocumentBytes) return false;
    let structs = 0;
    for (const { update, v2 } of rows) {
      structs += this.#countStructs(update, v2);
      if (structs > inlineDocumentStructs || (!isQuick && structs ** 2 > workAtOnce)) return false;
    }
    return this.#hasRoom(structs + structsOfEmpty, bytes);
  }

  run(work: Work, pieces: readonly Uint8Array[] = []): Promise<WorkAnswer> {
    if (work.type !== "apply") return Promise.resolve(this.#perform(work, pieces));
    return new Promise((answer) => {
      this.#waiting.push({ work, pieces, answer });
      this.#applySoon();
    });
  }

  end(): void {
    if (this.#sending !== "now") this.#sending?.cancel();
    this.#sending = "now";
    for (const { answer } of this.#waiting.splice(0)) answer(declined);
  }

  #applySoon(): void {
    if (this.#sending !== undefined) return;
    const waitMs = this.#appliedAt + gatherMs - this.#clock.monotonic();
    if (waitMs > 0) {
      this.#sending = this.#clock.setTimer(waitMs, () => this.#applyAll());
      return;
    }
    this.#sending = "now";
    setImmediate(() => this.#applyAll());
  }

  #applyAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#appliedAt = this.#clock.monotonic();
    const until = this.#appliedAt + sliceMs;
    let done = 0;
    for (const { work, pieces, answer } of waiting) {
      answer(this.#perform(work, pieces));
      if (++done < waiting.length && this.#clock.monotonic() > until) break;
    }
    this.#waiting = waiting.slice(done);
    this.#sending = undefined;
    if (this.#waiting.length === 0) return;
    this.#sending = "now";
    setImmediate(() => this.#applyAll());
  }

  #perform(work: Work, pieces: readonly Uint8Array[]): WorkAnswer {
    if (work.type === "restore") return declined;
    const { document } = work;
    if (work.type === "close") {
      this.#drop(document);
      return { kind: "done" };
    }
    const held = this.#held.get(document);
    const begunAt = this.#clock.monotonic();
    const own = held === undefined ? burstMs : filled(held, begunAt, burstMs, msPerSecond);
    const ofAll = filled(this.#ofAll, begunAt, burstOfAllMs, msPerSecondOfAll);
    this.#overAt = begunAt + Math.min(own, ofAll);
    const answer = this.#isShort(work, pieces, held) ? this.#holder.perform(work, pieces) : declined;
    const weight = answer === declined ? undefined : this.#holder.weigh(document);
    const at = this.#clock.monotonic();
    this.#ofAll = { leftMs: ofAll - (at - begunAt), at };
    if (weight !== undefined && at <= this.#overAt && this.#mayStay(weight, held?.weight)) {
      this.#hold(document, { weight, leftMs: own - (at - begunAt), at });
      return answer;
    }
    this.#drop(document);
    return answer.kind === "applied" ? { ...answer, givenUp: true } : declined;
  }

  /** Whether a call is sure to be short, whatever is in it. */
  #isShort(work: Work, pieces: readonly Uint8Array[], held: Held | undefined): boolean {
    if (work.type === "diff") return work.lengths[0]! <= vectorBytes;
    return work.type !== "apply" || held === undefined || this.#areSmall(work, pieces, held.weight);
  }

  /** Whether all of them together are short work, whatever they are. Who sends many may send the worst. */
  #areSmall({ v2 }: Apply, pieces: readonly Uint8Array[], { structs: held }: DocumentWeight): boolean {
    let structs = 0;
    for (const [index, update] of pieces.entries()) {
      if (update.length > updateBytes) return false;
      structs += this.#countStructs(update, v2[index]!);
      if (structs * (held + structs) > workAtOnce) return false;
    }
    return true;
  }

  /** What Yjs would have to place or to delete. Infinite for what is beyond the bounds, and none for what it never gets. */
  #countStructs(update: Uint8Array, v2: boolean): number {
    const reading = readUpdate(update, v2, this.#bounds);
    if (reading.kind === "refused") return reading.excessive ? Infinity : 0;
    return reading.structs + reading.deletes.length;
  }

  #mayStay(weight: DocumentWeight, known: DocumentWeight | undefined): boolean {
    const { inlineDocumentBytes, inlineDocumentStructs } = this.#limits;
    const { bytes, structs, clients, isWaiting } = weight;
    if (isWaiting || clients > documentClients) return false;
    if (bytes > inlineDocumentBytes || structs > inlineDocumentStructs) return false;
    return this.#hasRoom(structs - (known?.structs ?? -structsOfEmpty), bytes - (known?.bytes ?? 0));
  }

  /** Whether so much more may be held, of all documents together. */
  #hasRoom(structs: number, bytes: number): boolean {
    const { inlineDocumentsBytes, inlineDocumentsStructs } = this.#limits;
    return this.#structs + structs <= inlineDocumentsStructs && this.#bytes + bytes <= inlineDocumentsBytes;
  }

  #hold(document: number, held: Held): void {
    this.#forget(document);
    this.#structs += held.weight.structs + structsOfEmpty;
    this.#bytes += held.weight.bytes;
    this.#held.set(document, held);
  }

  #forget(document: number): void {
    const held = this.#held.get(document);
    if (held === undefined) return;
    this.#structs -= held.weight.structs + structsOfEmpty;
    this.#bytes -= held.weight.bytes;
    this.#held.delete(document);
  }

  #drop(document: number): void {
    this.#forget(document);
    this.#holder.perform({ type: "close", document }, []);
  }
}
