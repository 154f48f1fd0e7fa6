import { Steps, createTree, treeBounds } from "@weft/crdt";
import type { Stepwise } from "@weft/crdt";
import type {
  ClientMessage,
  CompactNode,
  ErrorCode,
  JsonObject,
  Limits,
  Op,
  RoomAddress,
  ServerMessage,
} from "@weft/protocol";
import { WeftError, olderSpelling } from "@weft/protocol";
import type { Backlog } from "./backlog.ts";
import { createBacklog } from "./backlog.ts";
import type { Beginning } from "./beginning.ts";
import { createBeginning } from "./beginning.ts";
import type { Delivery, Said, Spoken } from "./delivery.ts";
import { createDelivery } from "./delivery.ts";
import type { Documents } from "./document-ports.ts";
import type { RoomDocuments } from "./documents.ts";
import { createRoomDocuments } from "./documents.ts";
import type { FanOut, Seal } from "./fan-out.ts";
import { createFanOut } from "./fan-out.ts";
import type { FlushWindow } from "./flush-window.ts";
import { createFlushWindow } from "./flush-window.ts";
import type { FullDisk } from "./full-disk.ts";
import { createFullDisk, diskFull } from "./full-disk.ts";
import type { Gate } from "./gate.ts";
import { createGate } from "./gate.ts";
import type { Observation, Observer, Observers } from "./observers.ts";
import { createObservers } from "./observers.ts";
import type { Clock, Link, OpenedRoom, RoomEvents, RoomStore, Timer, Uploads } from "./ports.ts";
import { createAllowance, doSlice } from "./pace.ts";
import type { Member, Outcome, Room } from "./room.ts";
import { createRoom, userOf } from "./room.ts";
import { createReturn } from "./return.ts";
import type { RoomSession, Session, SessionOwner, Visitor } from "./session.ts";
import { createSession } from "./session.ts";
import type { SnapshotFrames } from "./snapshot.ts";
import { chunkBytes, chunkFrame, streamEndFrame } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";
import { createSnapshots } from "./snapshots.ts";
import type { Successors } from "./successors.ts";
import { createSuccessors } from "./successors.ts";
import type { UploadedFiles } from "./uploaded-files.ts";
import { createUploadedFiles } from "./uploaded-files.ts";

/**
 * The mailbox of one awake room: it takes turns, makes them durable, and lets their words out.
 *
 *     frames, tasks ─► queue ─► turn (room.ts decides) ─┬─ presence, events, joins ───────────────► fan-out ─► links
 *                                                       └─ Storage ─► gate ─► commit ─► flushed ─► fan-out
 *
 * - One turn at a time. A turn that needs something first (Storage from disk, an old actor, a large snapshot) holds the
 *   queue; presence and events of others pass by.
 * - The gate: what a Storage turn has to say, to anybody, leaves when everything decided up to it is flushed.
 *   While one commit is on its way the next turns go on in memory; together they make the next commit. Presence and
 *   events pass by, except behind a change of their own sender: they leave after it (RM25).
 * - A commit that fails, or whose outcome is unknown, drops the room: nothing was said of it, clients come back and
 *   send again, and the op ids on disk tell what was in. While the disk is known to be full nothing is decided that
 *   would have to be committed (RM29).
 * - Fan-out: at once when the room was quiet for `flushWindowMs`, else one flush per window. In a quiet room what came in
 *   separate frames leaves in separate frames (RM27).
 */
export interface Mailbox {
  readonly address: RoomAddress;
  /** The number by which the store knows the room: another room of the same id has another. */
  readonly key: number;
  /** Connections and presences kept over REST. */
  readonly members: ReadonlyMap<number, Member>;
  readonly sessions: Iterable<Session>;
  /** When a connection last entered, in milliseconds since the epoch. */
  readonly connectedAt: number | undefined;
  readonly documents: RoomDocuments;
  readonly files: UploadedFiles;
  /** Undefined while it is in use; else since when (monotonic) nobody is. */
  readonly idleSince: number | undefined;

  enter(visitor: Visitor, link: Link): Promise<Session>;
  observe(observer: Observer): Observation;
  /** Sends those who watch away. */
  dismiss(error: ErrorCode, reason?: string): void;
  /** Runs a task as a turn of the room. It settles when everything decided before and by it is durable. */
  ask<T>(task: (room: Room) => T | Promise<T>, needs?: { storage: boolean }): Promise<T>;
  /** As `ask`, for a task that decides something. */
  decide<T extends Outcome>(task: (room: Room) => T, needs?: { storage: boolean }): Promise<T>;
  /** As `decide`, for what may take long: everything else that concerns Storage waits until it is done. */
  decideInSteps<T extends Outcome>(task: (room: Room) => Stepwise<T>, needs?: { storage: boolean }): Promise<T>;
  newActor(): Promise<number>;
  /** Brings what is remembered of the actors in these op ids into memory, before a turn decides the ops. */
  know(ops: readonly Op[]): Promise<void>;
  setPresence(presence: { userId: string; data: JsonObject; info: JsonObject; ttlMs: number }): Promise<void>;
  keepAwake(forMs: number): void;

  /** Closes every connection. What was decided is still committed. */
  closeAll(error: ErrorCode, reason?: string): void;
  /** Commits what is left, hands back unused actor numbers, and ends. */
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
  readonly clock: Clock;
  readonly limits: Limits;
  readonly seal: Seal;
  readonly events: RoomEvents;
  /** A string that nobody can guess. */
  readonly random: () => string;
  /** The room left memory. */
  readonly ended: (mailbox: Mailbox) => void;
}

export function createMailbox(options: MailboxOptions): Mailbox {
  return new RoomMailbox(options);
}

/** So many frames that waited for one commit leave apart, as they came, if no more than so many writes come of it. */
const fewFrames = 4;
const fewWrites = 64;
/** How long a client may take from reading a snapshot to sending what it owes, and how many nodes take it 1 ms more. */
const owingMs = 2_000;
const nodesDigestedPerMs = 50;

type Work =
  | {
      readonly kind: "frame";
      readonly session: RoomSession;
      messages: readonly ClientMessage[];
      at: number;
      /** Of the frame, as long as nothing of it was decided. */
      bytes: number;
      /** It asks for Storage again, after it had to wait (beginning.ts). */
      readonly admitted?: true;
      /** Grows with each. */
      readonly turn: number;
    }
  | {
      readonly kind: "task";
      readonly turn: number;
      readonly storage: boolean;
      readonly run: () => void | Promise<void>;
      /** Tells its caller that the room ended first. */
      readonly refuse: (() => void) | undefined;
    };

interface Loading {
  readonly frames: Buffer[];
  readonly audience: Set<RoomSession>;
  /** Those who asked for it while nothing had come. */
  readonly asking: Extract<Work, { kind: "frame" }>[];
  /** Whether it is more than an empty root, which is not given to everybody at once (beginning.ts). */
  filled: boolean | undefined;
  ended: boolean;
}

class RoomMailbox implements Mailbox, SessionOwner {
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
  readonly files: UploadedFiles;
  readonly #sessions = new Map<number, RoomSession>();
  readonly #presenceTimers = new Map<number, Timer>();
  readonly #observers: Observers;
  /** What the commit on its way writes: whether to Storage, and how many updates to which documents. */
  #writing: { storage: boolean; documents: number; guids: Set<string> } | undefined;
  /** The newest snapshot that waits for a commit. */
  #weighed: SnapshotFrames | undefined;
  #queue: Work[] = [];
  /** A turn is waiting for something; the queue stands still. */
  #held = false;
  /** How many turns were given out. */
  #turns = 0;
  #pumping = false;
  #ended = false;

  /** Storage on its way into memory: what came so far, and who hears the rest as it comes. */
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
    this.#snapshots = createSnapshots(options);
    this.#fanOut = createFanOut(options.seal);
    this.#window = createFlushWindow({ ...options, fanOut: this.#fanOut, sessions: this.#sessions });
    this.#successors = createSuccessors(clock);
    this.#beginning = createBeginning({
      clock,
      keys: () => this.#room.tree?.rootKeys ?? 0,
      probe: (actor, answered) => this.#sessions.get(actor)?.link.probe(() => this.#inTurn(answered)),
      admit: (actor) => this.#admit(actor),
    });
    this.#observers = createObservers(limits.presence);
    this.#delivery = createDelivery({
      fanOut: this.#fanOut,
      sessions: this.#sessions,
      observers: this.#observers,
      successors: this.#successors,
      seal: options.seal,
      expel: (session, error) => {
        this.#window.flush();
        this.#expel(session, error);
      },
      closeAll: (error) => this.closeAll(error),
    });
    this.#fullDisk = createFullDisk({
      ...options,
      over: () => {
        for (const session of this.#sessions.values()) {
          if (!this.#fullDisk.isRestricted(session.visitor)) continue;
          this.#expel(session, "ACCESS_CHANGED", "The server's disk has space again.");
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
        return documents.length === 0 ? writes : { ...writes, documents };
      },
      deliver: (said) => this.#guard(() => this.#delivery.deliver(said)),
      between: (turns) => {
        if (turns <= fewFrames && turns * this.#sessions.size <= fewWrites && this.#window.open) this.#window.flush();
      },
      flushed: (changes) => {
        this.#tellChanged(changes);
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
        for (const send of outcome.sends)
          if ("message" in send && send.message.type === 300) this.#gate.weigh(send.message.update.length);
        this.#settle();
      },
      expel: (actor, error, reason) => {
        const session = this.#sessions.get(actor);
        if (session === undefined) return;
        this.#expel(session, error, reason);
      },
      connected: (actor) => this.#sessions.has(actor),
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
  get sessions(): Iterable<Session> {
    return this.#sessions.values();
  }
  get idleSince(): number | undefined {
    if (this.#queue.length > 0 || this.#held || this.#documents.busy) return undefined;
    if (this.#room.members.size > 0 || this.#observers.size > 0) return undefined;
    return this.#idleSince === undefined ? undefined : Math.max(this.#idleSince, this.#awakeUntil);
  }

  async enter(comer: Visitor, link: Link): Promise<Session> {
    const { limits, random, clock } = this.#options;
    if (this.#sessions.size >= limits.connectionsPerRoom) throw new WeftError("ROOM_FULL");
    if (comer.id !== undefined) {
      let own = 0;
      for (const { visitor: other } of this.#sessions.values()) if (other.id === comer.id) own++;
      if (own >= limits.connectionsPerUserInRoom) throw new WeftError("ROOM_FULL");
    }
    const actor = this.#gate.issueActor() ?? (await this.newActor());
    if (this.#ended) throw new WeftError("RESTARTING");
    const visitor = this.#fullDisk.admit(comer);
    const { textStepsPerSecond, textStepsBurst } = limits;
    const textSteps = createAllowance(textStepsPerSecond, textStepsBurst);
    const session = createSession(this, { actor, visitor, link, joinedAfter: this.#fanOut.waiting, textSteps });
    const { user } = session;
    if (visitor.storage === "write") this.#successors.entered(session, user, this.#writersOf(user));
    this.#sessions.set(actor, session);
    const { id, info, scopes, storage } = visitor;
    const member = { actor, user, id, info, scopes, storage };
    this.#take(this.#room.join(member, random(), visitor.readsOlderScopes ? olderSpelling : undefined), undefined);
    const enteredAt = clock.now();
    this.#connectedAt = enteredAt;
    this.#gate.touchSoon(enteredAt);
    this.#observers.entered(member, enteredAt);
    this.#settle();
    return session;
  }

  observe(observer: Observer): Observation {
    if (this.#ended) throw new WeftError("RESTARTING");
    return this.#observers.observe(observer, this.#room.members.values(), () => {
      if (this.#room.members.size === 0) this.#idleSince = this.#options.clock.monotonic();
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

  async know(ops: readonly Op[]): Promise<void> {
    const strangers = this.#room.strangers(ops);
    if (strangers.length > 0) await this.#loadActors(strangers);
  }

  async setPresence(presence: { userId: string; data: JsonObject; info: JsonObject; ttlMs: number }): Promise<void> {
    const { userId, data, info, ttlMs } = presence;
    const { random, clock } = this.#options;
    let actor = this.#presenceOf(userId);
    if (actor === undefined) {
      const fresh = await this.newActor();
      // Somebody may have set the same user's presence while the number was on its way.
      actor = this.#presenceOf(userId) ?? fresh;
    }
    const member: Member = {
      actor,
      user: userOf({ userId }),
      id: userId,
      info,
      scopes: ["*:read"],
      storage: "none",
      presence: data,
    };
    const known = this.#room.members.has(actor);
    this.#take(this.#room.join(member, random()), undefined);
    if (!known) this.#observers.entered(member, clock.now());
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
    for (const session of this.#sessions.values()) {
      this.#expel(session, error, reason);
    }
    this.#settle();
  }

  async unload(): Promise<void> {
    await this.#documents.idle();
    this.#gate.handBackActors();
    try {
      await this.#gate.barrier();
    } finally {
      // A last commit that fails has dropped the room, and said so.
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
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const { link, returning } of sessions) {
      returning?.end();
      link.close(error);
    }
    this.#options.events.roomDropped(this.address, cause);
    this.#options.ended(this);
    // Tasks that still wait run into the end and reject by themselves; frames are simply gone: their senders come back.
    const waiting = this.#queue;
    this.#queue = [];
    for (const work of waiting) if (work.kind === "task") void work.run();
  }

  received(session: RoomSession, messages: readonly ClientMessage[], bytes: number): void {
    if (this.#ended || !this.#sessions.has(session.actor)) return;
    const ordered = fullPresenceFirst(messages);
    this.#takeIn({ kind: "frame", session, messages: ordered, at: 0, bytes, turn: this.#turns++ });
    if (this.#sessions.has(session.actor)) this.#backlog.took(session, messages);
  }

  #takeIn(work: Extract<Work, { kind: "frame" }>): void {
    const { session, messages } = work;
    if (
      this.#held &&
      messages.every(isFleeting) &&
      !this.#queue.some((other) => other.kind === "frame" && other.session === session)
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

  left(session: RoomSession): void {
    session.returning?.end();
    this.#successors.left(session.actor, session.user);
    if (!this.#sessions.delete(session.actor) || this.#ended) return;
    this.#beginning.left(session);
    this.#backlog.left(session);
    this.#documents.left(session.actor);
    this.#gate.beginTurn(this.#turns++, session.actor);
    for (const send of this.#room.leave(session.actor).sends)
      if ("message" in send) this.#gate.say(send, session.wroteAt);
    if (this.#sessions.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#settle();
  }

  // --- turns -----------------------------------------------------------------------------------------------------------

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

  /** Runs a step behind everything that has arrived so far. */
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

  /** Takes a work item as far as it goes; answers what it has to wait for. */
  #step(work: Work): { readonly ready: Promise<void>; readonly finished: boolean } | undefined {
    this.#gate.beginTurn(work.turn, work.kind === "frame" ? work.session.actor : undefined);
    if (work.kind === "task") {
      if (work.storage && this.#room.tree === undefined) return { ready: this.#loadStorage(), finished: false };
      const running = work.run();
      return running instanceof Promise ? { ready: running, finished: true } : undefined;
    }
    const { session } = work;
    for (; work.at < work.messages.length; work.at++) {
      const message = work.messages[work.at]!;
      if (message.type === 300 || message.type === 301) {
        this.#toDocuments(session, message);
        continue;
      }
      if (message.type === 200 || message.type === 201) {
        if (message.type === 200 && work.admitted === undefined) this.#beginReturn(session);
        if (message.type === 200 && this.#mayStream(session)) {
          work.at++;
          return { ready: this.#loadStorage(session), finished: false };
        }
        const ready = this.#prepare(session, message);
        if (ready !== undefined) return { ready, finished: false };
        if (message.type === 200 && work.admitted === undefined && !this.#asksInTime(session)) continue;
        if (message.type === 201 && session.returning !== undefined) {
          const now = session.returning.take(message);
          if (now.length === 0) continue;
          if (now.length > 1) {
            // Each of them has to be prepared.
            work.messages = [...now, ...work.messages.slice(work.at + 1)];
            work.at = -1;
            continue;
          }
        }
      }
      if (message.type === 201) {
        const updated = this.#update(work, message.ops);
        if (updated !== undefined) return { ready: updated, finished: false };
      } else this.#take(this.#room.receive(session.actor, message), session);
      if (this.#ended || !this.#sessions.has(session.actor)) return undefined;
    }
    return undefined;
  }

  /** Answers when it is done, if that takes more than a slice; the frame goes on behind it. */
  #update(work: Extract<Work, { kind: "frame" }>, ops: readonly Op[]): Promise<void> | undefined {
    const { session } = work;
    if (this.#options.store.full && ops.some(({ opId }) => !this.#room.knows(opId))) {
      this.#take(this.#room.refuse(session.actor, ops, diskFull, "disk"), session);
      return undefined;
    }
    const allowed = session.textSteps.left(this.#options.clock.monotonic());
    const steps = new Steps(allowed);
    const updating = this.#inSteps(this.#room.update(session.actor, ops, steps), (outcome) => {
      this.#gate.beginTurn(work.turn, session.actor);
      session.textSteps.take(allowed - steps.left);
      session.wroteAt = this.#room.seq;
      this.#take(outcome, session);
      this.#gate.weigh(work.bytes);
      this.#backlog.dequeued(work.bytes);
      work.bytes = 0;
      this.#beginning.wrote(session.actor);
    });
    return updating instanceof Promise ? updating.then(() => void work.at++) : undefined;
  }

  /** Decides something at once, or slice by slice while the queue is held. What is decided leaves in one piece. */
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
        await clock.breathe();
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

  #toDocuments({ actor, visitor }: RoomSession, message: Extract<ClientMessage, { type: 300 | 301 }>): void {
    if (visitor.storage === "none") return;
    if (message.type === 300) return this.#documents.fetch(actor, message);
    const user = userOf(visitor.id === undefined ? {} : { userId: visitor.id });
    this.#documents.update({ actor, user, readOnly: visitor.storage !== "write" }, message);
  }

  /** What a Storage message needs before its turn, or undefined when it is all here. */
  #prepare(session: RoomSession, message: ClientMessage): Promise<void> | undefined {
    const { tree } = this.#room;
    if (session.visitor.storage === "none") return undefined;
    if (tree === undefined) return this.#loadStorage();
    if (message.type === 201) {
      const strangers = this.#room.strangers(message.ops);
      return strangers.length > 0 ? this.#loadActors(strangers) : this.files.prepare(message.ops);
    }
    return this.#snapshots.prepare(session.visitor.version, tree, this.#room.seq);
  }

  /** From here on the session's updates wait until it has sent again whatever it owes. */
  #beginReturn(session: RoomSession): void {
    session.returning?.end();
    session.returning = undefined;
    if (session.visitor.storage !== "write") return;
    this.#successors.asked(session.actor, session.user);
    session.returning = createReturn({
      actor: session.actor,
      // A frame that came before the answer may still be in the queue, or half taken.
      probe: (answered) => session.link.probe(() => this.#inTurn(answered)),
      clock: this.#options.clock,
      read: () => this.#beginning.read(session.actor),
      graceMs: () => owingMs + (this.#room.tree?.nodes ?? 0) / nodesDigestedPerMs,
      settled: () => {
        session.returning = undefined;
        this.#successors.settled(session.actor, session.user);
      },
      release: (waiting) => {
        if (waiting.length === 0 || this.#ended || !this.#sessions.has(session.actor)) return;
        const works = waiting.map((update): Work => ({
          kind: "frame",
          session,
          messages: [update],
          at: 0,
          bytes: 0,
          turn: this.#turns++,
        }));
        // Whatever else this session has in the queue came later.
        this.#queue.unshift(...works);
        this.#pump();
      },
    });
  }

  /** Whether Storage is given to this connection now. False while another one puts in the first keys. */
  #asksInTime(session: RoomSession): boolean {
    return session.visitor.storage !== "write" || this.#beginning.asks(session);
  }

  #admit(actor: number): void {
    const session = this.#sessions.get(actor);
    if (session === undefined) return;
    const turn = this.#turns++;
    this.#queue.push({ kind: "frame", session, messages: [{ type: 200 }], at: 0, bytes: 0, turn, admitted: true });
    this.#pump();
  }

  async #loadActors(actors: readonly number[]): Promise<void> {
    const { store, opened } = this.#options;
    const records = await Promise.all(actors.map((actor) => store.actor(opened, actor)));
    actors.forEach((actor, index) => this.#room.remember(actor, records[index]));
  }

  /** Whether a newcomer can be given what the disk holds, as it comes: nothing has been decided since. */
  #mayStream({ visitor }: RoomSession): boolean {
    return this.#room.tree === undefined && visitor.version === 8 && visitor.storage !== "none";
  }

  /**
   * Brings Storage into memory. Whoever asked for it first gets its chunks as they come from the disk, before they are
   * parsed; no op can come between them, since the queue is held.
   */
  async #loadStorage(first?: RoomSession): Promise<void> {
    const { store, opened, seal, limits, clock } = this.#options;
    const pieces: Uint8Array[] = [];
    const frames: Buffer[] = [];
    const audience = new Set<RoomSession>(first === undefined ? [] : [first]);
    const loading: Loading = { frames, audience, asking: [], filled: undefined, ended: false };
    this.#loading = loading;
    const take = (frame: Buffer, isLast = false) => {
      frames.push(frame);
      for (const session of audience) {
        if (isLast) session.sendSnapshot([frame]);
        else session.link.send(frame, true);
      }
    };
    if (first !== undefined) this.#window.flush();
    for await (const piece of store.nodes(opened, chunkBytes)) {
      pieces.push(piece);
      take(chunkFrame(piece, seal));
      loading.filled ??= !emptyRoot.equals(piece);
      if (loading.filled) this.#admitToLoading();
    }
    const tree = createTree(treeBounds(limits));
    // Nothing stored is an empty root; whatever is stored has its root with it.
    if (pieces.length === 0) take(chunkFrame(emptyRoot, seal));
    take(streamEndFrame(seal), true);
    loading.ended = true;
    for (const piece of pieces) {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString();
      tree.load(JSON.parse(`[${text}]`) as CompactNode[]);
      await clock.breathe();
    }
    tree.finishLoad();
    this.#loading = undefined;
    this.#room.adoptTree(tree);
    if (first !== undefined) this.#asksInTime(first);
    this.#snapshots.keep(8, this.#room.seq, frames);
  }

  /** Lets a client that asks for Storage while it loads hear it too. False when the work has to wait in the queue. */
  #joinLoading(work: Extract<Work, { kind: "frame" }>): boolean {
    const { session, messages } = work;
    const { filled, asking } = this.#loading!;
    const asksAt = messages.findIndex((message) => !isFleeting(message));
    const asks = messages[asksAt]?.type === 200 && this.#mayStream(session) && filled !== false;
    if (!asks || this.#queue.some((other) => other.kind === "frame" && other.session === session)) return false;
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
      const { session } = work;
      if (!this.#sessions.has(session.actor)) continue;
      this.#beginReturn(session);
      this.#window.flush();
      if (ended) session.sendSnapshot(frames);
      else for (const frame of frames) session.link.send(frame, true);
      audience.add(session);
      if (++work.at < work.messages.length) continue;
      this.#queue = this.#queue.filter((other) => other !== work);
      this.#backlog.dequeued(work.bytes);
    }
  }

  // --- what turns say --------------------------------------------------------------------------------------------------

  #take(outcome: Outcome, session: RoomSession | undefined): void {
    if (outcome.durable) this.#gate.touch();
    if (outcome.refused !== undefined) this.#options.events.opsRefused(outcome.refused.count, outcome.refused.cause);
    if (outcome.replayed !== undefined && outcome.replayed > 0) this.#options.events.replaysAnswered(outcome.replayed);
    for (const send of outcome.sends) {
      if ("storage" in send) {
        if (session === undefined) continue;
        const frames = this.#snapshots.take(session.visitor.version, this.#room.tree!, this.#room.seq);
        this.#gate.say({ to: send.to, frames });
        this.#weighOnce(frames);
      } else if ("close" in send || dependsOnStorage(send.message)) this.#gate.say(send);
      else if (session === undefined || send.to === session.actor) this.#delivery.deliver(send);
      else if (this.#gate.holds(session.wroteAt)) this.#sayBehind(session, send);
      else this.#delivery.deliver(send);
    }
  }

  /** All who ask at the same state are given the same frames. */
  #weighOnce(frames: SnapshotFrames): void {
    if (frames === this.#weighed || !this.#gate.holds(this.#room.seq)) return;
    this.#weighed = frames;
    for (const { length } of frames) this.#gate.weigh(length);
  }

  /** Holds what a connection says behind a change of its own, as much as it may be owed itself. */
  #sayBehind(session: RoomSession, send: Spoken): void {
    const bytes = Buffer.byteLength(JSON.stringify(send.message));
    session.heldBytes += bytes;
    this.#gate.say({ by: session, send, bytes }, session.wroteAt);
    this.#gate.weigh(bytes);
    if (session.heldBytes <= this.#options.limits.outputHard || !this.#sessions.has(session.actor)) return;
    session.silenced = true;
    this.#expel(session, "TRY_AGAIN_LATER", "More was sent behind a change than is held until the change is stored.");
  }

  #expel(session: RoomSession, error: ErrorCode, reason?: string): void {
    session.link.close(error, reason);
    this.left(session);
  }

  #writersOf(user: string): RoomSession[] {
    return Array.from(this.#sessions.values()).filter(
      (session) => session.user === user && session.visitor.storage === "write",
    );
  }

  /** After a turn: hands over what must become durable, and lets out what may leave. */
  #settle(): void {
    if (this.#ended || this.#pumping) return;
    this.#gate.commit();
    this.#backlog.readOn();
    this.#window.settle();
  }

  // --- presence kept over REST -----------------------------------------------------------------------------------------

  #presenceOf(userId: string): number | undefined {
    for (const member of this.#room.members.values())
      if (member.presence !== undefined && member.id === userId) return member.actor;
    return undefined;
  }

  #presenceExpired(actor: number): void {
    this.#presenceTimers.delete(actor);
    this.#take(this.#room.leave(actor), undefined);
    if (this.#sessions.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#settle();
  }

  /** A commit is durable: `changes` ops and updates of documents were in it. */
  #tellChanged(changes: number): void {
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

const emptyRoot = Buffer.from('["root",{}]');

/**
 * An SDK writes the latest change of its presence in front of the full presence that it owes a newcomer, which is older:
 * in that order the newcomer would end with the older one.
 */
function fullPresenceFirst(messages: readonly ClientMessage[]): readonly ClientMessage[] {
  const [first] = messages;
  if (messages.length < 2 || first?.type !== 100 || first.targetActor !== undefined) return messages;
  const isOwed = (message: ClientMessage) => message.type === 100 && message.targetActor !== undefined;
  return [...messages.filter(isOwed), ...messages.filter((message) => !isOwed(message))];
}

/** Presence and events wait for nothing, and documents have a queue of their own. */
function isFleeting({ type }: ClientMessage): boolean {
  return type !== 200 && type !== 201;
}

/** Whether a message shows Storage or a document, so that it must not leave before what it shows is durable (G2). */
function dependsOnStorage({ type }: ServerMessage): boolean {
  return type === 201 || type === 299 || type === 300;
}
