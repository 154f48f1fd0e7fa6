import type { ErrorCode, JobKind, JsonObject, RoomAddress, StorageFileId } from "@weft/protocol";
import type { DocumentEvents, DocumentRow, DocumentWrite } from "./document-ports.ts";

export type * from "./document-ports.ts";

/**
 * Where rooms are stored. An adapter's promises are numbered in `../SPEC.md` (RS1…) and tested by
 * `../suites/room-store.suite.ts`.
 */
export interface RoomStore {
  /**
   * Claims the room: raises its epoch and reserves `reserve` actor numbers, durably, before it answers.
   * Answers undefined when the room does not exist.
   */
  open(address: RoomAddress, reserve: number): Promise<OpenedRoom | undefined>;

  /**
   * The nodes of the room's Storage as comma-separated compact JSON tuples, UTF-8, without brackets: each piece is
   * whole tuples and at most about `pieceBytes` long (a single larger node makes a larger piece). The pieces are one
   * consistent snapshot. No pieces means empty Storage. Order of nodes is unspecified; root is among them once it was
   * written.
   */
  nodes(room: RoomKey, pieceBytes: number): AsyncIterable<Uint8Array>;

  /** The stored rows of one of the room's documents (the root document is ""), oldest first. */
  documentRows(room: RoomKey, guid: string): Promise<readonly DocumentRow[]>;

  /** The record of an actor number, or undefined if it never wrote or joined. */
  actor(room: RoomKey, actor: number): Promise<ActorRecord | undefined>;

  /** The room's present address, or undefined once it was deleted. */
  address(room: RoomKey): Promise<RoomAddress | undefined>;

  /**
   * All or nothing, flushed to disk before it answers. Rejects with `StaleEpoch` once another owner has claimed the
   * room or the room was deleted. Commits of one room are applied in the order in which they were handed over.
   */
  commit(commit: RoomCommit): Promise<void>;

  /**
   * The room has left memory, and nothing more is committed for this epoch: another node may claim the room at once. Absent
   * where no other node claims rooms.
   */
  release?(room: OpenedRoom): Promise<void>;

  /**
   * Whether the disk is known to be full: a commit that changes a room would fail. Becomes false by itself once there
   * is space.
   */
  readonly full: boolean;
}

/** Files that were uploaded to rooms: only those may be put into Storage. */
export interface Uploads {
  /** Those of the files whose upload is complete. */
  findMany(
    room: RoomAddress,
    ids: readonly StorageFileId[],
  ): Promise<ReadonlyMap<StorageFileId, { readonly size: number }>>;
}

/** A room's internal number with its project; survives a change of the room's id. */
export interface RoomKey {
  readonly project: string;
  readonly key: number;
}

export interface OpenedRoom extends RoomKey {
  readonly epoch: number;
  /** Count of ops committed so far. */
  readonly seq: number;
  /** First of the reserved actor numbers. The reservation ends at `firstActor + reserve`, exclusive. */
  readonly firstActor: number;
}

/** The user an actor number was issued to, and which of its ops are committed. */
export interface ActorRecord {
  readonly actor: number;
  /** Empty for anonymous connections. */
  readonly user: string;
  /** Committed op clocks as ascending, disjoint, inclusive intervals, flattened: [from, to, from, to, …]. */
  readonly clocks: readonly number[];
}

/** All changes that one flush of one room makes durable. */
export interface RoomCommit extends RoomKey {
  readonly epoch: number;
  /** The count of ops after this commit. */
  readonly seq: number;
  /** Nodes to write: id and compact JSON tuple in turn: [id, text, id, text, …]. */
  readonly puts: readonly string[];
  /** Ids of nodes to remove. Removing a node that is not there is fine. */
  readonly drops: readonly string[];
  /** Remove every node first (Storage deleted over REST). */
  readonly clear?: boolean;
  readonly actors: readonly ActorRecord[];
  /** In order. A row of an id that is there already is replaced. */
  readonly documents?: readonly DocumentWrite[];
  /** Users who changed the room, of whom the store may not know since the last version. */
  readonly authors?: readonly Author[];
  /** Exact next actor number: raised to reserve more, lowered to return unused ones. */
  readonly nextActor?: number;
  /** Milliseconds since the epoch of the newest join, if a connection has joined. */
  readonly connectedAt?: number;
  /** Work to be done because of the changes. */
  readonly jobs?: readonly CommitJob[];
}

/** Work for later that is written with a commit. */
export interface CommitJob {
  readonly kind: JobKind;
  /** A job of this kind and key is added once. Storable text. */
  readonly key: string;
  /** Milliseconds since the epoch, as is `dueAt`. */
  readonly createdAt: number;
  readonly dueAt: number;
  readonly payload: JsonObject;
}

/** Decides what is written with the commits of rooms beside their changes. It is part of the node that has the rooms. */
export interface RoomEffects {
  /** A room was loaded. */
  open(room: OpenedRoom): CommitEffects;
  /**
   * A job that a commit added runs, on any node: whether anything is left for it to do. Changes that are committed from
   * now on need another one.
   */
  begin(job: RunningCommitJob): Promise<BegunJob>;
}

export interface RunningCommitJob {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly payload: JsonObject;
}

export type BegunJob =
  /** `changedAt`: when the newest of the changes was made that the job covers, in milliseconds since the epoch. */
  | { readonly kind: "begun"; readonly changedAt: number }
  /** A job that began earlier covers the changes that this one was added for. */
  | { readonly kind: "covered" }
  /** The last job of its kind began too recently. `againAt`: milliseconds since the epoch. */
  | { readonly kind: "early"; readonly againAt: number };

/** The effects of the commits of one loaded room. No call may throw or take long. */
export interface CommitEffects {
  /** A commit with changes is about to be handed over. Returns the jobs that belong to it. */
  committing(change: CommitChange): readonly CommitJob[];
  /** A commit is durable, or it failed or its outcome is unknown. Also called for commits without changes. */
  settled(isDurable: boolean): void;
  /** The room leaves memory. A commit may still be in flight. */
  close(): void;
}

/** What a commit changes. */
export interface CommitChange {
  readonly storage: boolean;
  /** The number of updates of documents. */
  readonly documents: number;
}

export interface Author {
  /** The room's seq when a version of it was last taken, or when it was opened, if that came later. */
  readonly since: number;
  readonly user: string;
}

/** The room was claimed by another owner, or deleted: nothing was written. */
export class StaleEpoch extends Error {
  override name = "StaleEpoch";
}

/** Time, as the room engine needs it. Tests pass a virtual clock. */
export interface Clock {
  /** Milliseconds on a clock that never jumps; its zero means nothing. */
  monotonic(): number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A promise that `run` returns is not awaited; its rejection is handled like an error that `run` throws. */
  setTimer(afterMs: number, run: () => unknown): Timer;
  /** Lets all other work that waits for the event loop run first. */
  yieldToEventLoop(): Promise<void>;
  /** Runs something after all input that has arrived by now was handled. */
  defer(run: () => void): void;
}
export interface Timer {
  cancel(): void;
}

/** The socket of a connection, on the node that has it. */
export interface ClientSocket {
  /** Sends a frame that `toFrame` made. `asked`: part of a snapshot, which bounds on unread output must not refuse. */
  send(frame: Buffer, asked?: boolean): void;
  /** Calls back once the client has read everything that was sent before; never, if it disconnects first. */
  probe(answered: () => void): void;
  /** Over its soft bound of unsent bytes: presence is coalesced and events are dropped for it. */
  readonly slow: boolean;
  /** Stops reading from the client until `resume`. Messages that have already arrived may still follow. */
  pause(): void;
  resume(): void;
  close(error: ErrorCode, reason?: string): void;
}

/** Why ops are refused: no permission, a limit, an invalid op, or a full disk. */
export type RefusalCause = "permission" | "limit" | "invalid" | "disk";

/** What one commit changed. */
export interface RoomChange {
  readonly storageOps: number;
  readonly documentUpdates: number;
  /** What Storage holds now, in bytes; undefined while it is not in memory. */
  readonly storageBytes: number | undefined;
}

/** A connection as it is announced to others. */
export interface EnteredConnection {
  readonly actor: number;
  /** Undefined for anonymous users. */
  readonly id?: string | undefined;
  readonly info?: JsonObject | undefined;
}

/** Events of the engine. Each is called within a turn: none may throw, or take long. */
export interface RoomEvents extends DocumentEvents {
  /** `connections`: how many the room has now. */
  connectionEntered(address: RoomAddress, connection: EnteredConnection, connections: number): void;
  connectionLeft(address: RoomAddress, connection: EnteredConnection, connections: number, closeCode: number): void;
  roomLoaded(tookMs: number): void;
  /** A room was dropped because of an error: every connection was closed. */
  roomDropped(address: RoomAddress, cause: unknown): void;
  roomUnloaded(): void;
  /** Changes of a room are durable. */
  roomChanged(address: RoomAddress, change: RoomChange): void;
  opsCommitted(count: number): void;
  opsRefused(count: number, cause: RefusalCause): void;
  replaysAnswered(count: number): void;
  /** One flush of one room, from the call of the store until it is durable. */
  committed(tookMs: number): void;
  /** From the turn of a Storage update until its acks were passed to the connection. */
  acknowledged(tookMs: number): void;
}
