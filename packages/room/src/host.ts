import type {
  ErrorCode,
  Json,
  Limits,
  ProjectId,
  RoomAddress,
  RoomId,
  ServerMessage,
  ServerOp,
  StorageFileId,
} from "@weft/protocol";
import { closeCodeOf, WeftError } from "@weft/protocol";
import { storageText } from "@weft/crdt";
import type { StorageTextFormat, Tree } from "@weft/crdt";
import type { DocumentFailure, Documents, JsonQuestion, UpdateOutcome } from "./document-ports.ts";
import { keyOf } from "./address-key.ts";
import type { Audience } from "./audience.ts";
import { rootDocument } from "./documents.ts";
import { diskFull } from "./full-disk.ts";
import { HostDraining } from "./host-draining.ts";
import type { RoomLink } from "./link.ts";
import type { Mailbox } from "./mailbox.ts";
import { createMailbox } from "./mailbox.ts";
import type { Observation, Observer } from "./observers.ts";
import { createNodeIds } from "./node-ids.ts";
import { doInSlices, encodeTexts, spreadOverDrain } from "./pace.ts";
import type { BegunJob, Clock, RoomEffects, RoomEvents, RoomStore, RunningCommitJob, Timer, Uploads } from "./ports.ts";
import type { EphemeralPresence } from "./presence.ts";
import type { Member, Room, StorageChange } from "./room.ts";
import type { LinkedConnection, ConnectedUser } from "./connection.ts";
import { Semaphore } from "./semaphore.ts";
import { RoomTurns } from "./room-turns.ts";
import { filesInStorage, filesNamedIn } from "./uploaded-files.ts";

/**
 * Rooms by their address, on this node or on another. Calls and answers are plain data, so that they can be carried to
 * the node that has the room; `enter` and `observe` begin a conversation that can be carried message by message. A room is
 * loaded on the first call that needs it.
 */
export interface RoomHost {
  /**
   * A connection enters the room. `link` takes what the room sends to all connections of its node, and first that this one
   * has entered, under this number of its socket. The answer takes what the client sends. Nodes use `RoomEdge` for this.
   */
  enter(address: RoomAddress, user: ConnectedUser, link: RoomLink, socket: number): Promise<LinkedConnection>;
  /** Observes a room without joining it. Loads the room, and keeps it loaded. */
  observe(address: RoomAddress, observer: Observer): Promise<Observation>;
  members(address: RoomAddress): Promise<readonly Member[]>;
  /** Closes one connection. False if there is none with this actor number. Does not load the room. */
  disconnect(address: RoomAddress, actor: number, error: ErrorCode, reason?: string): Promise<boolean>;
  /** Who is connected to the rooms of projects, in the order of the projects. Loads no room. */
  connected(projects: readonly ProjectId[]): Promise<readonly Connected[]>;
  /** The rooms of a project that have connections, up to about this many connections, in no order. Loads no room. */
  occupied(project: ProjectId, most: number): Promise<Occupied>;
  /** Rooms as they are now, in the order of their addresses. Undefined where a node does not answer. Loads no room. */
  liveRooms(addresses: readonly RoomAddress[]): Promise<readonly (LiveRoom | undefined)[]>;
  broadcast(address: RoomAddress, event: Json): Promise<void>;
  /**
   * Sends a message about a change that is durable already, such as one of comments, to the connections that may read it.
   * Answers once it is on its way; wakes nothing, and a room that sleeps hears nothing.
   */
  announce(address: RoomAddress, message: ServerMessage, audience: Audience): Promise<void>;
  setPresence(address: RoomAddress, presence: EphemeralPresence): Promise<void>;
  /** Keeps the room in memory for `limits.prewarmMs`. */
  prewarm(address: RoomAddress): Promise<void>;
  /**
   * Storage as text, as of one moment, all of it durable. Other work on Storage waits until it is encoded. Rejects with
   * the signal's reason once that is aborted.
   */
  storageText(address: RoomAddress, format: StorageTextFormat, signal?: AbortSignal): Promise<StorageText>;
  /** Those of the files that Storage holds. */
  filesInStorage(address: RoomAddress, ids: readonly StorageFileId[]): Promise<readonly StorageFileId[]>;
  /** Durable when it answers. `acks` is what the sender of the ops would have received, in order. */
  changeStorage(address: RoomAddress, change: StorageChange): Promise<{ readonly acks: readonly ServerOp[] }>;
  /** A document as JSON, UTF-8. All of it is durable. */
  documentJson(address: RoomAddress, question: JsonQuestion): Promise<Uint8Array>;
  /** A document as one V1 update. All of it is durable. A document without updates is empty. */
  documentState(address: RoomAddress, guid: string | undefined): Promise<Uint8Array>;
  /** Applies an update of the REST API. Answers when it is durable. */
  updateDocument(address: RoomAddress, guid: string | undefined, update: Uint8Array, v2: boolean): Promise<void>;
  /**
   * The contents of a version of the room at one moment, all of it durable. Users who change the room after that moment
   * are authors of the next version.
   */
  takeVersion(address: RoomAddress): Promise<TakenVersion>;
  /** A job that a commit of the room added runs (`RoomEffects.begin`). Does not load the room. */
  beginJob(address: RoomAddress, job: RunningCommitJob): Promise<BegunJob>;
  /**
   * Begins a turn of this name: until it ends, no other node has one. Answers its number. A turn is over after `roomTurnMs`, and
   * when its node or that of the room is lost.
   */
  beginTurn(address: RoomAddress, what: RoomTurnName): Promise<number>;
  /** As `beginTurn`, if the room is loaded; otherwise each node has turns of its own. Does not load the room. */
  beginTurnIfAwake(address: RoomAddress, what: RoomTurnName): Promise<number>;
  endTurn(address: RoomAddress, what: RoomTurnName, turn: number): Promise<void>;
  /** A connection number never used before in this room, and never given out again. */
  newActor(address: RoomAddress): Promise<number>;
  /** Closes every connection of a room and unloads it: it was deleted, renamed or moved. */
  close(address: RoomAddress, error: ErrorCode, reason?: string): Promise<void>;
  /** Unloads a room at once if it is idle, instead of after `roomIdleMs`: for a room that was loaded for one call. */
  unloadIfIdle(address: RoomAddress): Promise<void>;
}

/** What nodes do with a room one after another. */
export type RoomTurnName = "versions" | "feeds";

/** The connections to a project's rooms. */
export interface Connected {
  readonly connections: number;
  /** Ids of the users, each once. */
  readonly users: readonly string[];
  /** Whether every node has answered: otherwise the connections to its rooms are missing. */
  readonly isComplete: boolean;
}

/** Rooms of a project with their connections. */
export interface Occupied {
  readonly rooms: readonly OccupiedRoom[];
  /** Whether every node has answered, and no room was left out. */
  readonly isComplete: boolean;
}

export interface OccupiedRoom {
  readonly room: RoomId;
  readonly connections: number;
  /** Users with the number of their connections, each once. Anonymous connections are not among them. */
  readonly users: readonly (readonly [id: string, connections: number])[];
}

export interface LiveRoom {
  readonly connections: number;
  /** When a connection last entered the room since it was loaded, in milliseconds since the epoch. */
  readonly connectedAt: number | undefined;
}

export interface StorageText {
  /** UTF-8. */
  readonly pieces: readonly Uint8Array[];
  /** Whether Storage is an empty root. */
  readonly empty: boolean;
}

export interface TakenVersion {
  /** The store's number of the room. A later room of the same id has another one. */
  readonly key: number;
  /** The room's seq. Authors of earlier changes are authors of this version. */
  readonly seq: number;
  /** Every node on a line of its own, parents first, UTF-8. */
  readonly storage: readonly Uint8Array[];
  /** The root document as one V1 update. */
  readonly document: Uint8Array;
}

/**
 * The rooms that are loaded on this node. A room is loaded on the first request, unloaded after it was idle for
 * `roomIdleMs`, and all are drained when the server stops.
 *
 *     enter, REST ─► loaded? ─ yes ─► its mailbox
 *                      └ no ─► store.open (claims) ─► mailbox      single flight, `coldLoads` at once
 *
 * Storage stays on disk until it is needed. A room that is not loaded costs nothing: no entry, no timer, no file
 * handle.
 */
export interface LocalRoomHost extends RoomHost, AsyncDisposable {
  /** Count of rooms in memory. */
  readonly awake: number;
  /** Whether the room is in memory. */
  isAwake(address: RoomAddress): boolean;
  /** Of the rooms in memory. */
  addresses(): readonly RoomAddress[];
  /**
   * Rooms with connections in which nothing has happened for this long, as far as repeated calls show. It costs nothing
   * while it is not called.
   */
  quietRooms(quietMs: number): readonly RoomAddress[];
  /**
   * Ends every observation, and closes every connection, spread over `drainMs`, room by room: each is unloaded as soon as
   * it has no connections and its turns are finished.
   */
  drain(): Promise<void>;
}

export interface RoomHostOptions {
  readonly store: RoomStore;
  readonly documents: Documents;
  readonly uploads: Uploads;
  readonly effects: RoomEffects;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly events: RoomEvents;
  /** Returns a short, unguessable, unique string. */
  readonly random: () => string;
}

export function openRoomHost(options: RoomHostOptions): LocalRoomHost {
  return new Host(options);
}

/** Sweeps for idle rooms per `roomIdleMs`, by one timer for all rooms. */
const sweepsPerIdle = 6;

class Host implements LocalRoomHost {
  readonly #options: RoomHostOptions;
  readonly #rooms = new Map<string, Mailbox>();
  readonly #byProject = new Map<ProjectId, Set<Mailbox>>();
  readonly #opening = new Map<string, Promise<Mailbox>>();
  readonly #leaving = new Map<string, Promise<void>>();
  readonly #coldLoads: Semaphore;
  readonly #turns: RoomTurns;
  #sweep: Timer | undefined;
  #draining = false;
  /** When rooms were first found with this number of turns. */
  readonly #lastTurns = new WeakMap<Mailbox, { readonly turns: number; readonly at: number }>();

  constructor(options: RoomHostOptions) {
    this.#options = options;
    this.#coldLoads = new Semaphore(options.limits.coldLoads);
    this.#turns = new RoomTurns(options.clock, options.limits.roomTurnMs);
  }

  get awake(): number {
    return this.#rooms.size;
  }

  addresses(): readonly RoomAddress[] {
    return Array.from(this.#rooms.values(), ({ address }) => address);
  }

  isAwake(address: RoomAddress): boolean {
    return this.#rooms.has(keyOf(address));
  }

  quietRooms(quietMs: number): readonly RoomAddress[] {
    const now = this.#options.clock.monotonic();
    const quiet: RoomAddress[] = [];
    for (const room of this.#rooms.values()) {
      const { turns } = room;
      const last = this.#lastTurns.get(room);
      if (last?.turns !== turns) this.#lastTurns.set(room, { turns, at: now });
      else if (now - last.at >= quietMs && room.connections.size > 0) quiet.push(room.address);
    }
    return quiet;
  }

  async enter(address: RoomAddress, user: ConnectedUser, link: RoomLink, socket: number): Promise<LinkedConnection> {
    return (await this.#mailbox(address)).enter(user, link, socket);
  }

  async observe(address: RoomAddress, observer: Observer): Promise<Observation> {
    return (await this.#mailbox(address)).observe(observer);
  }

  async members(address: RoomAddress): Promise<readonly Member[]> {
    // A room that is not loaded has no members.
    return [...(this.#rooms.get(keyOf(address))?.members.values() ?? [])];
  }

  async disconnect(address: RoomAddress, actor: number, error: ErrorCode, reason?: string): Promise<boolean> {
    const connection = this.#rooms.get(keyOf(address))?.connections.get(actor);
    connection?.close(error, reason);
    return connection !== undefined;
  }

  async connected(projects: readonly ProjectId[]): Promise<readonly Connected[]> {
    return projects.map((project) => {
      let connections = 0;
      const users = new Set<string>();
      for (const room of this.#byProject.get(project) ?? []) {
        connections += room.connections.size;
        for (const { user } of room.connections.values()) if (user.id !== undefined) users.add(user.id);
      }
      return { connections, users: [...users], isComplete: true };
    });
  }

  async occupied(project: ProjectId, most: number): Promise<Occupied> {
    const rooms: OccupiedRoom[] = [];
    let counted = 0;
    for (const { address, connections } of this.#byProject.get(project) ?? []) {
      if (connections.size === 0) continue;
      if (counted >= most) return { rooms, isComplete: false };
      counted += connections.size;
      const users = new Map<string, number>();
      for (const { user } of connections.values())
        if (user.id !== undefined) users.set(user.id, (users.get(user.id) ?? 0) + 1);
      rooms.push({ room: address.room, connections: connections.size, users: [...users] });
    }
    return { rooms, isComplete: true };
  }

  async liveRooms(addresses: readonly RoomAddress[]): Promise<readonly LiveRoom[]> {
    return addresses.map((address) => {
      const room = this.#rooms.get(keyOf(address));
      return { connections: room?.connections.size ?? 0, connectedAt: room?.connectedAt };
    });
  }

  async broadcast(address: RoomAddress, event: Json): Promise<void> {
    await this.#rooms.get(keyOf(address))?.decide((room) => room.broadcast(event));
  }

  async announce(address: RoomAddress, message: ServerMessage, audience: Audience): Promise<void> {
    await this.#rooms.get(keyOf(address))?.decide((room) => room.announce(message, audience));
  }

  async setPresence(address: RoomAddress, presence: EphemeralPresence): Promise<void> {
    await (await this.#mailbox(address)).setPresence(presence);
  }

  async prewarm(address: RoomAddress): Promise<void> {
    const mailbox = await this.#mailbox(address);
    mailbox.keepAwake(this.#options.limits.prewarmMs);
    await mailbox.ask(() => undefined, { storage: true });
  }

  async storageText(address: RoomAddress, format: StorageTextFormat, signal?: AbortSignal): Promise<StorageText> {
    const mailbox = await this.#mailbox(address);
    const read = async ({ tree }: Room) => ({ empty: tree!.empty, pieces: await this.#encode(tree!, format, signal) });
    return mailbox.ask(read, { storage: true });
  }

  async filesInStorage(address: RoomAddress, ids: readonly StorageFileId[]): Promise<readonly StorageFileId[]> {
    const mailbox = await this.#mailbox(address);
    const { clock, limits } = this.#options;
    const find = ({ tree }: Room) => doInSlices(filesInStorage(tree!, ids), clock, limits.turnSliceMs);
    return mailbox.ask(find, { storage: true });
  }

  async changeStorage(address: RoomAddress, change: StorageChange): Promise<{ readonly acks: readonly ServerOp[] }> {
    const mailbox = await this.#mailbox(address);
    const newId = createNodeIds(this.#options.random);
    if (change.kind === "ops") {
      await mailbox.loadActorsOf(change.ops);
      await mailbox.files.prepare(change.ops);
    } else {
      const { clock, limits } = this.#options;
      await mailbox.files.load(await doInSlices(filesNamedIn(change), clock, limits.turnSliceMs));
    }
    const decide = (room: Room) => {
      if (this.#options.store.full) throw new WeftError("SERVICE_UNAVAILABLE", { message: diskFull });
      return room.change(change, newId);
    };
    return mailbox.decideInSteps(decide, { storage: true });
  }

  async documentJson(address: RoomAddress, question: JsonQuestion): Promise<Uint8Array> {
    const mailbox = await this.#mailbox(address);
    const answer = unlessFailed(await mailbox.documents.ask(rootDocument, (document) => document.json(question)));
    await mailbox.ask(() => undefined);
    return answer.text;
  }

  async documentState(address: RoomAddress, guid = rootDocument): Promise<Uint8Array> {
    const mailbox = await this.#mailbox(address);
    const diff = unlessFailed(await mailbox.documents.ask(guid, (document) => document.diff(new Uint8Array(), false)));
    await mailbox.ask(() => undefined);
    return diff.update;
  }

  async updateDocument(address: RoomAddress, guid: string | undefined, update: Uint8Array, v2: boolean): Promise<void> {
    const mailbox = await this.#mailbox(address);
    if (guid !== undefined) {
      const { exists } = unlessFailed(await mailbox.documents.ask(rootDocument, (document) => document.refersTo(guid)));
      if (!exists)
        throw new WeftError("UNPROCESSABLE_ENTITY", {
          message: "The room's document has no subdocument with this guid.",
        });
    }
    const outcome: UpdateOutcome | DocumentFailure = await mailbox.documents.put(guid ?? rootDocument, update, v2);
    const decided = unlessFailed(outcome);
    if (decided.kind === "refused") throw new WeftError("UNPROCESSABLE_ENTITY", { message: decided.reason });
    await mailbox.ask(() => undefined);
  }

  async takeVersion(address: RoomAddress): Promise<TakenVersion> {
    const mailbox = await this.#mailbox(address);
    // The document is opened before the turn, because the turn blocks the room's Storage for as long as it takes.
    const taken = await mailbox.documents.ask(rootDocument, (document) =>
      mailbox.ask(
        async (room): Promise<TakenVersion | DocumentFailure> => {
          const diff = await document.diff(new Uint8Array(), false);
          if (diff.kind === "failed") return diff;
          // Storage has not changed since the turn began, so both are of the same moment.
          const seq = room.beginVersion();
          const storage = await this.#encode(room.tree!, { kind: "nodeLines" });
          return { key: mailbox.key, seq, storage, document: diff.update };
        },
        { storage: true },
      ),
    );
    return unlessFailed(taken);
  }

  beginJob(_address: RoomAddress, job: RunningCommitJob): Promise<BegunJob> {
    return this.#options.effects.begin(job);
  }

  async beginTurn(address: RoomAddress, what: RoomTurnName): Promise<number> {
    await this.#mailbox(address);
    return this.beginTurnIfAwake(address, what);
  }

  beginTurnIfAwake(address: RoomAddress, what: RoomTurnName): Promise<number> {
    return this.#turns.begin(`${what} ${keyOf(address)}`);
  }

  async endTurn(address: RoomAddress, what: RoomTurnName, turn: number): Promise<void> {
    this.#turns.end(`${what} ${keyOf(address)}`, turn);
  }

  async newActor(address: RoomAddress): Promise<number> {
    return (await this.#mailbox(address)).newActor();
  }

  async close(address: RoomAddress, error: ErrorCode, reason?: string): Promise<void> {
    const key = keyOf(address);
    const mailbox = this.#rooms.get(key) ?? (await this.#opening.get(key)?.catch(() => undefined));
    if (mailbox === undefined) return;
    mailbox.closeAll(error, reason);
    mailbox.dismiss(error, reason);
    await this.#release(key, mailbox);
  }

  async unloadIfIdle(address: RoomAddress): Promise<void> {
    const key = keyOf(address);
    const mailbox = this.#rooms.get(key);
    const { idleSince = Infinity } = mailbox ?? {};
    // A prewarmed room counts as idle only after its time.
    if (mailbox !== undefined && idleSince <= this.#options.clock.monotonic()) await this.#release(key, mailbox);
  }

  async drain(): Promise<void> {
    this.#draining = true;
    this.#sweep?.cancel();
    const { clock, limits } = this.#options;
    await Promise.allSettled(this.#opening.values());
    // Observers go first: they keep the last known members, and those who are disconnected now have not left.
    for (const mailbox of this.#rooms.values()) mailbox.dismiss("RESTARTING");
    const connections = [...this.#rooms].flatMap(([key, mailbox]) =>
      Array.from(mailbox.connections.values(), (connection) => ({ key, mailbox, connection })),
    );
    const close = ({ key, mailbox, connection }: (typeof connections)[number]) => {
      connection.close("RESTARTING");
      connection.leave(closeCodeOf("RESTARTING"));
      // Its clients need not wait until the other rooms are empty, too.
      if (mailbox.connections.size === 0) void this.#release(key, mailbox);
    };
    for (const [key, mailbox] of this.#rooms) if (mailbox.connections.size === 0) void this.#release(key, mailbox);
    await spreadOverDrain(connections, close, clock, limits);
    await Promise.all([...this.#rooms].map(([key, mailbox]) => this.#release(key, mailbox)));
    await Promise.all(this.#leaving.values());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drain();
  }

  #encode(tree: Tree, format: StorageTextFormat, signal?: AbortSignal): Promise<readonly Uint8Array[]> {
    const { clock, limits } = this.#options;
    return doInSlices(encodeTexts(storageText(tree.verbose(), format), signal), clock, limits.turnSliceMs);
  }

  #add(key: string, mailbox: Mailbox): void {
    this.#rooms.set(key, mailbox);
    const { project } = mailbox.address;
    const rooms = this.#byProject.get(project);
    if (rooms === undefined) this.#byProject.set(project, new Set([mailbox]));
    else rooms.add(mailbox);
  }

  #remove(key: string, mailbox: Mailbox): void {
    this.#rooms.delete(key);
    const { project } = mailbox.address;
    const rooms = this.#byProject.get(project)!;
    rooms.delete(mailbox);
    if (rooms.size === 0) this.#byProject.delete(project);
  }

  async #mailbox(address: RoomAddress): Promise<Mailbox> {
    const key = keyOf(address);
    for (;;) {
      if (this.#draining) throw new HostDraining();
      const here = this.#rooms.get(key);
      if (here !== undefined) return here;
      const leaving = this.#leaving.get(key);
      if (leaving !== undefined) {
        await leaving;
        continue;
      }
      let opening = this.#opening.get(key);
      if (opening === undefined) {
        opening = this.#open(address, key).finally(() => this.#opening.delete(key));
        this.#opening.set(key, opening);
      }
      return opening;
    }
  }

  async #open(address: RoomAddress, key: string): Promise<Mailbox> {
    const { store, limits, clock, events } = this.#options;
    using _ = await this.#coldLoads.acquire();
    const startedAt = clock.monotonic();
    const opened = await store.open(address, limits.actorBlock);
    if (opened === undefined) throw new WeftError("ROOM_NOT_FOUND");
    const mailbox = createMailbox({
      ...this.#options,
      address,
      opened,
      ended: (ended) => {
        if (this.#rooms.get(key) === ended) this.#remove(key, ended);
      },
    });
    this.#add(key, mailbox);
    events.roomLoaded(clock.monotonic() - startedAt);
    this.#sweepSoon();
    return mailbox;
  }

  #sweepSoon(): void {
    if (this.#sweep !== undefined || this.#draining) return;
    const { clock, limits } = this.#options;
    this.#sweep = clock.setTimer(limits.roomIdleMs / sweepsPerIdle, () => {
      this.#sweep = undefined;
      const before = clock.monotonic() - limits.roomIdleMs;
      for (const [key, mailbox] of this.#rooms) {
        const { idleSince } = mailbox;
        if (idleSince !== undefined && idleSince <= before) void this.#release(key, mailbox);
      }
      if (this.#rooms.size > 0) this.#sweepSoon();
    });
  }

  /** Unloads a room. Requests that arrive meanwhile wait until it is unloaded, and load it again. */
  #release(key: string, mailbox: Mailbox): Promise<void> {
    if (this.#rooms.get(key) !== mailbox) return this.#leaving.get(key) ?? Promise.resolve();
    this.#remove(key, mailbox);
    const leaving = mailbox
      .unload()
      .catch(() => undefined)
      .finally(() => this.#leaving.delete(key));
    this.#leaving.set(key, leaving);
    return leaving;
  }
}

function unlessFailed<T extends object>(answer: T | DocumentFailure): T {
  if (!("kind" in answer) || answer.kind !== "failed") return answer as T;
  const { cause, reason } = answer;
  if (cause === "malformed") throw new WeftError("UNPROCESSABLE_ENTITY", { message: reason });
  throw new WeftError("SERVICE_UNAVAILABLE", { cause: new Error(`A document failed (${cause}): ${reason}`) });
}
