/**
 * The Yjs documents of awake rooms: applied, compared and encoded beside the main thread, under a deadline and a memory
 * bound, since Yjs trusts its input and updates are not to be trusted. What an adapter
 * promises is numbered in the SPEC.md of `@weft/document`.
 */
export interface Documents extends AsyncDisposable {
  /** Loads a document. It fails with a value: the rest of the room opens without it. */
  open(source: DocumentSource): Promise<OpenedDocument | DocumentFailure>;
  /** As `OpenDocument.json`, of a state that nobody holds open, such as a version's. */
  preview(state: Uint8Array, question?: JsonQuestion): Promise<JsonAnswer | DocumentFailure>;
  /** The update that brings a document from its state now back to an earlier one; undefined when nothing differs. */
  restoring(earlier: Uint8Array, now: Uint8Array): Promise<RestoringUpdate | DocumentFailure>;
  readonly counters: DocumentCounters;
}

export interface OpenedDocument {
  readonly kind: "opened";
  readonly document: OpenDocument;
}

export interface DocumentSource {
  /**
   * What is stored, oldest first; a merged state is a row like any other. Called again whenever the worker that held the
   * document is gone: it answers at least what `committed` has named.
   */
  load(): Promise<readonly DocumentRow[]>;
  /** Closes the document if it is idle, and answers whether it was: the server holds as many documents as it may. */
  release?(): boolean;
}

export interface DocumentRow {
  /** Ascending. */
  readonly id: number;
  readonly update: Uint8Array;
  readonly v2: boolean;
}

/**
 * One document. What it is asked is answered in the order in which it was asked; an answer reflects every update
 * accepted before it, so whatever is made of it must wait until those are committed.
 */
export interface OpenDocument {
  /** Rows that could not be applied. They are left out, and no merged state stands for them. */
  readonly quarantined: readonly QuarantinedRow[];
  /** The log has grown long enough to be merged. */
  readonly compactionDue: boolean;

  /** Takes updates in turn; each stands alone. Calls made while one is on its way become one. */
  apply(updates: readonly ReceivedUpdate[]): Promise<AppliedUpdates | DocumentFailure>;
  /** The rows up to this one are durable. */
  committed(through: number): void;
  /** What somebody with this state vector lacks; everything, if it is empty. */
  diff(vector: Uint8Array, v2: boolean): Promise<DocumentDiff | DocumentFailure>;
  /** base64 of SHA-256 of the encoded snapshot, as the SDKs compare it. */
  hash(v2: boolean): Promise<DocumentHash | DocumentFailure>;
  json(question?: JsonQuestion): Promise<JsonAnswer | DocumentFailure>;
  /** Whether the document refers to the subdocument. */
  refersTo(guid: string): Promise<Reference | DocumentFailure>;
  /** Everything as one V1 update, which replaces the rows up to `through` that are not quarantined. */
  compact(): Promise<CompactedDocument | DocumentFailure>;
  /** The actor is gone: the client ids that it wrote may be continued by anybody. */
  left(actor: number): void;
  close(): void;
}

export interface ReceivedUpdate {
  readonly update: Uint8Array;
  readonly v2: boolean;
  /** Undefined for the project's own back end, which is bounded by the document alone. */
  readonly from: Writer | undefined;
}
export interface Writer {
  readonly actor: number;
  /** Empty for anonymous connections. */
  readonly user: string;
  readonly readOnly: boolean;
  /** It sends all that it has and we may lack: what others wrote may be in it, so it claims nothing. */
  readonly wholesale?: boolean;
}

export interface AppliedUpdates {
  readonly kind: "applied";
  readonly outcomes: readonly UpdateOutcome[];
  /** Of the document after all of them, in the encodings in which updates came. */
  readonly hashes: { readonly v1?: string; readonly v2?: string };
}
export type UpdateOutcome =
  /** To be stored as the row with this id, and told: the update, or what is left of it without what is another's. */
  | { readonly kind: "accepted"; readonly row: number; readonly rest?: Uint8Array }
  /** It held nothing new: there is nothing to store, and nothing to tell the others. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly cause: UpdateRefusal; readonly reason: string };
/**
 * `malformed`, `excessive`: no honest client sends it. `waiting`: too much waits for what has not arrived; its sender must
 * begin anew. `foreign`: it only continues what a live actor of another user writes. `overran`, `died`: it cost a worker.
 */
export type UpdateRefusal =
  | "malformed"
  | "excessive"
  | "permission"
  | "foreign"
  | "full"
  | "waiting"
  | "overran"
  | "died";

export interface DocumentDiff {
  readonly kind: "diff";
  readonly update: Uint8Array;
  readonly stateVector: Uint8Array;
  readonly hash: string;
}
export interface DocumentHash {
  readonly kind: "hash";
  readonly hash: string;
}
export interface JsonAnswer {
  readonly kind: "json";
  /** UTF-8. */
  readonly text: Uint8Array;
}
export interface Reference {
  readonly kind: "reference";
  readonly exists: boolean;
}
export interface RestoringUpdate {
  readonly kind: "restoring";
  readonly update: Uint8Array | undefined;
}
export interface CompactedDocument {
  readonly kind: "compacted";
  readonly state: Uint8Array;
  readonly through: number;
}
export interface QuarantinedRow {
  readonly id: number;
  readonly reason: string;
}

/** What of a document is wanted as JSON. */
export interface JsonQuestion {
  readonly key?: string;
  /** The kind of the root `key`; inferred when it is left out. */
  readonly type?: RootType;
  /** Texts become lists of text and formatting. */
  readonly formatting?: boolean;
}
export type RootType = "ymap" | "ytext" | "yxmltext" | "yxmlfragment" | "yarray";

/**
 * `overran`, `died`: this very question cost a worker. `malformed`: the question itself. `broken`: the document cannot be
 * held, or a merged state does not say the same. `closed`: it was closed, or the server stops. `busy`: too much is asked at
 * once, and it may be asked again.
 */
export interface DocumentFailure {
  readonly kind: "failed";
  readonly cause: "overran" | "died" | "malformed" | "broken" | "closed" | "busy";
  readonly reason: string;
}

/** Totals since the start. */
export interface DocumentCounters {
  readonly open: number;
  readonly accepted: number;
  readonly refused: number;
  /** Questions that were put to workers. */
  readonly asked: number;
  readonly quarantined: number;
  readonly workersLost: number;
}

export type DocumentWrite =
  | ({ readonly kind: "row"; readonly guid: string } & DocumentRow)
  /** One row instead of all up to `through`, save those that could not be read. */
  | {
      readonly kind: "merge";
      readonly guid: string;
      readonly through: number;
      readonly state: Uint8Array;
      readonly kept: readonly number[];
    };

export interface DocumentEvents {
  /** An update was not taken: what was wrong with it. */
  updateRefused(cause: string): void;
  /** A document cannot be opened, or some of its rows cannot be read; the rest of the room goes on. */
  documentBroken(guid: string, reason: string): void;
}
