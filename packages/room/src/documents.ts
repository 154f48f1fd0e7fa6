import type { DocumentUpdated, FetchDocument, UpdateDocument } from "@weft/protocol";
import { ClientMessageType, ServerMessageType } from "@weft/protocol";
import type { CachedDocument, DocumentCache } from "./document-cache.ts";
import { closed, createDocumentCache } from "./document-cache.ts";
import type { Hashes, WaitingUpdate } from "./document-batch.ts";
import { applyAll, hashIn, refuseChanges } from "./document-batch.ts";
import type {
  DocumentDiff,
  DocumentEvents,
  DocumentFailure,
  DocumentRow,
  DocumentWrite,
  Documents,
  OpenDocument,
  OpenedDocument,
  UpdateOutcome,
  UpdatePieces,
  UpdateSender,
} from "./document-ports.ts";
import { createDocumentParts, createPartSize } from "./document-parts.ts";
import type { DocumentQuestion, DocumentQuestions } from "./document-questions.ts";
import { createDocumentQuestions } from "./document-questions.ts";
import { diskFull } from "./full-disk.ts";
import type { Clock } from "./ports.ts";
import type { Outcome, Send } from "./room.ts";
import { userKeyOf } from "./room.ts";

/**
 * The Yjs documents of one loaded room: the root document and its subdocuments, by `guid`. Yjs itself runs in workers
 * (`document-ports.ts`).
 *
 *     update ─► waiting ─► apply (a worker) ─► rows ─► commit ─► flushed ─► all connections, the sender's included
 *     fetch ──► diff (after all updates applied before) ──────► answered when those are flushed
 *
 * A diff may cost as much as the whole document, and asking for one costs nothing. So a document answers one question
 * of the room's connections at a time (`document-questions.ts`), and the number of open documents is bounded
 * (`document-cache.ts`).
 *
 * Updates are applied at once in a quiet room. In a busy room they are collected for the window of its fan-out (RM12):
 * a batch costs a worker, and then the disk, hardly more than a single update.
 *
 * No update, and no hash that includes it, is sent before it is durable (G1, G2): like those of Storage, these messages
 * go through the gate.
 */
export interface RoomDocuments {
  /** Work is in progress, so the room may not be unloaded yet. */
  readonly busy: boolean;
  fetch(actor: number, message: FetchDocument): void;
  update(writer: UpdateSender, message: UpdateDocument): void;
  /** Applies an update of the REST API, and returns its outcome once it is decided. */
  put(guid: string, update: Uint8Array, v2: boolean): Promise<UpdateOutcome | DocumentFailure>;
  /** Runs a read-only question to a document. */
  ask<T>(guid: string, question: (document: OpenDocument) => Promise<T>): Promise<T | DocumentFailure>;
  left(actor: number): void;
  /** The writes since the last call, to be made durable. */
  takeWrites(): readonly DocumentWrite[];
  /** The writes that were taken last are durable. */
  flushed(): void;
  /** Settles when no work is in progress. */
  idle(): Promise<void>;
  close(): void;
}

/** The `guid` that stands for the root document. */
export const rootDocument = "";

export interface RoomDocumentsOptions {
  readonly documents: Documents;
  readonly load: (guid: string) => Promise<readonly DocumentRow[]>;
  /** Updates were decided: the user of each, and the messages to send. */
  readonly decided: (outcome: Outcome, users: readonly string[]) => void;
  /** Closes the connection of a sender whose update was refused. */
  readonly expel: (actor: number, error: "INVALID_FRAME" | "TRY_AGAIN_LATER" | "RESTARTING", reason: string) => void;
  /** Whether the actor's connection is still open. */
  readonly connected: (actor: number) => boolean;
  /** While the disk is full, changes are refused (RM29). */
  readonly isDiskFull: () => boolean;
  /** An invariant is broken, so the room has to be dropped. */
  readonly broken: (cause: unknown) => void;
  readonly events: DocumentEvents;
  /** How many documents may be open at once, and how many more may wait to be opened. */
  readonly open: number;
  readonly waiting: number;
  readonly clock: Pick<Clock, "monotonic" | "setTimer">;
  /** Updates that arrive within this time after a batch make the next one. */
  readonly windowMs: number;
}

export function createRoomDocuments(options: RoomDocumentsOptions): RoomDocuments {
  return new AwakeDocuments(options);
}

/** The state that the room keeps for a document. */
interface State {
  waiting: WaitingUpdate[];
  applying: boolean;
  /** When the last batch was applied (monotonic). */
  appliedAt: number;
  /** Ends the collection of the next batch. */
  due: (() => void) | undefined;
  /** A call waits for the next batch, so it is applied at once. */
  hurried: boolean;
  merging: boolean;
  /** Settles when the batch that is being applied is decided. */
  deciding: Promise<void> | undefined;
  readonly questions: DocumentQuestions;
  /** Questions are being answered. */
  answeringQuestions: boolean;
  /**
   * Whether each connection that has fetched the document uses the V2 encoding: hashes are compared in that encoding.
   */
  readonly readers: Map<number, boolean>;
  /** Connections that have fetched and not answered yet: their next update is everything that the server lacks. */
  readonly answering: Set<number>;
  /** Connections that are sent an answer in parts, with what stops that. */
  readonly streams: Map<number, AbortController>;
}
type RoomDocument = CachedDocument<State>;

function newState(): State {
  return {
    waiting: [],
    applying: false,
    appliedAt: -Infinity,
    due: undefined,
    hurried: false,
    merging: false,
    deciding: undefined,
    questions: createDocumentQuestions(),
    answeringQuestions: false,
    readers: new Map(),
    answering: new Set(),
    streams: new Map(),
  };
}

class AwakeDocuments implements RoomDocuments {
  readonly #options: RoomDocumentsOptions;
  readonly #cache: DocumentCache<State>;
  #writes: DocumentWrite[] = [];
  #underway = 0;
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(options: RoomDocumentsOptions) {
    this.#options = options;
    const { documents, load, open, waiting } = options;
    const opened = (guid: string, answer: OpenedDocument | DocumentFailure) => this.#opened(guid, answer);
    this.#cache = createDocumentCache({ documents, load, open, waiting, opened, state: newState });
  }

  get busy(): boolean {
    return this.#underway > 0;
  }

  fetch(actor: number, message: FetchDocument): void {
    if (this.#closed || !this.#options.connected(actor)) return;
    const entry = this.#cache.get(message.guid ?? rootDocument);
    if (entry === undefined) return this.#options.expel(actor, "TRY_AGAIN_LATER", tooMany.reason);
    const { state } = entry;
    state.readers.set(actor, message.v2 === true);
    state.answering.add(actor);
    state.questions.add(actor, message);
    this.#hurry(entry);
    if (!state.answeringQuestions) this.#inBackground(this.#answerQuestions(entry));
  }

  update(writer: UpdateSender, message: UpdateDocument): void {
    if (this.#closed) return;
    const { guid, v2 } = message;
    const entry = this.#cache.get(guid ?? rootDocument);
    if (entry === undefined) return this.#options.expel(writer.actor, "TRY_AGAIN_LATER", tooMany.reason);
    const update = Buffer.from(message.update, "base64");
    const wholesale = entry.state.answering.delete(writer.actor);
    const from = wholesale ? { ...writer, wholesale } : writer;
    this.#take(entry, { update, v2: v2 === true, from, asked: message, settle: undefined });
  }

  put(guid: string, update: Uint8Array, v2: boolean): Promise<UpdateOutcome | DocumentFailure> {
    if (this.#closed) return Promise.resolve(closed);
    const entry = this.#cache.get(guid);
    if (entry === undefined) return Promise.resolve(tooMany);
    return new Promise((settle) => this.#take(entry, { update, v2, from: undefined, asked: undefined, settle }));
  }

  async ask<T>(guid: string, question: (document: OpenDocument) => Promise<T>): Promise<T | DocumentFailure> {
    if (this.#closed) return closed;
    const entry = this.#cache.get(guid);
    return entry === undefined ? tooMany : this.#ask(entry, question);
  }

  left(actor: number): void {
    for (const entry of this.#cache.all) {
      const { readers, answering, questions, answeringQuestions, waiting, streams } = entry.state;
      streams.get(actor)?.abort();
      entry.document?.left(actor);
      readers.delete(actor);
      answering.delete(actor);
      questions.drop(actor);
      if (!questions.waiting && waiting.length === 0 && entry.users === (answeringQuestions ? 1 : 0))
        this.#cache.cancel(entry);
    }
  }

  takeWrites(): readonly DocumentWrite[] {
    const writes = this.#writes;
    this.#writes = [];
    for (const write of writes) {
      const entry = this.#cache.peek(write.guid);
      if (entry === undefined) continue;
      entry.unsaved = false;
      if (write.kind === "row") entry.taken = write.id;
    }
    return writes;
  }

  flushed(): void {
    for (const entry of this.#cache.all) {
      if (entry.taken === undefined) continue;
      entry.document?.committed(entry.taken);
      entry.taken = undefined;
      this.#mergeIfDue(entry);
    }
    this.#cache.flushed();
  }

  async idle(): Promise<void> {
    while (this.#underway > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  close(): void {
    this.#closed = true;
    for (const { state } of this.#cache.all) {
      for (const stream of state.streams.values()) stream.abort();
      state.due?.();
      for (const { settle } of state.waiting) settle?.(closed);
      state.waiting = [];
    }
    this.#cache.close();
  }

  #opened(guid: string, answer: OpenedDocument | DocumentFailure): void {
    const { events } = this.#options;
    if (answer.kind === "failed") {
      if (answer.cause !== "closed" && answer.cause !== "busy") events.documentBroken(guid, answer.reason);
      return;
    }
    for (const { id, reason } of answer.document.quarantined)
      events.documentBroken(guid, `Row ${id} cannot be read: ${reason}`);
  }

  // --- questions -----------------------------------------------------------------------------------------------------

  async #ask<T>(entry: RoomDocument, question: (document: OpenDocument) => Promise<T>): Promise<T | DocumentFailure> {
    this.#begin(entry);
    this.#hurry(entry);
    try {
      const opened = await entry.opened;
      if (opened.kind === "failed") return opened;
      // The answer includes updates that are being applied. They have to be decided first, or it would be sent too
      // early.
      const { deciding } = entry.state;
      const answer = await question(opened.document);
      await deciding;
      // A crash may have left a long log of a document that is no longer changed.
      this.#mergeIfDue(entry);
      return answer;
    } finally {
      this.#end(entry);
    }
  }

  async #answerQuestions(entry: RoomDocument): Promise<void> {
    const { state } = entry;
    state.answeringQuestions = true;
    this.#begin(entry);
    try {
      // Until it is open, questions can still be replaced, joined and dropped.
      await entry.opened;
      for (let next = state.questions.next(); next !== undefined; next = state.questions.next())
        await this.#answer(entry, next);
    } finally {
      state.answeringQuestions = false;
      this.#end(entry);
    }
  }

  async #answer(entry: RoomDocument, { vector, v2, askers }: DocumentQuestion): Promise<void> {
    const diff = await this.#ask(entry, (document) => document.diff(Buffer.from(vector, "base64"), v2, true));
    if (this.#closed || askers.size === 0) return;
    if (diff.kind === "failed") {
      const error = diff.cause === "malformed" ? "INVALID_FRAME" : "TRY_AGAIN_LATER";
      if (diff.cause !== "closed") for (const actor of askers.keys()) this.#options.expel(actor, error, diff.reason);
      return;
    }
    if (diff.pieces !== undefined) {
      for (const asker of askers) this.#inBackground(this.#stream(entry, asker, v2, diff, diff.pieces));
      return;
    }
    const answer = {
      update: base64(diff.update),
      isSync: true,
      stateVector: base64(diff.stateVector),
      remoteSnapshotHash: diff.hash,
    };
    const sends = Array.from(askers, ([actor, message]): Send => {
      const updated: DocumentUpdated = { type: ServerMessageType.documentUpdated, ...nameOf(message), ...answer };
      return { to: actor, message: updated };
    });
    this.#options.decided({ sends, durable: false }, []);
  }

  /**
   * Answers in parts, each as large as the network takes in a moment (`document-parts.ts`). The last one is what the
   * client understands as the answer.
   */
  async #stream(
    entry: RoomDocument,
    [actor, question]: readonly [number, FetchDocument],
    v2: boolean,
    diff: DocumentDiff,
    pieces: UpdatePieces,
  ): Promise<void> {
    const { state } = entry;
    const { clock } = this.#options;
    // A client that asks again is answered again, and gets the rest of the earlier answer with that.
    state.streams.get(actor)?.abort();
    const stopped = new AbortController();
    state.streams.set(actor, stopped);
    this.#begin(entry);
    try {
      const parts = createDocumentParts(diff.update, pieces);
      const size = createPartSize();
      const part = (update: Buffer, ends?: Pick<DocumentUpdated, "remoteSnapshotHash">): DocumentUpdated => ({
        type: ServerMessageType.documentUpdated,
        ...nameOf({ guid: question.guid, v2: question.v2 === undefined ? undefined : false }),
        update: base64(update),
        isSync: ends !== undefined,
        stateVector: ends === undefined ? null : base64(diff.stateVector),
        remoteSnapshotHash: ends?.remoteSnapshotHash ?? diff.hash,
      });
      for (let next = parts.next(size.bytes); next !== undefined; next = parts.next(size.bytes)) {
        const { length } = next;
        const message = part(next);
        const begun = clock.monotonic();
        await settledOr(stopped.signal, (taken) =>
          this.#options.decided({ sends: [{ to: actor, part: message, taken }], durable: false }, []),
        );
        if (this.#closed || stopped.signal.aborted) return;
        size.took(length, clock.monotonic() - begun);
      }
      // Others may have changed the document meanwhile, and the client has their changes already.
      const now = await this.#ask(entry, (document) => document.hash(v2));
      if (this.#closed || stopped.signal.aborted) return;
      const remoteSnapshotHash = now.kind === "hash" ? now.hash : diff.hash;
      state.answering.add(actor);
      const last = part(parts.last(), { remoteSnapshotHash });
      this.#options.decided({ sends: [{ to: actor, part: last, taken: () => {} }], durable: false }, []);
    } finally {
      if (state.streams.get(actor) === stopped) state.streams.delete(actor);
      this.#end(entry);
    }
  }

  /** An unexpected error ends the room, and not the process. */
  #inBackground(work: Promise<void>): void {
    work.catch(this.#options.broken);
  }

  #begin(entry: RoomDocument): void {
    this.#cache.begin(entry);
    this.#underway++;
  }

  #end(entry: RoomDocument): void {
    this.#cache.end(entry);
    if (--this.#underway > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  // --- updates -------------------------------------------------------------------------------------------------------

  #take(entry: RoomDocument, waiting: WaitingUpdate): void {
    entry.state.waiting.push(waiting);
    if (waiting.settle !== undefined) this.#hurry(entry);
    if (!entry.state.applying) this.#inBackground(this.#apply(entry));
  }

  /** Updates that arrive while a batch is applied make the next one. */
  async #apply(entry: RoomDocument): Promise<void> {
    const { state } = entry;
    state.applying = true;
    this.#begin(entry);
    try {
      const opened = await entry.opened;
      while (state.waiting.length > 0) {
        const due = this.#batchDue(entry);
        if (due !== undefined) await due;
        if (this.#closed) return;
        const batch = state.waiting;
        state.waiting = [];
        state.hurried = false;
        state.deciding = this.#applyBatch(entry, opened, batch);
        await state.deciding;
      }
    } finally {
      state.applying = false;
      this.#end(entry);
    }
  }

  async #applyBatch(
    entry: RoomDocument,
    opened: OpenedDocument | DocumentFailure,
    received: readonly WaitingUpdate[],
  ): Promise<void> {
    const batch = this.#options.isDiskFull() ? refuseChanges(received) : received;
    if (batch.length === 0) return;
    const applied = opened.kind === "failed" ? opened : await applyAll(opened.document, batch, entry.state.readers);
    // Claims made for a connection that has left meanwhile are released.
    for (const { from } of batch)
      if (from !== undefined && !this.#options.connected(from.actor)) entry.document?.left(from.actor);
    if (applied.kind === "applied") return this.#decide(entry, batch, applied.outcomes, applied.hashes);
    for (const { from, settle } of batch) {
      settle?.(applied);
      if (from !== undefined && applied.cause !== "closed")
        this.#options.expel(from.actor, "TRY_AGAIN_LATER", applied.reason);
    }
  }

  /** A question follows the updates that came before it, and waits for nothing else. */
  #hurry({ state }: RoomDocument): void {
    if (state.waiting.length === 0) return;
    state.hurried = true;
    state.due?.();
  }

  /** Settles when the next batch is due; undefined if it is due now. */
  #batchDue({ state }: RoomDocument): Promise<void> | undefined {
    const { clock, windowMs } = this.#options;
    const now = clock.monotonic();
    const left = state.appliedAt + windowMs - now;
    if (left <= 0 || state.hurried) {
      state.appliedAt = now;
      return undefined;
    }
    return new Promise((resolve) => {
      const timer = clock.setTimer(left, () => state.due?.());
      state.due = () => {
        timer.cancel();
        state.due = undefined;
        state.appliedAt = clock.monotonic();
        resolve();
      };
    });
  }

  #decide(
    entry: RoomDocument,
    batch: readonly WaitingUpdate[],
    outcomes: readonly UpdateOutcome[],
    hashes: Hashes,
  ): void {
    if (this.#closed) return;
    const { guid } = entry;
    const { readers } = entry.state;
    const encodings = new Set(readers.values());
    const sends: Send[] = [];
    const users: string[] = [];
    batch.forEach(({ update: whole, v2, from, asked, settle, onFullDisk }, index) => {
      const outcome = outcomes[index]!;
      const update = (outcome.kind === "accepted" ? outcome.rest : undefined) ?? whole;
      const updated: DocumentUpdated = {
        type: ServerMessageType.documentUpdated,
        ...(asked === undefined ? { ...(guid === rootDocument ? undefined : { guid }), v2 } : nameOf(asked)),
        update: base64(update),
        isSync: false,
        stateVector: null,
        remoteSnapshotHash: hashIn(hashes, encodings.size === 1 ? encodings.has(true) : v2),
      };
      const toldIn = (encoding: boolean) => ({ ...updated, remoteSnapshotHash: hashIn(hashes, encoding) });
      if (outcome.kind === "accepted") {
        users.push(from?.user ?? userKeyOf("server"));
        this.#write(entry, { kind: "row", guid, id: outcome.row, update, v2 });
        if (encodings.size < 2) sends.push({ to: "everyone", message: updated });
        else for (const [actor, encoding] of readers) sends.push({ to: actor, message: toldIn(encoding) });
      } else if (outcome.kind === "unchanged") {
        // The sender waits for the hash; the others already have the contents.
        if (from !== undefined) sends.push({ to: from.actor, message: toldIn(readers.get(from.actor) ?? v2) });
      } else if (from !== undefined && onFullDisk === true && outcome.cause === "permission")
        this.#options.expel(from.actor, "RESTARTING", diskFull);
      else this.#refused(from, asked, outcome);
      settle?.(outcome);
    });
    this.#options.decided({ sends, durable: users.length > 0 }, users);
  }

  #refused(
    from: UpdateSender | undefined,
    asked: UpdateDocument | undefined,
    { cause, reason }: Extract<UpdateOutcome, { kind: "refused" }>,
  ): void {
    this.#options.events.updateRefused(cause);
    if (from === undefined || asked === undefined) return;
    switch (cause) {
      case "malformed":
      case "foreign":
      case "permission":
        // The protocol has no refusal: the client keeps the change, and its status shows that it is not synchronized.
        return;
      case "waiting":
        // The sender starts over: it gets the server's state, and sends what the server lacks.
        return this.fetch(from.actor, { type: ClientMessageType.fetchDocument, vector: "", ...nameOf(asked) });
      case "full":
      // Another document may have been the cause of the lost worker.
      case "died":
        return this.#options.expel(from.actor, "TRY_AGAIN_LATER", reason);
      default:
        return this.#options.expel(from.actor, "INVALID_FRAME", reason);
    }
  }

  #write(entry: RoomDocument, write: DocumentWrite): void {
    entry.unsaved = true;
    this.#writes.push(write);
  }

  #mergeIfDue(entry: RoomDocument): void {
    const { document, state } = entry;
    if (document?.compactionDue === true && !state.merging && !this.#options.isDiskFull())
      this.#inBackground(this.#merge(entry, document));
  }

  async #merge(entry: RoomDocument, document: OpenDocument): Promise<void> {
    const { guid, state } = entry;
    state.merging = true;
    this.#begin(entry);
    try {
      const merged = await document.compact();
      // The log is still complete, and is merged later.
      if (this.#closed || this.#options.isDiskFull()) return;
      if (merged.kind === "failed") {
        if (merged.cause !== "closed" && merged.cause !== "busy")
          this.#options.events.documentBroken(guid, merged.reason);
        return;
      }
      const kept = document.quarantined.map(({ id }) => id);
      this.#write(entry, { kind: "merge", guid, through: merged.through, state: merged.state, kept });
      this.#options.decided({ sends: [], durable: true }, []);
    } finally {
      state.merging = false;
      this.#end(entry);
    }
  }
}

const tooMany: DocumentFailure = {
  kind: "failed",
  cause: "busy",
  reason: "Too many documents of the room are asked for at once.",
};

/** The document that a message names, as answers repeat it. */
function nameOf({ guid, v2 }: { readonly guid?: string | undefined; readonly v2?: boolean | undefined }) {
  return { ...(guid === undefined ? undefined : { guid }), ...(v2 === undefined ? undefined : { v2 }) };
}

/** Starts something, and waits until it calls back or is stopped. */
function settledOr(stopped: AbortSignal, start: (settled: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) return resolve();
    stopped.addEventListener("abort", () => resolve(), { once: true });
    start(resolve);
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
