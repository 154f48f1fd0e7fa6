/**
 * Keeps one Yjs document in step with the server's, over connections that come and go.
 *
 *   offline ─ connected ─► asking ─ the server's state ─► live ─ disconnected ─► offline
 *                            ▲                             │
 *                            └── no answer to an update ◄──┘
 *
 * A connection begins with a question that carries the document's state vector. The answer carries the server's, and what the server
 * lacks by it is sent: edits that were made offline, and updates whose answers were lost. While live, the edits of one task are sent
 * as one update. The server sends an update back to its sender when it is on disk, so that is its acknowledgement. An update without
 * one is looked into by asking again: if the server does not have it, it is sent once more; if it still does not, it was refused.
 */
import * as Y from "yjs";
import type { DocumentUpdated } from "@weft/protocol/types";
import { fromBase64, toBase64 } from "./base64.ts";
import type { SendWindow } from "./send-window.ts";
import { piecesOf } from "./update-pieces.ts";

export interface DocumentSyncOptions {
  readonly doc: Y.Doc;
  /** The origin of the transactions that apply what others have written. */
  readonly origin: object;
  readonly useV2: boolean;
  readonly window: SendWindow;
  fetch(stateVector: string): void;
  update(update: string, isV2: boolean): void;
  mayWrite(): boolean;
  changed(): void;
  refused(): void;
}

interface Waiting {
  readonly text: string;
  readonly isV2: boolean;
  /** The number of the last edit that the server has once it has this; absent for all pieces but the last. */
  readonly through: number | undefined;
}

type Phase = "offline" | "asking" | "live";

/** Larger updates are cut, so that other messages of the room need not wait for long. */
export const pieceBytes = 256 * 1_024;
/** How long an acknowledgement may take before the server is asked what it has. */
export const acknowledgedWithinMs = 5_000;
const attempts = 2;

export class DocumentSync {
  readonly #options: DocumentSyncOptions;
  #phase: Phase = "offline";
  #isLoaded = false;
  /** Parts of the server's state that arrived before the last of them, which carries its state vector. */
  #parts: Uint8Array[] = [];
  /** Local edits are numbered; those up to `#confirmed` are on the server's disk. */
  #made = 0;
  #confirmed = 0;
  /** Edits of this task. */
  #edits: Uint8Array[] = [];
  #isDrainDue = false;
  #outbox: Waiting[] = [];
  #inFlight: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isCheck = false;
  #failedChecks = 0;
  #whenConfirmed: { readonly through: number; readonly resolve: () => void; readonly reject: (e: Error) => void }[] =
    [];

  constructor(options: DocumentSyncOptions) {
    this.#options = options;
    const { doc } = options;
    if (doc.store.clients.size > 0) this.#made = 1;
    doc.on("update", this.#edited);
  }

  get doc(): Y.Doc {
    return this.#options.doc;
  }

  /** Whether the server's state has arrived over this connection. */
  get isLive(): boolean {
    return this.#phase === "live";
  }

  /** Whether it has ever arrived. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Whether every edit is on the server's disk. */
  get isConfirmed(): boolean {
    return this.#confirmed === this.#made;
  }

  connected(): void {
    this.#failedChecks = 0;
    this.#ask(false);
  }

  disconnected(): void {
    this.#phase = "offline";
    // The next answer has them again.
    this.#parts = [];
    this.#forgetSent();
    this.#options.changed();
  }

  destroy(): void {
    this.doc.off("update", this.#edited);
    this.#phase = "offline";
    this.#forgetSent();
    this.fail(new Error("The document was closed before the server had all of it."));
  }

  /** Resolves when the server has every edit that was made before, on disk. */
  flushed(): Promise<void> {
    if (this.isConfirmed) return Promise.resolve();
    return new Promise((resolve, reject) => this.#whenConfirmed.push({ through: this.#made, resolve, reject }));
  }

  /** Rejects what waits to be flushed. */
  fail(error: Error): void {
    for (const { reject } of this.#whenConfirmed.splice(0)) reject(error);
  }

  receive({ update, v2, isSync, stateVector }: DocumentUpdated): void {
    if (!isSync && this.#inFlight.some(({ text }) => text === update)) return this.#acknowledged(update);
    const bytes = fromBase64(update);
    const isAnswer = isSync && stateVector !== null;
    // Nothing of it can be applied without the last part. Yjs would merge what waits with each part, again and again.
    if (!this.#isLoaded && this.#phase === "asking" && !isAnswer && v2 !== true) return void this.#parts.push(bytes);
    const { doc, origin } = this.#options;
    const parts = this.#parts.splice(0);
    if (parts.length > 0) Y.applyUpdate(doc, Y.mergeUpdates(parts), origin);
    // Observers of the application run meanwhile, and may throw.
    try {
      if (v2 === true) Y.applyUpdateV2(doc, bytes, origin);
      else Y.applyUpdate(doc, bytes, origin);
    } finally {
      if (isAnswer) this.#answered(fromBase64(stateVector), bytes, v2 === true);
    }
  }

  // ---- edits

  readonly #edited = (update: Uint8Array, origin: unknown): void => {
    if (origin === this.#options.origin) return;
    this.#made++;
    // Without the server's state, the edit is part of what the server will be found to lack.
    if (this.#phase === "live" && this.#options.mayWrite()) {
      this.#edits.push(update);
      if (!this.#isDrainDue) queueMicrotask(() => this.#drain());
      this.#isDrainDue = true;
    }
    this.#options.changed();
  };

  #drain(): void {
    this.#isDrainDue = false;
    const edits = this.#edits;
    this.#edits = [];
    if (edits.length > 0) this.#write(edits.length === 1 ? edits[0]! : Y.mergeUpdates(edits));
  }

  #write(update: Uint8Array): void {
    const pieces = piecesOf(update, pieceBytes);
    pieces.forEach((piece, index) => {
      const isLast = index === pieces.length - 1;
      // A document of this size is exchanged in the first encoding, which can be cut: a message says which one it is in.
      const isV2 = this.#options.useV2 && pieces.length === 1;
      const text = toBase64(isV2 ? Y.convertUpdateFormatV1ToV2(piece) : piece);
      this.#outbox.push({ text, isV2, through: isLast ? this.#made : undefined });
    });
    this.#send();
  }

  readonly #send = (): void => {
    while (this.#phase === "live" && this.#outbox.length > 0) {
      const next = this.#outbox[0]!;
      if (!this.#options.window.take(next.text.length, this.#send)) return;
      this.#outbox.shift();
      this.#inFlight.push(next);
      this.#options.update(next.text, next.isV2);
      this.#await();
    }
  };

  // ---- answers

  #acknowledged(update: string): void {
    // The server answers in order.
    const at = this.#inFlight.findIndex(({ text }) => text === update);
    const settled = this.#inFlight.splice(0, at + 1);
    this.#failedChecks = 0;
    for (const { through } of settled) if (through !== undefined) this.#confirm(through);
    this.#await();
    for (const { text } of settled) this.#options.window.give(text.length);
    this.#options.changed();
  }

  #answered(stateVector: Uint8Array, update: Uint8Array, isV2: boolean): void {
    const isCheck = this.#isCheck;
    this.#forgetSent();
    this.#phase = "live";
    this.#isLoaded = true;
    const lacking = this.#lackedBy(stateVector, update, isV2);
    if (lacking === undefined) {
      this.#failedChecks = 0;
      this.#confirm(this.#made);
    } else if (isCheck && ++this.#failedChecks >= attempts) {
      this.#failedChecks = 0;
      this.#options.refused();
    } else if (this.#options.mayWrite()) this.#write(lacking);
    this.#options.changed();
  }

  /** What the server does not have, by its answer. */
  #lackedBy(stateVector: Uint8Array, answer: Uint8Array, isV2: boolean): Uint8Array | undefined {
    const { doc } = this.#options;
    const lacking = Y.encodeStateAsUpdate(doc, stateVector);
    const hasStructs = lacking[0] !== 0;
    if (hasStructs) return lacking;
    // State vectors do not count deletions.
    if (this.isConfirmed) return undefined;
    const { ds } = isV2 ? Y.decodeUpdateV2(answer) : Y.decodeUpdate(answer);
    return Y.equalDeleteSets(ds, Y.createDeleteSetFromStructStore(doc.store)) ? undefined : lacking;
  }

  #confirm(through: number): void {
    this.#confirmed = Math.max(this.#confirmed, through);
    const confirmed = this.#whenConfirmed.filter((each) => each.through <= this.#confirmed);
    this.#whenConfirmed = this.#whenConfirmed.filter((each) => each.through > this.#confirmed);
    for (const { resolve } of confirmed) resolve();
  }

  // ---- questions

  #ask(isCheck: boolean): void {
    this.#forgetSent();
    this.#phase = "asking";
    this.#isCheck = isCheck;
    this.#options.fetch(toBase64(Y.encodeStateVector(this.#options.doc)));
    this.#options.changed();
  }

  /** Waits for the acknowledgement of what was sent first. */
  #await(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#inFlight.length === 0) return;
    this.#timer = setTimeout(() => this.#ask(true), acknowledgedWithinMs);
  }

  #forgetSent(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#edits = [];
    this.#outbox = [];
    const inFlight = this.#inFlight;
    this.#inFlight = [];
    this.#options.window.leave(this.#send);
    for (const { text } of inFlight) this.#options.window.give(text.length);
  }
}
