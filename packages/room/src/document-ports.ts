/**
 * The Yjs documents of loaded rooms: applied, compared and encoded off the main thread, with a deadline and a memory
 * bound, because Yjs trusts its input and updates are untrusted. The promises of an adapter are numbered in the SPEC.md
 * of `@weft/document`.
 */
export interface Documents extends AsyncDisposable {
  /** Loads a document. A failure is returned as a value: the rest of the room opens without it. */
  open(source: DocumentSource): Promise<OpenedDocument | DocumentFailure>;
  /**
   * The update that brings a document from its present state back to an earlier one; undefined when nothing differs.
   */
  restoring(earlier: Uint8Array, now: Uint8Array): Promise<RestoringUpdate | DocumentFailure>;
  readonly counters: DocumentCounters;
}

export interface OpenedDocument {
  readonly kind: "opened";
  readonly document: OpenDocument;
}

export interface DocumentSource {
  /**
   * The stored rows, oldest first; a merged state is a row like any other. Called again whenever the document's worker
   * is lost: it returns at least the rows up to `committed`.
   */
  load(): Promise<readonly DocumentRow[]>;
  /** Called at the limit of open documents: closes this one if it is idle, and returns whether it was. */
  release?(): boolean;
}

export interface DocumentRow {
  /** Ascending. */
  readonly id: number;
  readonly update: Uint8Array;
  readonly v2: boolean;
}

/**
 * One document. Calls are answered in order. An answer reflects every update accepted before it, so it must not be
 * shown to anyone before those are committed.
 */
export interface OpenDocument {
  /** Rows that could not be applied. They are left out, and no merged state replaces them. */
  readonly quarantined: readonly QuarantinedRow[];
  /** The log is long enough to be merged. */
  readonly compactionDue: boolean;

  /** Applies updates in order, each on its own. Calls that are made while one is in progress are joined. */
  apply(updates: readonly ReceivedUpdate[]): Promise<AppliedUpdates | DocumentFailure>;
  /** The rows up to this one are durable. */
  committed(through: number): void;
  /** The update that a client with this state vector lacks; the whole state if it is empty. */
  diff(vector: Uint8Array, v2: boolean, inPieces?: boolean): Promise<DocumentDiff | DocumentFailure>;
  /** base64 of SHA-256 of the encoded snapshot, as the SDKs compare it. */
  hash(v2: boolean): Promise<DocumentHash | DocumentFailure>;
  json(question?: JsonQuestion): Promise<JsonAnswer | DocumentFailure>;
  /** Whether the document refers to the subdocument. */
  refersTo(guid: string): Promise<Reference | DocumentFailure>;
  /** The whole state as one V1 update, which replaces the rows up to `through` that are not quarantined. */
  compact(): Promise<CompactedDocument | DocumentFailure>;
  /** The actor has left: other users may write under its client ids from now on. */
  left(actor: number): void;
  close(): void;
}

export interface ReceivedUpdate {
  readonly update: Uint8Array;
  readonly v2: boolean;
  /** Undefined for updates over REST, which are bounded only by the limits of the document. */
  readonly from: UpdateSender | undefined;
}
export interface UpdateSender {
  readonly actor: number;
  /** Empty for anonymous connections. */
  readonly user: string;
  readonly readOnly: boolean;
  /**
   * Set when a client sends everything that the server may lack. That may include changes of others, so it claims no
   * client ids.
   */
  readonly wholesale?: boolean;
}

export interface AppliedUpdates {
  readonly kind: "applied";
  readonly outcomes: readonly UpdateOutcome[];
  /** Of the document after all of them, in the encodings in which updates came. */
  readonly hashes: { readonly v1?: string; readonly v2?: string };
}
export type UpdateOutcome =
  /** To be stored under this row id and sent to others: the update, or the part of it that its sender may write. */
  | { readonly kind: "accepted"; readonly row: number; readonly rest?: Uint8Array }
  /** The update contains nothing new: there is nothing to store or to send to others. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly cause: UpdateRefusal; readonly reason: string };
/**
 * `malformed`, `excessive`: no honest client sends it. `waiting`: too many structs are pending; its sender must start
 * over. `foreign`: it only contains structs under client ids of another connected user. `overran`, `died`: a worker was
 * lost while applying it.
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
  /** Where the update can be cut, if it is large and that was asked for. It is in the V1 encoding then. */
  readonly pieces?: UpdatePieces;
}
/**
 * Pieces of an update. Receivers keep the body until they have the head, and apply both at once: the head contains the
 * first struct of every client, and the deletions, which begin at `deletesAt`.
 */
export interface UpdatePieces {
  readonly body: readonly UpdatePiece[];
  readonly head: readonly UpdatePiece[];
  readonly deletesAt: number;
}
/** Structs of one client, from a clock on: `prefix`, and then the bytes of the update from `start` to `end`. */
export interface UpdatePiece {
  readonly client: number;
  readonly clock: number;
  readonly structs: number;
  readonly prefix: Uint8Array;
  readonly start: number;
  readonly end: number;
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

/** Which part of a document to return as JSON. */
export interface JsonQuestion {
  readonly key?: string;
  /** The kind of the root `key`; inferred when it is left out. */
  readonly type?: RootType;
  /** Texts become lists of text and formatting. */
  readonly formatting?: boolean;
}
export type RootType = "ymap" | "ytext" | "yxmltext" | "yxmlfragment" | "yarray";

/**
 * `overran`, `died`: a worker was lost while answering. `malformed`: the question is invalid. `broken`: the document
 * cannot be loaded, or a merged state differs from it. `closed`: the document was closed, or the server stops. `busy`:
 * too many questions at once; retry.
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
  /** Questions to workers. */
  readonly asked: number;
  readonly quarantined: number;
  readonly workersLost: number;
}

export type DocumentWrite =
  | ({ readonly kind: "row"; readonly guid: string } & DocumentRow)
  /** Replaces all rows up to `through`, except those that could not be read, by one row. */
  | {
      readonly kind: "merge";
      readonly guid: string;
      readonly through: number;
      readonly state: Uint8Array;
      readonly kept: readonly number[];
    };

export interface DocumentEvents {
  /** An update was refused, with the reason. */
  updateRefused(cause: string): void;
  /** A document cannot be opened, or some of its rows cannot be read. The rest of the room is not affected. */
  documentBroken(guid: string, reason: string): void;
}
