import type { ClientMessage, ServerMessage } from "@weft/protocol";
import type { CachedDocument, DocumentCache } from "./document-cache.ts";
import { closed, createDocumentCache } from "./document-cache.ts";
import type {
  AppliedUpdates,
  DocumentEvents,
  DocumentFailure,
  DocumentRow,
  DocumentWrite,
  Documents,
  OpenDocument,
  OpenedDocument,
  ReceivedUpdate,
  UpdateOutcome,
  Writer,
} from "./document-ports.ts";
import type { DocumentQuestion, DocumentQuestions, Fetch } from "./document-questions.ts";
import { createDocumentQuestions } from "./document-questions.ts";
import { diskFull } from "./full-disk.ts";
import type { Clock } from "./ports.ts";
import type { Outcome, Send } from "./room.ts";
import { userOf } from "./room.ts";

/**
 * The Yjs documents of one awake room: the root document and its subdocuments, by `guid`. Yjs runs elsewhere
 * (`document-ports.ts`); here is what a document means for the room.
 *
 *     update ─► waiting ─► apply (a worker) ─► rows ─► commit ─► flushed ─► everybody, the sender included
 *     fetch ──► diff (after all that was applied before) ─────► said when that is flushed
 *
 * A diff may cost as much as the document is large, and asking for it costs nothing: a document answers one question of
 * the room's connections at a time (`document-questions.ts`), and only so many documents are open (`document-cache.ts`).
 *
 * Updates are applied at once in a quiet room. In a busy one they gather for the window that its fan-out has too (RM12): a
 * batch costs a worker, and after it the disk, hardly more than one update.
 *
 * Nobody sees an update, nor a hash that includes it, before it is durable (G1, G2): what is decided here goes the way of
 * Storage, through the gate.
 */
export interface RoomDocuments {
  /** Something is under way: the room may not sleep yet. */
  readonly busy: boolean;
  fetch(actor: number, message: Fetch): void;
  update(writer: Writer, message: Update): void;
  /** Takes an update of the project's own back end, and answers what became of it once it is decided. */
  put(guid: string, update: Uint8Array, v2: boolean): Promise<UpdateOutcome | DocumentFailure>;
  /** Asks a document something that changes nothing. */
  ask<T>(guid: string, question: (document: OpenDocument) => Promise<T>): Promise<T | DocumentFailure>;
  left(actor: number): void;
  /** What has to be made durable since the last call. */
  takeWrites(): readonly DocumentWrite[];
  /** What was taken last is durable. */
  flushed(): void;
  /** Settles when nothing is under way. */
  idle(): Promise<void>;
  close(): void;
}

type Update = Extract<ClientMessage, { type: 301 }>;
type Updated = Extract<ServerMessage, { type: 300 }>;

/** The `guid` of the document that has none. */
export const rootDocument = "";

export interface RoomDocumentsOptions {
  readonly documents: Documents;
  readonly load: (guid: string) => Promise<readonly DocumentRow[]>;
  /** Something was decided: updates of these users, each, and what is to be said of them. */
  readonly decided: (outcome: Outcome, users: readonly string[]) => void;
  /** The sender cannot go on. */
  readonly expel: (actor: number, error: "INVALID_FRAME" | "TRY_AGAIN_LATER" | "RESTARTING", reason: string) => void;
  /** Whether the actor's connection is still there. */
  readonly connected: (actor: number) => boolean;
  /** While it is, nothing that is new is taken (RM29). */
  readonly isDiskFull: () => boolean;
  /** An invariant is broken: the room cannot go on. */
  readonly broken: (cause: unknown) => void;
  readonly events: DocumentEvents;
  /** How many documents may be open at once, and how many more may wait for that. */
  readonly open: number;
  readonly waiting: number;
  readonly clock: Pick<Clock, "monotonic" | "setTimer">;
  /** Updates that come within this time of a batch make the next one. */
  readonly windowMs: number;
}

export function createRoomDocuments(options: RoomDocumentsOptions): RoomDocuments {
  return new AwakeDocuments(options);
}

interface Waiting extends ReceivedUpdate {
  readonly asked: Update | undefined;
  readonly settle: ((outcome: UpdateOutcome | DocumentFailure) => void) | undefined;
  /** Its sender may write, but is taken for a reader. */
  readonly onFullDisk?: boolean;
}

/** What the room keeps of a document beside it. */
interface State {
  waiting: Waiting[];
  applying: boolean;
  /** When the last batch was applied, on the clock that never jumps. */
  appliedAt: number;
  /** Ends the gathering of the next batch. */
  due: (() => void) | undefined;
  /** A caller waits for an answer behind the next batch. */
  hurried: boolean;
  merging: boolean;
  /** Settles when the batch that is being applied is decided. */
  deciding: Promise<void> | undefined;
  readonly questions: DocumentQuestions;
  /** Its questions are being answered. */
  answeringQuestions: boolean;
  /** Whether each connection that has asked for the document reads the V2 encoding: it compares hashes in its own. */
  readonly readers: Map<number, boolean>;
  /** Connections that have asked and not answered yet: their next update is all that they have and we lack. */
  readonly answering: Set<number>;
}
type Entry = CachedDocument<State>;

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

  fetch(actor: number, message: Fetch): void {
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

  update(writer: Writer, message: Update): void {
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
      const { readers, answering, questions, answeringQuestions, waiting } = entry.state;
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

  // --- questions -------------------------------------------------------------------------------------------------------

  async #ask<T>(entry: Entry, question: (document: OpenDocument) => Promise<T>): Promise<T | DocumentFailure> {
    this.#begin(entry);
    this.#hurry(entry);
    try {
      const opened = await entry.opened;
      if (opened.kind === "failed") return opened;
      // The answer shows what is being applied: that has to be decided first, or it would be shown before it is durable.
      const { deciding } = entry.state;
      const answer = await question(opened.document);
      await deciding;
      // A crash may have left a log too long that nobody adds to any more.
      this.#mergeIfDue(entry);
      return answer;
    } finally {
      this.#end(entry);
    }
  }

  async #answerQuestions(entry: Entry): Promise<void> {
    const { state } = entry;
    state.answeringQuestions = true;
    this.#begin(entry);
    try {
      // Until it is open, questions are still replaced, shared and dropped.
      await entry.opened;
      for (let next = state.questions.next(); next !== undefined; next = state.questions.next())
        await this.#answer(entry, next);
    } finally {
      state.answeringQuestions = false;
      this.#end(entry);
    }
  }

  async #answer(entry: Entry, { vector, v2, askers }: DocumentQuestion): Promise<void> {
    const diff = await this.#ask(entry, (document) => document.diff(Buffer.from(vector, "base64"), v2));
    if (this.#closed || askers.size === 0) return;
    if (diff.kind === "failed") {
      const error = diff.cause === "malformed" ? "INVALID_FRAME" : "TRY_AGAIN_LATER";
      if (diff.cause !== "closed") for (const actor of askers.keys()) this.#options.expel(actor, error, diff.reason);
      return;
    }
    const answer = {
      update: base64(diff.update),
      isSync: true,
      stateVector: base64(diff.stateVector),
      remoteSnapshotHash: diff.hash,
    };
    const sends = Array.from(askers, ([actor, message]): Send => {
      const told: Updated = { type: 300, ...nameOf(message), ...answer };
      return { to: actor, message: told };
    });
    this.#options.decided({ sends, durable: false }, []);
  }

  /** Nothing is expected to throw here. If something does, the room ends, and not the process. */
  #inBackground(work: Promise<void>): void {
    work.catch(this.#options.broken);
  }

  #begin(entry: Entry): void {
    this.#cache.begin(entry);
    this.#underway++;
  }

  #end(entry: Entry): void {
    this.#cache.end(entry);
    if (--this.#underway > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  // --- updates ---------------------------------------------------------------------------------------------------------

  #take(entry: Entry, waiting: Waiting): void {
    entry.state.waiting.push(waiting);
    if (waiting.settle !== undefined) this.#hurry(entry);
    if (!entry.state.applying) this.#inBackground(this.#apply(entry));
  }

  /** What comes in while a batch is applied makes the next one. */
  async #apply(entry: Entry): Promise<void> {
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
    entry: Entry,
    opened: OpenedDocument | DocumentFailure,
    received: readonly Waiting[],
  ): Promise<void> {
    const batch = this.#options.isDiskFull() ? refuseChanges(received) : received;
    if (batch.length === 0) return;
    const applied = opened.kind === "failed" ? opened : await applyAll(opened.document, batch, entry.state.readers);
    // Claims that were made for a connection that left meanwhile end with it.
    for (const { from } of batch)
      if (from !== undefined && !this.#options.connected(from.actor)) entry.document?.left(from.actor);
    if (applied.kind === "applied") return this.#decide(entry, batch, applied.outcomes, applied.hashes);
    for (const { from, settle } of batch) {
      settle?.(applied);
      if (from !== undefined && applied.cause !== "closed")
        this.#options.expel(from.actor, "TRY_AGAIN_LATER", applied.reason);
    }
  }

  /** What is asked comes after what was said before, and waits for nothing else. */
  #hurry({ state }: Entry): void {
    if (state.waiting.length === 0) return;
    state.hurried = true;
    state.due?.();
  }

  /** Settles when the next batch is to be applied; undefined if that is now. */
  #batchDue({ state }: Entry): Promise<void> | undefined {
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

  #decide(entry: Entry, batch: readonly Waiting[], outcomes: readonly UpdateOutcome[], hashes: Hashes): void {
    if (this.#closed) return;
    const { guid } = entry;
    const { readers } = entry.state;
    const encodings = new Set(readers.values());
    const sends: Send[] = [];
    const users: string[] = [];
    batch.forEach(({ update: whole, v2, from, asked, settle, onFullDisk }, index) => {
      const outcome = outcomes[index]!;
      const update = (outcome.kind === "accepted" ? outcome.rest : undefined) ?? whole;
      const told: Updated = {
        type: 300,
        ...(asked === undefined ? { ...(guid === rootDocument ? undefined : { guid }), v2 } : nameOf(asked)),
        update: base64(update),
        isSync: false,
        stateVector: null,
        remoteSnapshotHash: hashIn(hashes, encodings.size === 1 ? encodings.has(true) : v2),
      };
      const toldIn = (encoding: boolean) => ({ ...told, remoteSnapshotHash: hashIn(hashes, encoding) });
      if (outcome.kind === "accepted") {
        users.push(from?.user ?? userOf("server"));
        this.#write(entry, { kind: "row", guid, id: outcome.row, update, v2 });
        if (encodings.size < 2) sends.push({ to: "everyone", message: told });
        else for (const [actor, encoding] of readers) sends.push({ to: actor, message: toldIn(encoding) });
      } else if (outcome.kind === "unchanged") {
        // Its sender waits for the hash; the others have it all.
        if (from !== undefined) sends.push({ to: from.actor, message: toldIn(readers.get(from.actor) ?? v2) });
      } else if (from !== undefined && onFullDisk === true && outcome.cause === "permission")
        this.#options.expel(from.actor, "RESTARTING", diskFull);
      else this.#refused(from, asked, outcome);
      settle?.(outcome);
    });
    this.#options.decided({ sends, durable: users.length > 0 }, users);
  }

  #refused(
    from: Writer | undefined,
    asked: Update | undefined,
    { cause, reason }: Extract<UpdateOutcome, { kind: "refused" }>,
  ): void {
    this.#options.events.updateRefused(cause);
    if (from === undefined || asked === undefined) return;
    switch (cause) {
      case "malformed":
      case "foreign":
      case "permission":
        // The SDK has no answer for it: what it has typed stays with it, and its status says so.
        return;
      case "waiting":
        // Its sender begins anew: it is told what is here, and sends whatever is missing.
        return this.fetch(from.actor, { type: 300, vector: "", ...nameOf(asked) });
      case "full":
      // It may have been another document's fault that the worker died.
      case "died":
        return this.#options.expel(from.actor, "TRY_AGAIN_LATER", reason);
      default:
        return this.#options.expel(from.actor, "INVALID_FRAME", reason);
    }
  }

  #write(entry: Entry, write: DocumentWrite): void {
    entry.unsaved = true;
    this.#writes.push(write);
  }

  #mergeIfDue(entry: Entry): void {
    const { document, state } = entry;
    if (document?.compactionDue === true && !state.merging && !this.#options.isDiskFull())
      this.#inBackground(this.#merge(entry, document));
  }

  async #merge(entry: Entry, document: OpenDocument): Promise<void> {
    const { guid, state } = entry;
    state.merging = true;
    this.#begin(entry);
    try {
      const merged = await document.compact();
      // Merged later, then: the log is still there.
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

/** On a full disk nobody writes: who may, is taken for a reader, and a call is answered at once. */
function refuseChanges(received: readonly Waiting[]): readonly Waiting[] {
  const batch: Waiting[] = [];
  for (const waiting of received) {
    const { from, settle } = waiting;
    if (from === undefined) settle?.({ kind: "failed", cause: "busy", reason: diskFull });
    else if (from.readOnly) batch.push(waiting);
    else batch.push({ ...waiting, from: { ...from, readOnly: true }, onFullDisk: true });
  }
  return batch;
}

type Hashes = { readonly v1?: string; readonly v2?: string };

/**
 * Applies updates, with hashes in every encoding in which somebody compares them; an update brings only that of its own.
 * All is asked at once: a question that comes later must not be answered before what is applied here is decided.
 */
async function applyAll(
  document: OpenDocument,
  updates: readonly ReceivedUpdate[],
  readers: ReadonlyMap<number, boolean>,
): Promise<AppliedUpdates | DocumentFailure> {
  const wanted = new Set(readers.values());
  for (const { v2 } of updates) wanted.delete(v2);
  const applying = document.apply(updates);
  const [applied, ...answers] = await Promise.all([
    applying,
    ...Array.from(wanted, async (v2) => ({ v2, answer: await document.hash(v2) })),
  ]);
  if (applied.kind === "failed") return applied;
  let { hashes } = applied;
  for (const { v2, answer } of answers)
    if (answer.kind === "hash") hashes = { ...hashes, [v2 ? "v2" : "v1"]: answer.hash };
  return { ...applied, hashes };
}

function hashIn({ v1, v2 }: Hashes, asV2: boolean): string {
  return (asV2 ? v2 : v1) ?? "";
}

const tooMany: DocumentFailure = {
  kind: "failed",
  cause: "busy",
  reason: "Too many documents of the room are asked for at once.",
};

/** What a message says about which document it means, as it is echoed. */
function nameOf({ guid, v2 }: { readonly guid?: string | undefined; readonly v2?: boolean | undefined }) {
  return { ...(guid === undefined ? undefined : { guid }), ...(v2 === undefined ? undefined : { v2 }) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
