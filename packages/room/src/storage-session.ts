import { createTree, treeBounds } from "@weft/crdt";
import type { CompactNode, Limits, Op, UpdateStorage } from "@weft/protocol";
import type { LiveConnection } from "./connection.ts";
import { echoRequest } from "./echo.ts";
import type { FlushWindow } from "./flush-window.ts";
import type { Piece } from "./link.ts";
import type { Clock, OpenedRoom, RoomStore } from "./ports.ts";
import type { Room } from "./room.ts";
import { chunkBytes, chunkPiece, streamEndPiece } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";
import type { ResyncPorts } from "./resync.ts";
import type { StoragePorts } from "./storage-states.ts";
import { StorageMachine, startResync } from "./storage-states.ts";
import type { Successors } from "./successors.ts";
import type { QueuedFrame, Turns } from "./turns.ts";
import type { UploadedFiles } from "./uploaded-files.ts";

/**
 * The Storage of one loaded room, until each of its clients has it: reads it from disk, gives it to those who ask, and keeps
 * the updates of clients that reconnect in order. What it does when is in `storage-states.ts`; here is how.
 */
export interface StorageSession {
  /**
   * A request for Storage whose turn it is: it is answered now, or later by itself. A promise: loading goes first. The
   * frame then continues with the request, or behind it, if it was answered while Storage was read.
   */
  asked(frame: QueuedFrame): Promise<void> | "now" | "later";
  /** Whether a request of this connection can be answered now, while Storage is loaded. */
  streamsTo(connection: LiveConnection): boolean;
  /** Answers the request that a frame is at as soon as Storage is known to hold something. */
  join(frame: QueuedFrame): void;
  /** Loads what an update needs before its turn. Undefined when everything is in memory. */
  prepare(connection: LiveConnection, ops: readonly Op[]): Promise<void> | undefined;
  /** Loads the records of the actors in these op ids. */
  loadActorsOf(ops: readonly Pick<Op, "opId">[]): Promise<void> | undefined;
  load(): Promise<void>;
  /** An update of the connection was decided. */
  wrote(actor: number): void;
  left(connection: LiveConnection): void;
  end(): void;
}

export interface StorageSessionOptions {
  readonly room: Room;
  readonly turns: Pick<Turns, "run" | "decideFirst" | "fetchFor" | "advance">;
  readonly window: FlushWindow;
  readonly connections: ReadonlyMap<number, LiveConnection>;
  readonly snapshots: Snapshots;
  readonly successors: Successors;
  readonly files: UploadedFiles;
  readonly store: Pick<RoomStore, "nodes" | "actor">;
  readonly opened: OpenedRoom;
  readonly clock: Clock;
  readonly limits: Limits;
}

export function createStorageSession(options: StorageSessionOptions): StorageSession {
  return new RoomStorage(options);
}

/**
 * How long a client may take from reading a snapshot to resending ops, and the number of nodes for which it gets 1 ms
 * more.
 */
const owingMs = 2_000;
const nodesDigestedPerMs = 50;

/** Pieces of Storage that are parsed in one go. */
const piecesPerStep = 8;
const noPieces: readonly Uint8Array[] = [];
const emptyRoot = Buffer.from('["root",{}]');

/** Storage that is being loaded. */
interface Loading {
  /** What was read so far. */
  readonly pieces: Piece[];
  /** Those who get the rest as it is read. */
  readonly audience: Set<LiveConnection>;
  /** Requests that wait until Storage is known to hold something. */
  readonly pending: QueuedFrame[];
}

class RoomStorage implements StorageSession, StoragePorts, ResyncPorts<LiveConnection> {
  readonly #options: StorageSessionOptions;
  readonly #machine: StorageMachine;
  #loading: Loading | undefined;

  constructor(options: StorageSessionOptions) {
    this.#options = options;
    this.#machine = new StorageMachine(this);
  }

  asked(frame: QueuedFrame): Promise<void> | "now" | "later" {
    const { room, snapshots } = this.#options;
    const { connection, admitted } = frame;
    const { version, storage } = connection.user;
    if (admitted === undefined) this.#beginResync(connection);
    if (storage === "none") return "now";
    const ready = room.tree && snapshots.prepare(version, room.tree, room.seq);
    if (ready !== undefined) return ready;
    const answer = admitted === true ? "now" : this.#machine.asked(connection);
    if (answer === "now" || answer === "later") return answer;
    if (version !== 8) return this.load();
    frame.at++;
    return this.#load(connection);
  }

  streamsTo({ user }: LiveConnection): boolean {
    return this.#loading !== undefined && user.version === 8 && user.storage !== "none";
  }

  join(frame: QueuedFrame): void {
    this.#loading!.pending.push(frame);
    if (this.#machine.asked(frame.connection) === "stream") this.admitPending();
  }

  prepare({ user }: LiveConnection, ops: readonly Op[]): Promise<void> | undefined {
    if (user.storage === "none") return undefined;
    if (this.#options.room.tree === undefined) return this.load();
    return this.loadActorsOf(ops) ?? this.#options.files.prepare(ops);
  }

  loadActorsOf(ops: readonly Pick<Op, "opId">[]): Promise<void> | undefined {
    const unknown = this.#options.room.unknownActors(ops);
    return unknown.length > 0 ? this.#loadActors(unknown) : undefined;
  }

  load(): Promise<void> {
    return this.#load(undefined);
  }

  wrote(actor: number): void {
    this.#machine.wrote(actor);
  }

  left(connection: LiveConnection): void {
    connection.resync?.ended();
    this.#machine.left(connection.actor);
  }

  end(): void {
    this.#machine.ended();
    this.#options.snapshots.end();
  }

  // --- what the states ask for ---------------------------------------------------------------------------------------

  get clock(): Clock {
    return this.#options.clock;
  }

  keys(): number {
    return this.#options.room.tree?.rootKeys ?? 0;
  }

  probe(of: number | LiveConnection, answered: () => void): void {
    const { connections, turns } = this.#options;
    // A frame that arrived before the answer may still be in the queue, or half done.
    const inTurn = () => turns.run(answered);
    if (typeof of === "number") connections.get(of)?.probe(inTurn);
    else of.probeWithSnapshot(inTurn);
  }

  admit(actor: number): void {
    const connection = this.#options.connections.get(actor);
    if (connection !== undefined) this.#options.turns.fetchFor(connection);
  }

  admitPending(): void {
    const { connections, window, turns } = this.#options;
    const { pieces, audience, pending } = this.#loading!;
    for (const frame of pending.splice(0)) {
      const { connection } = frame;
      if (!connections.has(connection.actor)) continue;
      this.#beginResync(connection);
      window.flush();
      if (this.#machine.state === "parsing") connection.sendSnapshot(pieces);
      else connection.sendPieces([...pieces]);
      audience.add(connection);
      turns.advance(frame);
    }
  }

  read({ actor }: LiveConnection): void {
    this.#machine.read(actor);
  }

  askEcho(connection: LiveConnection): void {
    connection.send(JSON.stringify(echoRequest));
  }

  graceMs(): number {
    return owingMs + (this.#options.room.tree?.nodes ?? 0) / nodesDigestedPerMs;
  }

  settled(connection: LiveConnection): void {
    connection.resync = undefined;
    this.#options.successors.settled(connection.actor, connection.userKey);
  }

  release(connection: LiveConnection, waiting: readonly UpdateStorage[]): void {
    if (this.#options.connections.has(connection.actor)) this.#options.turns.decideFirst(connection, waiting);
  }

  // --- loading -------------------------------------------------------------------------------------------------------

  /** From here on, updates of the connection wait until it has resent its unacknowledged ops. */
  #beginResync(connection: LiveConnection): void {
    connection.resync?.ended();
    connection.resync = undefined;
    if (connection.user.storage !== "write") return;
    this.#options.successors.asked(connection.actor, connection.userKey);
    connection.resync = startResync<LiveConnection>(connection, this);
  }

  async #loadActors(actors: readonly number[]): Promise<void> {
    const { store, opened, room } = this.#options;
    const records = await Promise.all(actors.map((actor) => store.actor(opened, actor)));
    actors.forEach((actor, index) => room.remember(actor, records[index]));
  }

  /** No op can come between the pieces, because the queue is held. */
  async #load(first: LiveConnection | undefined): Promise<void> {
    const { room, store, opened, window, snapshots, limits, clock } = this.#options;
    const machine = this.#machine;
    machine.needed();
    const loading: Loading = { pieces: [], audience: new Set(first === undefined ? [] : [first]), pending: [] };
    this.#loading = loading;
    if (first !== undefined) window.flush();
    const stored: Uint8Array[] = [];
    // Nothing was ever committed to a room at 0, so there is nothing to read.
    for await (const piece of opened.seq === 0 ? noPieces : store.nodes(opened, chunkBytes)) {
      stored.push(piece);
      stream(loading, chunkPiece(piece));
      if (!emptyRoot.equals(piece)) machine.filled();
    }
    // A room without stored nodes has an empty root; otherwise the root is among the nodes.
    if (stored.length === 0) stream(loading, chunkPiece(emptyRoot));
    streamEnd(loading, streamEndPiece());
    machine.readToEnd();
    const tree = createTree(treeBounds(limits));
    for (const [index, piece] of stored.entries()) {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString();
      tree.load(JSON.parse(`[${text}]`) as CompactNode[]);
      if ((index + 1) % piecesPerStep === 0) await clock.yieldToEventLoop();
    }
    tree.finishLoad();
    this.#loading = undefined;
    if (machine.state === "ended") return;
    room.adoptTree(tree);
    machine.loaded();
    if (first !== undefined) machine.asked(first);
    snapshots.keep(8, room.seq, loading.pieces);
  }
}

function stream({ pieces, audience }: Loading, piece: Piece): void {
  pieces.push(piece);
  for (const connection of audience) connection.sendPieces([piece]);
}

function streamEnd({ pieces, audience }: Loading, piece: Piece): void {
  pieces.push(piece);
  for (const connection of audience) connection.sendSnapshot([piece]);
}
