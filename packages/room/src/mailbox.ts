import { Steps, createTree, treeBounds } from "@weft/crdt";
import type { Stepwise } from "@weft/crdt";
import type {
  RoomMessage,
  CompactNode,
  ErrorCode,
  Limits,
  Op,
  RoomAddress,
  ServerMessage,
  FetchDocument,
  UpdateDocument,
  UpdateStorage,
} from "@weft/protocol";
import { WeftError, olderSpelling, ClientMessageType, ServerMessageType } from "@weft/protocol";
import type { Backlog } from "./backlog.ts";
import { createBacklog } from "./backlog.ts";
import type { Beginning } from "./beginning.ts";
import { createBeginning } from "./beginning.ts";
import type { Delivery, Said, Spoken } from "./delivery.ts";
import { createDelivery } from "./delivery.ts";
import type { Documents } from "./document-ports.ts";
import type { RoomDocuments } from "./documents.ts";
import { createRoomDocuments } from "./documents.ts";
import { echoRequest, isEcho } from "./echo.ts";
import type { FanOut, ToFrame } from "./fan-out.ts";
import { createFanOut, textFrame } from "./fan-out.ts";
import type { FlushWindow } from "./flush-window.ts";
import { createFlushWindow } from "./flush-window.ts";
import type { FullDisk } from "./full-disk.ts";
import { createFullDisk, diskFull } from "./full-disk.ts";
import type { Gate } from "./gate.ts";
import { createGate } from "./gate.ts";
import type { EphemeralPresence } from "./presence.ts";
import type { Observation, Observer, Observers } from "./observers.ts";
import { createObservers } from "./observers.ts";
import type {
  Clock,
  ClientSocket,
  CommitEffects,
  CommitJob,
  OpenedRoom,
  RoomEffects,
  RoomEvents,
  RoomStore,
  Timer,
  Uploads,
} from "./ports.ts";
import { createAllowance, doSlice } from "./pace.ts";
import type { Member, Outcome, Room } from "./room.ts";
import { createRoom, userKeyOf } from "./room.ts";
import { startResync } from "./resync.ts";
import type { LiveConnection, RoomConnection, ConnectionOwner, ConnectedUser } from "./connection.ts";
import { createConnection } from "./connection.ts";
import type { SnapshotFrames } from "./snapshot.ts";
import { chunkBytes, chunkFrame, streamEndFrame } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";
import { createSnapshots } from "./snapshots.ts";
import type { Successors } from "./successors.ts";
import { createSuccessors } from "./successors.ts";
import type { UploadedFiles } from "./uploaded-files.ts";
import { createUploadedFiles } from "./uploaded-files.ts";

/**
 * The mailbox of one loaded room: it runs turns, makes their changes durable, and sends their messages.
 *
 *     frames, tasks ─► queue ─► turn (room.ts decides) ─┬─ presence, events, joins ───────────────► fan-out ─► sockets
 *                                                       └─ Storage ─► gate ─► commit ─► flushed ─► fan-out
 *
 * - One turn at a time. A turn that has to wait (for Storage from disk, an actor record, a large snapshot) holds the
 *   queue; presence and events of other connections overtake it.
 * - The gate: the messages of a Storage turn leave when everything decided up to it is flushed. While a commit is in
 *   flight, further turns run in memory and together make the next commit. Presence and events do not wait, except
 *   behind a change of their own sender: they leave after it (RM25).
 * - A commit that fails, or whose outcome is unknown, drops the room: none of its messages has left, clients reconnect
 *   and resend, and the op ids on disk show which ops were committed. While the disk is full, no turn decides a change
 *   (RM29).
 * - Fan-out: immediate when the room was quiet for `flushWindowMs`, else one flush per window. In a quiet room,
 *   messages that arrived in separate frames leave in separate frames (RM27).
 */
export interface Mailbox {
  readonly address: RoomAddress;
  /** The store's number of the room. A later room of the same id has another one. */
  readonly key: number;
  /** Connections and presences kept over REST. */
  readonly members: ReadonlyMap<number, Member>;
  readonly connections: ReadonlyMap<number, LiveConnection>;
  /** When a connection last entered, in milliseconds since the epoch. */
  readonly connectedAt: number | undefined;
  readonly documents: RoomDocuments;
  readonly files: UploadedFiles;
  /** Since when the room is idle (monotonic); undefined while it is in use. */
  readonly idleSince: number | undefined;

  enter(user: ConnectedUser, socket: ClientSocket): Promise<RoomConnection>;
  observe(observer: Observer): Observation;
  /** Disconnects all observers. */
  dismiss(error: ErrorCode, reason?: string): void;
  /** Runs a task as a turn of the room. Settles when everything decided before it and by it is durable. */
  ask<T>(task: (room: Room) => T | Promise<T>, needs?: { storage: boolean }): Promise<T>;
  /** Like `ask`, for a task that makes a change. */
  decide<T extends Outcome>(task: (room: Room) => T, needs?: { storage: boolean }): Promise<T>;
  /** Like `decide`, for long work: all other work on Storage waits until it is done. */
  decideInSteps<T extends Outcome>(task: (room: Room) => Stepwise<T>, needs?: { storage: boolean }): Promise<T>;
  newActor(): Promise<number>;
  /** Loads the records of the actors in these op ids, before a turn decides the ops. */
  loadActorsOf(ops: readonly Op[]): Promise<void>;
  setPresence(presence: EphemeralPresence): Promise<void>;
  keepAwake(forMs: number): void;

  /** Closes every connection. Changes that were decided are still committed. */
  closeAll(error: ErrorCode, reason?: string): void;
  /** Commits remaining changes, returns unused actor numbers, and ends. */
  unload(): Promise<void>;
  /** Ends at once; nothing more is committed. */
  drop(cause: unknown, error: ErrorCode): void;
}

export interface MailboxOptions {
  readonly address: RoomAddress;
  readonly opened: OpenedRoom;
  readonly store: RoomStore;
  readonly documents: Documents;
  readonly uploads: Uploads;
  readonly effects: RoomEffects;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly toFrame: ToFrame;
  readonly events: RoomEvents;
  /** Returns an unguessable string. */
  readonly random: () => string;
  /** The room left memory. */
  readonly ended: (mailbox: Mailbox) => void;
}

export function createMailbox(options: MailboxOptions): Mailbox {
  return new RoomMailbox(options);
}

/** Up to this many frames that waited for one commit leave separately, if that makes no more than this many writes. */
const fewFrames = 4;
const fewWrites = 64;
/**
 * How long a client may take from reading a snapshot to resending ops, and the number of nodes for which it gets 1 ms
 * more.
 */
const owingMs = 2_000;
const nodesDigestedPerMs = 50;

/** Pieces of Storage that are parsed in one go. */
const piecesPerStep = 8;

type Work =
  | {
      readonly kind: "frame";
      readonly connection: LiveConnection;
      messages: readonly RoomMessage[];
      at: number;
      /** Size of the frame; 0 once an update of it was decided. */
      bytes: number;
      /** A request for Storage that had to wait (beginning.ts). */
      readonly admitted?: true;
      /** Ascending. */
      readonly turn: number;
    }
  | {
      readonly kind: "task";
      readonly turn: number;
      readonly storage: boolean;
      readonly run: () => void | Promise<void>;
      /** Rejects the task because the room ended. */
      readonly refuse: (() => void) | undefined;
    };

interface Loading {
  readonly frames: Buffer[];
  readonly audience: Set<LiveConnection>;
  /** Requests that arrived before the first chunk. */
  readonly asking: Extract<Work, { kind: "frame" }>[];
  /** Whether Storage is more than an empty root, which is given to one writer at a time (beginning.ts). */
  filled: boolean | undefined;
  ended: boolean;
}

class RoomMailbox implements Mailbox, ConnectionOwner {
  readonly #options: MailboxOptions;
  readonly #room: Room;
  readonly #fanOut: FanOut;
  readonly #window: FlushWindow;
  readonly #delivery: Delivery;
  readonly #gate: Gate<Said>;
  readonly #documents: RoomDocuments;
  readonly #snapshots: Snapshots;
  readonly #successors: Successors;
  readonly #beginning: Beginning;
  readonly #fullDisk: FullDisk;
  readonly #backlog: Backlog;
  readonly #effects: CommitEffects;
  readonly files: UploadedFiles;
  readonly #connections = new Map<number, LiveConnection>();
  readonly #presenceTimers = new Map<number, Timer>();
  readonly #observers: Observers;
  /** What the commit in flight writes: whether to Storage, and how many updates to which documents. */
  #writing: { storage: boolean; documents: number; guids: Set<string> } | undefined;
  /** The newest snapshot that waits for a commit. */
  #weighed: SnapshotFrames | undefined;
  #queue: Work[] = [];
  /** A turn has to wait, and the queue is held. */
  #held = false;
  /** Number of the next turn. */
  #turns = 0;
  #pumping = false;
  #ended = false;

  /** Storage that is being loaded: the frames so far, and the connections that get the rest as it arrives. */
  #loading: Loading | undefined;
  #idleSince: number | undefined;
  #connectedAt: number | undefined;
  #awakeUntil = -Infinity;

  constructor(options: MailboxOptions) {
    this.#options = options;
    const { opened, limits, clock } = options;
    this.#room = createRoom({ seq: opened.seq, issued: opened.firstActor });
    this.files = createUploadedFiles(options.uploads, options.address);
    this.#room.findUpload = this.files.find;
    this.#effects = options.effects.open(opened);
    this.#snapshots = createSnapshots(options);
    this.#fanOut = createFanOut(options.toFrame);
    this.#window = createFlushWindow({ ...options, fanOut: this.#fanOut, connections: this.#connections });
    this.#successors = createSuccessors(clock);
    this.#beginning = createBeginning({
      clock,
      keys: () => this.#room.tree?.rootKeys ?? 0,
      probe: (actor, answered) => this.#connections.get(actor)?.socket.probe(() => this.#inTurn(answered)),
      admit: (actor) => this.#admit(actor),
    });
    this.#observers = createObservers(limits.presence);
    this.#delivery = createDelivery({
      fanOut: this.#fanOut,
      connections: this.#connections,
      observers: this.#observers,
      successors: this.#successors,
      toFrame: options.toFrame,
      expel: (connection, error) => {
        this.#window.flush();
        this.#expel(connection, error);
      },
      closeAll: (error) => this.closeAll(error),
    });
    this.#fullDisk = createFullDisk({
      ...options,
      over: () => {
        for (const connection of this.#connections.values()) {
          if (!this.#fullDisk.isRestricted(connection.user)) continue;
          this.#expel(connection, "ACCESS_CHANGED", "The server's disk has space again.");
        }
      },
    });
    this.#gate = createGate({
      ...options,
      room: this.#room,
      actorBlock: limits.actorBlock,
      takeWrites: () => {
        const writes = this.#room.takeWrites();
        const documents = this.#documents.takeWrites();
        const rows = documents.filter(({ kind }) => kind === "row");
        const storage = writes.puts.length > 0 || writes.drops.length > 0 || writes.clear;
        this.#writing = { storage, documents: rows.length, guids: new Set(rows.map(({ guid }) => guid)) };
        const jobs = storage || rows.length > 0 ? this.#effects.committing(this.#writing) : noJobs;
        return documents.length === 0 && jobs.length === 0 ? writes : { ...writes, documents, jobs };
      },
      settled: (isDurable) => this.#effects.settled(isDurable),
      deliver: (said) => this.#guard(() => this.#delivery.deliver(said)),
      between: (turns) => {
        if (turns <= fewFrames && turns * this.#connections.size <= fewWrites && this.#window.open)
          this.#window.flush();
      },
      flushed: (changes) => {
        this.#reportChanges(changes);
        this.#documents.flushed();
        this.#weighed = undefined;
        this.#settle();
      },
      lost: (cause) => this.drop(cause, "RESTARTING"),
    });
    this.#backlog = createBacklog({ limit: limits.roomUnstored, unstored: () => this.#gate.bytes });
    this.#documents = createRoomDocuments({
      documents: options.documents,
      load: (guid) => options.store.documentRows(opened, guid),
      decided: (outcome, users) => {
        if (this.#ended) return;
        this.#room.decided(users);
        this.#gate.beginTurn(this.#turns++);
        this.#take(outcome, undefined);
        for (const send of outcome.sends) {
          const message = "message" in send ? send.message : "part" in send ? send.part : undefined;
          if (message?.type === ServerMessageType.documentUpdated) this.#gate.weigh(message.update.length);
        }
        this.#settle();
      },
      expel: (actor, error, reason) => {
        const connection = this.#connections.get(actor);
        if (connection === undefined) return;
        this.#expel(connection, error, reason);
      },
      connected: (actor) => this.#connections.has(actor),
      isDiskFull: () => options.store.full,
      broken: (cause) => this.drop(cause, "INTERNAL_SERVER_ERROR"),
      events: options.events,
      open: limits.documentsAwakePerRoom,
      waiting: limits.documentsWaitingPerRoom,
      clock,
      windowMs: 2 * limits.flushWindowMs,
    });
    this.#idleSince = clock.monotonic();
  }

  get address(): RoomAddress {
    return this.#options.address;
  }
  get key(): number {
    return this.#options.opened.key;
  }
  get members(): ReadonlyMap<number, Member> {
    return this.#room.members;
  }
  get connectedAt(): number | undefined {
    return this.#connectedAt;
  }
  get documents(): RoomDocuments {
    return this.#documents;
  }
  get connections(): ReadonlyMap<number, LiveConnection> {
    return this.#connections;
  }
  get idleSince(): number | undefined {
    if (this.#queue.length > 0 || this.#held || this.#documents.busy) return undefined;
    if (this.#room.members.size > 0 || this.#observers.size > 0) return undefined;
    return this.#idleSince === undefined ? undefined : Math.max(this.#idleSince, this.#awakeUntil);
  }

  async enter(asked: ConnectedUser, socket: ClientSocket): Promise<RoomConnection> {
    const { limits, random, clock } = this.#options;
    if (this.#connections.size >= limits.connectionsPerRoom) throw new WeftError("ROOM_FULL");
    if (asked.id !== undefined) {
      let own = 0;
      for (const { user: other } of this.#connections.values()) if (other.id === asked.id) own++;
      if (own >= limits.connectionsPerUserInRoom)
        throw new WeftError("ROOM_FULL", {
          message: `This user has ${own} connection${own === 1 ? "" : "s"} to the room already, the most that one user may have.`,
        });
    }
    const actor = this.#gate.issueActor() ?? (await this.newActor());
    if (this.#ended) throw new WeftError("RESTARTING");
    const user = this.#fullDisk.admit(asked);
    const { textStepsPerSecond, textStepsBurst } = limits;
    const textSteps = createAllowance(textStepsPerSecond, textStepsBurst);
    const connection = createConnection(this, { actor, user, socket, joinedAfter: this.#fanOut.waiting, textSteps });
    const { userKey } = connection;
    if (user.storage === "write") this.#successors.entered(connection, userKey, this.#writersOf(userKey));
    this.#connections.set(actor, connection);
    const { id, info, scopes, storage } = user;
    const member = { actor, userKey, id, info, scopes, storage };
    this.#take(this.#room.join(member, random(), user.readsOlderScopes ? olderSpelling : undefined), undefined);
    const enteredAt = clock.now();
    this.#connectedAt = enteredAt;
    this.#gate.touchSoon(enteredAt);
    this.#observers.entered(member, enteredAt, user.software ?? "");
    this.#options.events.connectionEntered(this.address, member, this.#connections.size);
    this.#settle();
    return connection;
  }

  observe(observer: Observer): Observation {
    if (this.#ended) throw new WeftError("RESTARTING");
    const { clock } = this.#options;
    return this.#observers.observe(observer, {
      members: this.#room.members.values(),
      probe: (most, answered) => {
        const begun = clock.monotonic();
        for (const { actor, socket } of this.#connections.values().take(most))
          socket.probe(() => answered(actor, Math.round(clock.monotonic() - begun)));
      },
      last: () => {
        if (this.#room.members.size === 0) this.#idleSince = clock.monotonic();
      },
    });
  }

  dismiss(error: ErrorCode, reason?: string): void {
    this.#observers.dismiss(error, reason);
  }

  async ask<T>(task: (room: Room) => T | Promise<T>, needs = { storage: false }): Promise<T> {
    const answer = await this.#turn((room) => task(room), needs.storage);
    await this.#gate.barrier();
    return answer;
  }

  async decide<T extends Outcome>(task: (room: Room) => T, needs = { storage: false }): Promise<T> {
    const outcome = await this.#turn((room) => {
      const decided = task(room);
      this.#take(decided, undefined);
      return decided;
    }, needs.storage);
    await this.#gate.barrier();
    return outcome;
  }

  async decideInSteps<T extends Outcome>(task: (room: Room) => Stepwise<T>, needs = { storage: false }): Promise<T> {
    const decide = (room: Room) =>
      this.#inSteps(task(room), (decided) => {
        this.#gate.beginTurn(this.#turns++);
        this.#take(decided, undefined);
      });
    const outcome = await this.#turn(decide, needs.storage);
    await this.#gate.barrier();
    return outcome;
  }

  async newActor(): Promise<number> {
    for (;;) {
      if (this.#ended) throw new WeftError("RESTARTING");
      const actor = this.#gate.issueActor();
      if (actor !== undefined) return actor;
      await this.#gate.barrier();
    }
  }

  async loadActorsOf(ops: readonly Op[]): Promise<void> {
    const unknown = this.#room.unknownActors(ops);
    if (unknown.length > 0) await this.#loadActors(unknown);
  }

  async setPresence(presence: EphemeralPresence): Promise<void> {
    const { userId, data, info, ttlMs } = presence;
    const { random, clock } = this.#options;
    let actor = this.#presenceOf(userId);
    if (actor === undefined) {
      const fresh = await this.newActor();
      // The same user's presence may have been set while the number was being reserved.
      actor = this.#presenceOf(userId) ?? fresh;
    }
    const member: Member = {
      actor,
      userKey: userKeyOf({ userId }),
      id: userId,
      info,
      scopes: ["*:read"],
      storage: "none",
      presence: data,
    };
    const known = this.#room.members.has(actor);
    this.#take(this.#room.join(member, random()), undefined);
    if (!known) this.#observers.entered(member, clock.now(), null);
    this.#presenceTimers.get(actor)?.cancel();
    const settled = actor;
    this.#presenceTimers.set(
      settled,
      clock.setTimer(ttlMs, () => this.#presenceExpired(settled)),
    );
    this.#settle();
  }

  keepAwake(forMs: number): void {
    this.#awakeUntil = Math.max(this.#awakeUntil, this.#options.clock.monotonic() + forMs);
  }

  closeAll(error: ErrorCode, reason?: string): void {
    this.#window.flush();
    for (const connection of this.#connections.values()) {
      this.#expel(connection, error, reason);
    }
    this.#settle();
  }

  async unload(): Promise<void> {
    await this.#documents.idle();
    this.#gate.handBackActors();
    try {
      await this.#gate.barrier();
    } finally {
      // A last commit that failed has already dropped the room.
      if (!this.#ended) {
        this.#end(undefined);
        this.#options.events.roomUnloaded();
        this.#options.ended(this);
      }
    }
  }

  drop(cause: unknown, error: ErrorCode): void {
    if (this.#ended) return;
    this.#end(cause);
    for (const connection of this.#connections.values()) {
      const { actor, socket, resync } = connection;
      this.#connections.delete(actor);
      resync?.end();
      socket.close(error);
      this.#reportLeft(connection);
    }
    this.#options.events.roomDropped(this.address, cause);
    this.#options.ended(this);
    // Tasks that still wait find the room ended and reject. Frames are discarded: their senders reconnect and resend.
    const waiting = this.#queue;
    this.#queue = [];
    for (const work of waiting) if (work.kind === "task") void work.run();
  }

  received(connection: LiveConnection, messages: readonly RoomMessage[], bytes: number): void {
    if (this.#ended || !this.#connections.has(connection.actor)) return;
    const ordered = fullPresenceFirst(messages);
    this.#takeIn({ kind: "frame", connection, messages: ordered, at: 0, bytes, turn: this.#turns++ });
    if (this.#connections.has(connection.actor)) this.#backlog.took(connection, messages);
  }

  #takeIn(work: Extract<Work, { kind: "frame" }>): void {
    const { connection, messages } = work;
    if (
      this.#held &&
      messages.every(isFleeting) &&
      !this.#queue.some((other) => other.kind === "frame" && other.connection === connection)
    ) {
      this.#guard(() => this.#step(work));
      this.#settle();
      return;
    }
    this.#backlog.queued(work.bytes);
    if (this.#loading !== undefined && this.#joinLoading(work)) return this.#settle();
    this.#queue.push(work);
    this.#pump();
  }

  replied({ actor }: LiveConnection, message: ServerMessage): void {
    this.#inTurn(() => {
      if (this.#connections.has(actor)) this.#take({ sends: [{ to: actor, message }], durable: false }, undefined);
    });
  }

  left(connection: LiveConnection): void {
    connection.resync?.end();
    this.#successors.left(connection.actor, connection.userKey);
    if (!this.#connections.delete(connection.actor)) return;
    this.#reportLeft(connection);
    if (this.#ended) return;
    this.#beginning.left(connection);
    this.#backlog.left(connection);
    this.#documents.left(connection.actor);
    this.#gate.beginTurn(this.#turns++, connection.actor);
    for (const send of this.#room.leave(connection.actor).sends)
      if ("message" in send) this.#gate.say(send, connection.wroteAt);
    if (this.#connections.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#settle();
  }

  // --- turns ---------------------------------------------------------------------------------------------------------

  #turn<T>(task: (room: Room) => T | Promise<T>, storage: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refuse = () => reject(new WeftError("SERVICE_UNAVAILABLE"));
      if (this.#ended) return refuse();
      const run = (): void | Promise<void> => {
        try {
          const answer = task(this.#room);
          if (!(answer instanceof Promise)) return resolve(answer);
          return answer.then(resolve, reject);
        } catch (cause) {
          reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      };
      this.#inTurn(run, storage, refuse);
    });
  }

  /** Runs a task after everything that has arrived so far. */
  #inTurn(run: () => void | Promise<void>, storage = false, refuse?: () => void): void {
    this.#queue.push({ kind: "task", turn: this.#turns++, storage, run, refuse });
    this.#pump();
  }

  #pump(): void {
    if (this.#pumping || this.#held) return;
    this.#pumping = true;
    while (this.#queue.length > 0 && !this.#ended) {
      const work = this.#queue[0]!;
      const wait = this.#guard(() => this.#step(work));
      if (wait === undefined) {
        this.#dequeue();
        continue;
      }
      this.#held = true;
      if (wait.finished) this.#dequeue();
      wait.ready.then(
        () => {
          this.#held = false;
          this.#pump();
        },
        (cause: unknown) => {
          this.#held = false;
          this.drop(cause, "INTERNAL_SERVER_ERROR");
        },
      );
      break;
    }
    this.#pumping = false;
    this.#settle();
  }

  #dequeue(): void {
    const work = this.#queue.shift();
    if (work?.kind === "frame") this.#backlog.dequeued(work.bytes);
  }

  /** A broken invariant ends the room, never the process. */
  #guard<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (cause) {
      this.drop(cause, "INTERNAL_SERVER_ERROR");
      return undefined;
    }
  }

  /** Runs a work item until it has to wait. Returns what it waits for. */
  #step(work: Work): { readonly ready: Promise<void>; readonly finished: boolean } | undefined {
    this.#gate.beginTurn(work.turn, work.kind === "frame" ? work.connection.actor : undefined);
    if (work.kind === "task") {
      if (work.storage && this.#room.tree === undefined) return { ready: this.#loadStorage(), finished: false };
      const running = work.run();
      return running instanceof Promise ? { ready: running, finished: true } : undefined;
    }
    const { connection } = work;
    for (; work.at < work.messages.length; work.at++) {
      const message = work.messages[work.at]!;
      if (message.type === ClientMessageType.fetchDocument || message.type === ClientMessageType.updateDocument) {
        this.#toDocuments(connection, message);
        continue;
      }
      if (message.type === ClientMessageType.fetchStorage || message.type === ClientMessageType.updateStorage) {
        if (message.type === ClientMessageType.fetchStorage && work.admitted === undefined)
          this.#beginResync(connection);
        if (message.type === ClientMessageType.fetchStorage && this.#mayStream(connection)) {
          work.at++;
          return { ready: this.#loadStorage(connection), finished: false };
        }
        const ready = this.#prepare(connection, message);
        if (ready !== undefined) return { ready, finished: false };
        if (
          message.type === ClientMessageType.fetchStorage &&
          work.admitted === undefined &&
          !this.#asksInTime(connection)
        )
          continue;
        if (message.type === ClientMessageType.updateStorage && connection.resync !== undefined) {
          const now = connection.resync.take(message);
          if (now.length === 0) continue;
          if (now.length > 1) {
            replaceWith(now, work);
            continue;
          }
        }
      } else if (isEcho(message)) {
        replaceWith(connection.resync?.echoed() ?? [], work);
        continue;
      }
      if (message.type === ClientMessageType.updateStorage) {
        const updated = this.#update(work, message.ops);
        if (updated !== undefined) return { ready: updated, finished: false };
      } else this.#take(this.#room.receive(connection.actor, message), connection);
      if (this.#ended || !this.#connections.has(connection.actor)) return undefined;
    }
    return undefined;
  }

  /** Returns a promise when it takes more than one slice; the frame continues after it. */
  #update(work: Extract<Work, { kind: "frame" }>, ops: readonly Op[]): Promise<void> | undefined {
    const { connection } = work;
    if (this.#options.store.full && ops.some(({ opId }) => !this.#room.knows(opId))) {
      this.#take(this.#room.refuse(connection.actor, ops, diskFull, "disk"), connection);
      return undefined;
    }
    const allowed = connection.textSteps.left(this.#options.clock.monotonic());
    const steps = new Steps(allowed);
    const updating = this.#inSteps(this.#room.update(connection.actor, ops, steps), (outcome) => {
      this.#gate.beginTurn(work.turn, connection.actor);
      connection.textSteps.take(allowed - steps.left);
      connection.wroteAt = this.#room.seq;
      this.#take(outcome, connection);
      this.#gate.weigh(work.bytes);
      this.#backlog.dequeued(work.bytes);
      work.bytes = 0;
      this.#beginning.wrote(connection.actor);
    });
    return updating instanceof Promise ? updating.then(() => void work.at++) : undefined;
  }

  /** Decides at once, or slice by slice while the queue is held. The messages leave together either way. */
  #inSteps<T extends Outcome>(deciding: Stepwise<T>, decided: (outcome: T) => void): T | Promise<T> {
    const { clock, limits } = this.#options;
    const { done, value } = doSlice(deciding, clock, limits.turnSliceMs);
    if (done !== true) return this.#inFurtherSteps(deciding, decided);
    decided(value);
    return value;
  }

  async #inFurtherSteps<T extends Outcome>(deciding: Stepwise<T>, decided: (outcome: T) => void): Promise<T> {
    const { clock, limits } = this.#options;
    this.#gate.suspend();
    try {
      for (;;) {
        await clock.yieldToEventLoop();
        if (this.#ended) throw new WeftError("SERVICE_UNAVAILABLE");
        const { done, value } = doSlice(deciding, clock, limits.turnSliceMs);
        if (done !== true) continue;
        decided(value);
        return value;
      }
    } finally {
      this.#gate.resume();
    }
  }

  #toDocuments({ actor, user, userKey }: LiveConnection, message: FetchDocument | UpdateDocument): void {
    if (user.storage === "none") return;
    if (message.type === ClientMessageType.fetchDocument) return this.#documents.fetch(actor, message);
    this.#documents.update({ actor, user: userKey, readOnly: user.storage !== "write" }, message);
  }

  /** Loads what a Storage message needs before its turn. Undefined when everything is in memory. */
  #prepare(connection: LiveConnection, message: RoomMessage): Promise<void> | undefined {
    const { tree } = this.#room;
    if (connection.user.storage === "none") return undefined;
    if (tree === undefined) return this.#loadStorage();
    if (message.type === ClientMessageType.updateStorage) {
      const unknown = this.#room.unknownActors(message.ops);
      return unknown.length > 0 ? this.#loadActors(unknown) : this.files.prepare(message.ops);
    }
    return this.#snapshots.prepare(connection.user.version, tree, this.#room.seq);
  }

  /** From here on, updates of the connection wait until it has resent its unacknowledged ops. */
  #beginResync(connection: LiveConnection): void {
    connection.resync?.end();
    connection.resync = undefined;
    if (connection.user.storage !== "write") return;
    this.#successors.asked(connection.actor, connection.userKey);
    connection.resync = startResync({
      actor: connection.actor,
      // A frame that arrived before the answer may still be in the queue, or half done.
      probe: (answered) => connection.socket.probe(() => this.#inTurn(answered)),
      clock: this.#options.clock,
      read: () => this.#beginning.read(connection.actor),
      askEcho: () => connection.send(textFrame(JSON.stringify(echoRequest), this.#options.toFrame)),
      graceMs: () => owingMs + (this.#room.tree?.nodes ?? 0) / nodesDigestedPerMs,
      settled: () => {
        connection.resync = undefined;
        this.#successors.settled(connection.actor, connection.userKey);
      },
      release: (waiting) => {
        if (waiting.length === 0 || this.#ended || !this.#connections.has(connection.actor)) return;
        const works = waiting.map((update): Work => ({
          kind: "frame",
          connection,
          messages: [update],
          at: 0,
          bytes: 0,
          turn: this.#turns++,
        }));
        // Everything else of this connection in the queue arrived later.
        this.#queue.unshift(...works);
        this.#pump();
      },
    });
  }

  /** Whether this connection gets Storage now. False while another one writes the first keys. */
  #asksInTime(connection: LiveConnection): boolean {
    return connection.user.storage !== "write" || this.#beginning.asks(connection);
  }

  #admit(actor: number): void {
    const connection = this.#connections.get(actor);
    if (connection === undefined) return;
    const turn = this.#turns++;
    this.#queue.push({
      kind: "frame",
      connection,
      messages: [{ type: ClientMessageType.fetchStorage }],
      at: 0,
      bytes: 0,
      turn,
      admitted: true,
    });
    this.#pump();
  }

  async #loadActors(actors: readonly number[]): Promise<void> {
    const { store, opened } = this.#options;
    const records = await Promise.all(actors.map((actor) => store.actor(opened, actor)));
    actors.forEach((actor, index) => this.#room.remember(actor, records[index]));
  }

  /** Whether Storage can be streamed to the connection from disk: only before it is in memory. */
  #mayStream({ user }: LiveConnection): boolean {
    return this.#room.tree === undefined && user.version === 8 && user.storage !== "none";
  }

  /**
   * Loads Storage. The connection that asked first gets its chunks as they are read from disk, before they are parsed.
   * No op can come between them, because the queue is held.
   */
  async #loadStorage(first?: LiveConnection): Promise<void> {
    const { store, opened, toFrame, limits, clock } = this.#options;
    const pieces: Uint8Array[] = [];
    const frames: Buffer[] = [];
    const audience = new Set<LiveConnection>(first === undefined ? [] : [first]);
    const loading: Loading = { frames, audience, asking: [], filled: undefined, ended: false };
    this.#loading = loading;
    const take = (frame: Buffer, isLast = false) => {
      frames.push(frame);
      for (const connection of audience) {
        if (isLast) connection.sendSnapshot([frame]);
        else connection.socket.send(frame, true);
      }
    };
    if (first !== undefined) this.#window.flush();
    for await (const piece of store.nodes(opened, chunkBytes)) {
      pieces.push(piece);
      take(chunkFrame(piece, toFrame));
      loading.filled ??= !emptyRoot.equals(piece);
      if (loading.filled) this.#admitToLoading();
    }
    const tree = createTree(treeBounds(limits));
    // A room without stored nodes has an empty root; otherwise the root is among the nodes.
    if (pieces.length === 0) take(chunkFrame(emptyRoot, toFrame));
    take(streamEndFrame(toFrame), true);
    loading.ended = true;
    for (const [index, piece] of pieces.entries()) {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString();
      tree.load(JSON.parse(`[${text}]`) as CompactNode[]);
      if ((index + 1) % piecesPerStep === 0) await clock.yieldToEventLoop();
    }
    tree.finishLoad();
    this.#loading = undefined;
    this.#room.adoptTree(tree);
    if (first !== undefined) this.#asksInTime(first);
    this.#snapshots.keep(8, this.#room.seq, frames);
  }

  /** Streams Storage that is being loaded to another client, too. False when the request has to wait in the queue. */
  #joinLoading(work: Extract<Work, { kind: "frame" }>): boolean {
    const { connection, messages } = work;
    const { filled, asking } = this.#loading!;
    const asksAt = messages.findIndex((message) => !isFleeting(message));
    const asks =
      messages[asksAt]?.type === ClientMessageType.fetchStorage && this.#mayStream(connection) && filled !== false;
    if (!asks || this.#queue.some((other) => other.kind === "frame" && other.connection === connection)) return false;
    const before = { ...work, messages: messages.slice(0, asksAt) };
    this.#guard(() => this.#step(before));
    work.at = asksAt;
    this.#queue.push(work);
    asking.push(work);
    if (filled === true) this.#admitToLoading();
    return true;
  }

  #admitToLoading(): void {
    const { frames, audience, asking, ended } = this.#loading!;
    for (const work of asking.splice(0)) {
      const { connection } = work;
      if (!this.#connections.has(connection.actor)) continue;
      this.#beginResync(connection);
      this.#window.flush();
      if (ended) connection.sendSnapshot(frames);
      else for (const frame of frames) connection.socket.send(frame, true);
      audience.add(connection);
      if (++work.at < work.messages.length) continue;
      this.#queue = this.#queue.filter((other) => other !== work);
      this.#backlog.dequeued(work.bytes);
    }
  }

  // --- outcomes of turns ---------------------------------------------------------------------------------------------

  #take(outcome: Outcome, connection: LiveConnection | undefined): void {
    if (outcome.durable) this.#gate.touch();
    if (outcome.refused !== undefined) this.#options.events.opsRefused(outcome.refused.count, outcome.refused.cause);
    if (outcome.replayed !== undefined && outcome.replayed > 0) this.#options.events.replaysAnswered(outcome.replayed);
    for (const send of outcome.sends) {
      if ("storage" in send) {
        if (connection === undefined) continue;
        const frames = this.#snapshots.take(connection.user.version, this.#room.tree!, this.#room.seq);
        this.#gate.say({ to: send.to, frames });
        this.#weighOnce(frames);
      } else if ("close" in send || "part" in send || dependsOnStorage(send.message)) this.#gate.say(send);
      else if (connection === undefined || send.to === connection.actor) this.#delivery.deliver(send);
      else if (this.#gate.holds(connection.wroteAt)) this.#sayBehind(connection, send);
      else this.#delivery.deliver(send);
    }
  }

  /** Connections that ask at the same state share the same frames, which are counted once. */
  #weighOnce(frames: SnapshotFrames): void {
    if (frames === this.#weighed || !this.#gate.holds(this.#room.seq)) return;
    this.#weighed = frames;
    for (const { length } of frames) this.#gate.weigh(length);
  }

  /** Holds a message behind its sender's own change, up to the bound for unread output. */
  #sayBehind(connection: LiveConnection, send: Spoken): void {
    const bytes = Buffer.byteLength(JSON.stringify(send.message));
    connection.heldBytes += bytes;
    this.#gate.say({ by: connection, send, bytes }, connection.wroteAt);
    this.#gate.weigh(bytes);
    if (connection.heldBytes <= this.#options.limits.outputHard || !this.#connections.has(connection.actor)) return;
    connection.silenced = true;
    this.#expel(
      connection,
      "TRY_AGAIN_LATER",
      "More was sent behind a change than is held until the change is stored.",
    );
  }

  #expel(connection: LiveConnection, error: ErrorCode, reason?: string): void {
    connection.socket.close(error, reason);
    this.left(connection);
  }

  #writersOf(userKey: string): LiveConnection[] {
    return Array.from(this.#connections.values()).filter(
      (connection) => connection.userKey === userKey && connection.user.storage === "write",
    );
  }

  /** After a turn: commits its changes, and flushes the messages that may leave. */
  #settle(): void {
    if (this.#ended || this.#pumping) return;
    this.#gate.commit();
    this.#backlog.readOn();
    this.#window.settle();
  }

  // --- presence kept over REST ---------------------------------------------------------------------------------------

  #presenceOf(userId: string): number | undefined {
    for (const member of this.#room.members.values())
      if (member.presence !== undefined && member.id === userId) return member.actor;
    return undefined;
  }

  #presenceExpired(actor: number): void {
    this.#presenceTimers.delete(actor);
    this.#take(this.#room.leave(actor), undefined);
    if (this.#connections.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#settle();
  }

  #reportLeft({ actor, user: { id, info } }: LiveConnection): void {
    this.#options.events.connectionLeft(this.address, { actor, id, info }, this.#connections.size);
  }

  /** A commit is durable: `changes` ops and updates of documents were in it. */
  #reportChanges(changes: number): void {
    const writing = this.#writing;
    this.#writing = undefined;
    if (writing === undefined) return;
    const { storage, documents: documentUpdates, guids } = writing;
    if (changes > 0)
      this.#options.events.roomChanged(this.address, {
        storageOps: changes - documentUpdates,
        documentUpdates,
        storageBytes: this.#room.tree?.bytes,
      });
    this.#observers.changed(storage, guids);
  }

  #end(cause: unknown): void {
    this.#ended = true;
    this.dismiss("RESTARTING");
    this.#gate.end(cause);
    this.#effects.close();
    this.#documents.close();
    this.#fullDisk.end();
    this.#window.end();
    for (const timer of this.#presenceTimers.values()) timer.cancel();
    this.#presenceTimers.clear();
    this.#snapshots.end();
    this.#beginning.end();
    for (const work of this.#queue.splice(0)) if (work.kind === "task") work.refuse?.();
  }
}

const noJobs: readonly CommitJob[] = [];
const emptyRoot = Buffer.from('["root",{}]');

/**
 * An SDK writes the latest change of its presence before the full presence for a new connection, which is older: in
 * that order the new connection would end with the older state.
 */
function fullPresenceFirst(messages: readonly RoomMessage[]): readonly RoomMessage[] {
  const [first] = messages;
  if (messages.length < 2 || first?.type !== ClientMessageType.updatePresence || first.targetActor !== undefined)
    return messages;
  const isOwed = (message: RoomMessage) =>
    message.type === ClientMessageType.updatePresence && message.targetActor !== undefined;
  return [...messages.filter(isOwed), ...messages.filter((message) => !isOwed(message))];
}

/** Presence and events do not wait, and documents have a queue of their own. */
function isFleeting(message: RoomMessage): boolean {
  const { type } = message;
  return type !== ClientMessageType.fetchStorage && type !== ClientMessageType.updateStorage && !isEcho(message);
}

/** Continues with these updates, each of which has to be prepared, in place of the message that the frame is at. */
function replaceWith(updates: readonly UpdateStorage[], work: Extract<Work, { kind: "frame" }>): void {
  work.messages = [...updates, ...work.messages.slice(work.at + 1)];
  work.at = -1;
}

/** Whether a message contains state of Storage or of a document, and so must not leave before that is durable (G2). */
function dependsOnStorage({ type }: ServerMessage): boolean {
  return (
    type === ServerMessageType.storageUpdated ||
    type === ServerMessageType.rejectStorageOp ||
    type === ServerMessageType.documentUpdated
  );
}
