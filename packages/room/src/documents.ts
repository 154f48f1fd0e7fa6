import type { ClientMessage, ServerMessage } from "@weft/protocol";
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

type Fetch = Extract<ClientMessage, { type: 300 }>;
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
  readonly expel: (actor: number, error: "INVALID_FRAME" | "TRY_AGAIN_LATER", reason: string) => void;
  readonly events: DocumentEvents;
  /** How many documents stay awake while nobody asks for them. */
  readonly awake: number;
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
}

interface Entry {
  readonly guid: string;
  readonly opened: Promise<OpenedDocument | DocumentFailure>;
  document: OpenDocument | undefined;
  waiting: Waiting[];
  applying: boolean;
  /** When the last batch was applied, on the clock that never jumps. */
  appliedAt: number;
  /** Ends the gathering of the next batch. */
  due: (() => void) | undefined;
  /** Somebody waits for an answer behind the next batch. */
  hurried: boolean;
  merging: boolean;
  /** Settles when the batch that is being applied is decided. */
  deciding: Promise<void> | undefined;
  /** Whether each connection that has asked for the document reads the V2 encoding: it compares hashes in its own. */
  readonly readers: Map<number, boolean>;
  /** Connections that have asked and not answered yet: their next update is all that they have and we lack. */
  readonly answering: Set<number>;
  /** Questions and calls under way. */
  users: number;
  /** The newest row handed over to a commit. */
  taken: number | undefined;
}

class AwakeDocuments implements RoomDocuments {
  readonly #options: RoomDocumentsOptions;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #writes: DocumentWrite[] = [];
  #underway = 0;
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(options: RoomDocumentsOptions) {
    this.#options = options;
  }

  get busy(): boolean {
    return this.#underway > 0;
  }

  fetch(actor: number, message: Fetch): void {
    const { guid, v2 } = message;
    const vector = Buffer.from(message.vector, "base64");
    if (this.#closed) return;
    const { readers, answering } = this.#entry(guid ?? rootDocument);
    readers.set(actor, v2 === true);
    answering.add(actor);
    void this.ask(guid ?? rootDocument, (document) => document.diff(vector, v2 === true)).then((diff) => {
      if (this.#closed) return;
      if (diff.kind === "failed") {
        if (diff.cause === "malformed") this.#options.expel(actor, "INVALID_FRAME", diff.reason);
        else if (diff.cause !== "closed") this.#options.expel(actor, "TRY_AGAIN_LATER", diff.reason);
        return;
      }
      const answer: Updated = {
        type: 300,
        ...nameOf(message),
        update: base64(diff.update),
        isSync: true,
        stateVector: base64(diff.stateVector),
        remoteSnapshotHash: diff.hash,
      };
      this.#options.decided({ sends: [{ to: actor, message: answer }], durable: false }, []);
    });
  }

  update(writer: Writer, message: Update): void {
    if (this.#closed) return;
    const { guid, v2 } = message;
    const update = Buffer.from(message.update, "base64");
    const wholesale = this.#entry(guid ?? rootDocument).answering.delete(writer.actor);
    const from = wholesale ? { ...writer, wholesale } : writer;
    this.#take(guid ?? rootDocument, { update, v2: v2 === true, from, asked: message, settle: undefined });
  }

  put(guid: string, update: Uint8Array, v2: boolean): Promise<UpdateOutcome | DocumentFailure> {
    return new Promise((settle) => this.#take(guid, { update, v2, from: undefined, asked: undefined, settle }));
  }

  async ask<T>(guid: string, question: (document: OpenDocument) => Promise<T>): Promise<T | DocumentFailure> {
    if (this.#closed) return closed;
    const entry = this.#entry(guid);
    this.#begin(entry);
    this.#hurry(entry);
    try {
      const opened = await entry.opened;
      if (opened.kind === "failed") return opened;
      // The answer shows what is being applied: that has to be decided first, or it would be shown before it is durable.
      const { deciding } = entry;
      const answer = await question(opened.document);
      await deciding;
      return answer;
    } finally {
      this.#end(entry);
    }
  }

  left(actor: number): void {
    for (const { document, readers, answering } of this.#entries.values()) {
      document?.left(actor);
      readers.delete(actor);
      answering.delete(actor);
    }
  }

  takeWrites(): readonly DocumentWrite[] {
    const writes = this.#writes;
    this.#writes = [];
    for (const write of writes) {
      const entry = this.#entries.get(write.guid);
      if (entry !== undefined && write.kind === "row") entry.taken = write.id;
    }
    return writes;
  }

  flushed(): void {
    for (const entry of this.#entries.values()) {
      if (entry.taken === undefined) continue;
      entry.document?.committed(entry.taken);
      entry.taken = undefined;
      this.#mergeIfDue(entry);
    }
  }

  async idle(): Promise<void> {
    while (this.#underway > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  close(): void {
    this.#closed = true;
    for (const entry of this.#entries.values()) {
      entry.due?.();
      for (const { settle } of entry.waiting) settle?.(closed);
      entry.waiting = [];
      void entry.opened.then((opened) => opened.kind === "opened" && opened.document.close());
    }
    this.#entries.clear();
  }

  #entry(guid: string): Entry {
    const known = this.#entries.get(guid);
    if (known !== undefined) {
      this.#entries.delete(guid);
      this.#entries.set(guid, known);
      return known;
    }
    this.#makeRoom();
    const opened = this.#options.documents.open({ load: () => this.#options.load(guid) });
    const entry: Entry = {
      guid,
      opened,
      document: undefined,
      waiting: [],
      applying: false,
      appliedAt: -Infinity,
      due: undefined,
      hurried: false,
      merging: false,
      deciding: undefined,
      users: 0,
      readers: new Map(),
      answering: new Set(),
      taken: undefined,
    };
    this.#entries.set(guid, entry);
    void opened.then((answer) => {
      if (answer.kind === "failed") {
        // Whoever asks next tries again.
        if (this.#entries.get(guid) === entry) this.#entries.delete(guid);
        if (answer.cause !== "closed") this.#options.events.documentBroken(guid, answer.reason);
        return;
      }
      entry.document = answer.document;
      for (const { id, reason } of answer.document.quarantined)
        this.#options.events.documentBroken(guid, `Row ${id} cannot be read: ${reason}`);
    });
    return entry;
  }

  /** Lets go of documents that nobody uses, the longest unused first. */
  #makeRoom(): void {
    for (const entry of this.#entries.values()) {
      if (this.#entries.size < this.#options.awake) return;
      if (entry.users > 0 || entry.taken !== undefined || this.#writes.some(({ guid }) => guid === entry.guid))
        continue;
      this.#entries.delete(entry.guid);
      entry.document?.close();
    }
  }

  #begin(entry: Entry): void {
    entry.users++;
    this.#underway++;
  }

  #end(entry: Entry): void {
    entry.users--;
    if (--this.#underway > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #take(guid: string, waiting: Waiting): void {
    if (this.#closed) return waiting.settle?.(closed);
    const entry = this.#entry(guid);
    entry.waiting.push(waiting);
    if (waiting.settle !== undefined) this.#hurry(entry);
    if (!entry.applying) void this.#apply(entry);
  }

  /** What comes in while a batch is applied makes the next one. */
  async #apply(entry: Entry): Promise<void> {
    entry.applying = true;
    this.#begin(entry);
    try {
      const opened = await entry.opened;
      while (entry.waiting.length > 0) {
        const due = this.#batchDue(entry);
        if (due !== undefined) await due;
        if (this.#closed) return;
        const batch = entry.waiting;
        entry.waiting = [];
        entry.hurried = false;
        entry.deciding = this.#applyBatch(entry, opened, batch);
        await entry.deciding;
      }
    } finally {
      entry.applying = false;
      this.#end(entry);
    }
  }

  async #applyBatch(entry: Entry, opened: OpenedDocument | DocumentFailure, batch: readonly Waiting[]): Promise<void> {
    const applied = opened.kind === "failed" ? opened : await applyAll(opened.document, batch, entry.readers);
    if (applied.kind === "applied") return this.#decide(entry, batch, applied.outcomes, applied.hashes);
    for (const { from, settle } of batch) {
      settle?.(applied);
      if (from !== undefined && applied.cause !== "closed")
        this.#options.expel(from.actor, "TRY_AGAIN_LATER", applied.reason);
    }
  }

  /** What is asked comes after what was said before, and waits for nothing else. */
  #hurry(entry: Entry): void {
    if (entry.waiting.length === 0) return;
    entry.hurried = true;
    entry.due?.();
  }

  /** Settles when the next batch is to be applied; undefined if that is now. */
  #batchDue(entry: Entry): Promise<void> | undefined {
    const { clock, windowMs } = this.#options;
    const now = clock.monotonic();
    const left = entry.appliedAt + windowMs - now;
    if (left <= 0 || entry.hurried) {
      entry.appliedAt = now;
      return undefined;
    }
    return new Promise((resolve) => {
      const timer = clock.setTimer(left, () => entry.due?.());
      entry.due = () => {
        timer.cancel();
        entry.due = undefined;
        entry.appliedAt = clock.monotonic();
        resolve();
      };
    });
  }

  #decide(entry: Entry, batch: readonly Waiting[], outcomes: readonly UpdateOutcome[], hashes: Hashes): void {
    if (this.#closed) return;
    const { guid, readers } = entry;
    const encodings = new Set(readers.values());
    const sends: Send[] = [];
    const users: string[] = [];
    batch.forEach(({ update: whole, v2, from, asked, settle }, index) => {
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
        this.#writes.push({ kind: "row", guid, id: outcome.row, update, v2 });
        if (encodings.size < 2) sends.push({ to: "everyone", message: told });
        else for (const [actor, encoding] of readers) sends.push({ to: actor, message: toldIn(encoding) });
      } else if (outcome.kind === "unchanged") {
        // Its sender waits for the hash; the others have it all.
        if (from !== undefined) sends.push({ to: from.actor, message: toldIn(readers.get(from.actor) ?? v2) });
      } else this.#refused(from, asked, outcome);
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

  #mergeIfDue(entry: Entry): void {
    const { document, guid } = entry;
    if (document?.compactionDue !== true || entry.merging) return;
    entry.merging = true;
    this.#begin(entry);
    void document.compact().then((merged) => {
      entry.merging = false;
      this.#end(entry);
      if (this.#closed) return;
      if (merged.kind === "failed") {
        if (merged.cause !== "closed") this.#options.events.documentBroken(guid, merged.reason);
        return;
      }
      const kept = document.quarantined.map(({ id }) => id);
      this.#writes.push({ kind: "merge", guid, through: merged.through, state: merged.state, kept });
      this.#options.decided({ sends: [], durable: true }, []);
    });
  }
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

const closed: DocumentFailure = { kind: "failed", cause: "closed", reason: "The room is closing." };

/** What a message says about which document it means, as it is echoed. */
function nameOf({ guid, v2 }: { readonly guid?: string | undefined; readonly v2?: boolean | undefined }) {
  return { ...(guid === undefined ? undefined : { guid }), ...(v2 === undefined ? undefined : { v2 }) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
