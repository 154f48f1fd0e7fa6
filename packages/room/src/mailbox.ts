import { createTree, treeBounds } from "@weft/crdt";
import type {
  ClientMessage,
  CompactNode,
  ErrorCode,
  JsonObject,
  Limits,
  Op,
  PresenceUpdated,
  RoomAddress,
  ServerMessage,
} from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { Documents } from "./document-ports.ts";
import type { RoomDocuments } from "./documents.ts";
import { createRoomDocuments } from "./documents.ts";
import type { FanOut, Seal } from "./fan-out.ts";
import { createFanOut, headroom, lagFrame } from "./fan-out.ts";
import type { Gate } from "./gate.ts";
import { createGate } from "./gate.ts";
import type { Observation, ObservedMember, Observer } from "./observers.ts";
import type { Clock, Link, OpenedRoom, RoomEvents, RoomStore, Timer, Uploads } from "./ports.ts";
import type { Member, Outcome, Room, Send } from "./room.ts";
import { createRoom, userOf } from "./room.ts";
import type { Update } from "./return.ts";
import { createReturn } from "./return.ts";
import type { RoomSession, Session, SessionOwner, Visitor } from "./session.ts";
import { createSession } from "./session.ts";
import type { ShownPresence } from "./shown-presence.ts";
import { createShownPresence } from "./shown-presence.ts";
import type { SnapshotFrames } from "./snapshot.ts";
import { chunkBytes, chunkFrame, streamEndFrame } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";
import { createSnapshots } from "./snapshots.ts";
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
 * - The gate (W1): what a Storage turn has to say, to anybody, leaves when everything decided up to it is flushed.
 *   While one commit is on its way the next turns go on in memory; together they make the next commit (W2).
 * - A commit that fails, or whose outcome is unknown, drops the room: nothing was said of it, clients come back and
 *   send again, and the op ids on disk tell what was in (W4).
 * - Fan-out: at once when the room was quiet for `flushWindowMs`, else one flush per window.
 */
export interface Mailbox {
  readonly address: RoomAddress;
  /** The number by which the store knows the room: another room of the same id has another. */
  readonly key: number;
  /** Connections and presences kept over REST. */
  readonly members: ReadonlyMap<number, Member>;
  readonly sessions: Iterable<Session>;
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

/** How long an ack may wait for each member that its flush reaches, and with how few of them it does not wait. */
const flushCostMs = 0.1;
const fewSessions = 16;
/** In a room of this many, a window is half as long again: each flush is that many kernel writes. */
const manySessions = 64;
/** How often a slow reader is given the newest presence it missed. */
const lagTickMs = 50;
/**
 * How long a client may take from reading a snapshot to sending what it owes: where it surely owes something, where it
 * may, and how many nodes take it 1 ms more.
 */
const owingMs = 2_000;
const perhapsOwingMs = 100;
const nodesDigestedPerMs = 50;

type Work =
  | {
      readonly kind: "frame";
      readonly session: RoomSession;
      readonly messages: readonly ClientMessage[];
      at: number;
    }
  | { readonly kind: "task"; readonly storage: boolean; readonly run: () => void | Promise<void> };

/** A send with its snapshot already taken: what it says no longer depends on when it leaves. */
type Said = Exclude<Send, { storage: "snapshot" }> | { readonly to: number; readonly frames: SnapshotFrames };

class RoomMailbox implements Mailbox, SessionOwner {
  readonly #options: MailboxOptions;
  readonly #room: Room;
  readonly #fanOut: FanOut;
  readonly #gate: Gate<Said>;
  readonly #documents: RoomDocuments;
  readonly #snapshots: Snapshots;
  readonly files: UploadedFiles;
  readonly #sessions = new Map<number, RoomSession>();
  readonly #presenceTimers = new Map<number, Timer>();
  readonly #observers = new Set<Observer>();
  readonly #shown: ShownPresence;
  /** When each member came. */
  readonly #enteredAt = new Map<number, number>();
  /** What the commit on its way writes: whether to Storage, and how many updates to which documents. */
  #writing: { storage: boolean; documents: number; guids: Set<string> } | undefined;
  #queue: Work[] = [];
  /** A turn is waiting for something; the queue stands still. */
  #held = false;
  #pumping = false;
  #ended = false;

  /** Storage on its way into memory: what came so far, and who hears the rest as it comes. */
  #loading: { readonly frames: Buffer[]; readonly audience: Set<RoomSession>; ended: boolean } | undefined;
  #flushedAt = -Infinity;
  #flushTimer: Timer | undefined;
  #flushDue = 0;
  #lagTimer: Timer | undefined;
  #idleSince: number | undefined;
  #awakeUntil = -Infinity;

  constructor(options: MailboxOptions) {
    this.#options = options;
    const { opened, limits, clock } = options;
    this.#room = createRoom({ seq: opened.seq, issued: opened.firstActor });
    this.files = createUploadedFiles(options.uploads, options.address);
    this.#room.findUpload = this.files.find;
    this.#snapshots = createSnapshots(options);
    this.#fanOut = createFanOut(options.seal);
    this.#shown = createShownPresence(limits.presence);
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
      deliver: (said) => this.#guard(() => this.#deliver(said)),
      flushed: (changes) => {
        this.#tellChanged(changes);
        this.#documents.flushed();
        this.#settle();
      },
      lost: (cause) => this.drop(cause, "RESTARTING"),
    });
    this.#documents = createRoomDocuments({
      documents: options.documents,
      load: (guid) => options.store.documentRows(opened, guid),
      decided: (outcome, users) => {
        if (this.#ended) return;
        this.#room.decided(users);
        this.#take(outcome, undefined);
        this.#settle();
      },
      expel: (actor, error, reason) => {
        const session = this.#sessions.get(actor);
        if (session === undefined) return;
        session.link.close(error, reason);
        this.left(session);
      },
      events: options.events,
      awake: limits.documentsAwakePerRoom,
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

  async enter(visitor: Visitor, link: Link): Promise<Session> {
    const { limits, random, clock } = this.#options;
    if (this.#sessions.size >= limits.connectionsPerRoom) throw new WeftError("ROOM_FULL");
    if (visitor.id !== undefined) {
      let own = 0;
      for (const { visitor: other } of this.#sessions.values()) if (other.id === visitor.id) own++;
      if (own >= limits.connectionsPerUserInRoom) throw new WeftError("ROOM_FULL");
    }
    const actor = this.#gate.issueActor() ?? (await this.newActor());
    if (this.#ended) throw new WeftError("RESTARTING");
    const session = createSession(this, { actor, visitor, link, joinedAfter: this.#fanOut.waiting });
    this.#sessions.set(actor, session);
    const { id, info, scopes, storage } = visitor;
    const member = { actor, user: userOf(id === undefined ? {} : { userId: id }), id, info, scopes, storage };
    this.#take(this.#room.join(member, random()), undefined);
    const enteredAt = clock.now();
    this.#gate.touchSoon(enteredAt);
    this.#tellEntered(member, enteredAt);
    this.#settle();
    return session;
  }

  observe(observer: Observer): Observation {
    if (this.#ended) throw new WeftError("RESTARTING");
    this.#observers.add(observer);
    return {
      members: Array.from(this.#room.members.values(), (member) => this.#observed(member)),
      [Symbol.dispose]: () => {
        if (!this.#observers.delete(observer) || this.#observers.size > 0) return;
        if (this.#room.members.size === 0) this.#idleSince = this.#options.clock.monotonic();
      },
    };
  }

  dismiss(error: ErrorCode, reason?: string): void {
    const observers = [...this.#observers];
    this.#observers.clear();
    for (const observer of observers) observer.ended(error, reason);
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
    if (!known) this.#tellEntered(member, clock.now());
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
    this.#flush();
    for (const session of this.#sessions.values()) {
      session.link.close(error, reason);
      this.left(session);
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

  received(session: RoomSession, messages: readonly ClientMessage[]): void {
    if (this.#ended || !this.#sessions.has(session.actor)) return;
    const work: Work = { kind: "frame", session, messages: fullPresenceFirst(messages), at: 0 };
    if (
      this.#held &&
      messages.every(isFleeting) &&
      !this.#queue.some((other) => other.kind === "frame" && other.session === session)
    ) {
      this.#guard(() => this.#step(work));
      this.#settle();
      return;
    }
    if (this.#loading !== undefined && this.#joinLoading(work)) return this.#settle();
    this.#queue.push(work);
    this.#pump();
  }

  left(session: RoomSession): void {
    session.returning?.end();
    if (!this.#sessions.delete(session.actor) || this.#ended) return;
    this.#documents.left(session.actor);
    this.#take(this.#room.leave(session.actor), undefined);
    this.#tellLeft(session.actor);
    if (this.#sessions.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#settle();
  }

  // --- turns -----------------------------------------------------------------------------------------------------------

  #turn<T>(task: (room: Room) => T | Promise<T>, storage: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (): void | Promise<void> => {
        if (this.#ended) return reject(new WeftError("SERVICE_UNAVAILABLE"));
        try {
          const answer = task(this.#room);
          if (!(answer instanceof Promise)) return resolve(answer);
          return answer.then(resolve, reject);
        } catch (cause) {
          reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      };
      this.#queue.push({ kind: "task", storage, run });
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#pumping || this.#held) return;
    this.#pumping = true;
    while (this.#queue.length > 0 && !this.#ended) {
      const work = this.#queue[0]!;
      const wait = this.#guard(() => this.#step(work));
      if (wait === undefined) {
        this.#queue.shift();
        continue;
      }
      this.#held = true;
      if (wait.finished) this.#queue.shift();
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
    if (work.kind === "task") {
      if (work.storage && this.#room.tree === undefined) return { ready: this.#loadStorage(), finished: false };
      const running = work.run();
      return running instanceof Promise ? { ready: running, finished: true } : undefined;
    }
    const { session, messages } = work;
    for (; work.at < messages.length; work.at++) {
      const message = messages[work.at]!;
      if (message.type === 300 || message.type === 301) {
        this.#toDocuments(session, message);
        continue;
      }
      if (message.type === 200 || message.type === 201) {
        if (message.type === 200) this.#beginReturn(session);
        if (message.type === 200 && this.#mayStream(session)) {
          work.at++;
          return { ready: this.#loadStorage(session), finished: false };
        }
        const ready = this.#prepare(session, message);
        if (ready !== undefined) return { ready, finished: false };
        if (message.type === 201 && this.#waitsForReturn(session, message)) continue;
      }
      this.#take(this.#room.receive(session.actor, message), session);
      if (this.#ended) return undefined;
    }
    return undefined;
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
    session.returning = createReturn({
      link: session.link,
      clock: this.#options.clock,
      knows: this.#room.knows,
      graceMs: (certain) => (certain ? owingMs : perhapsOwingMs) + (this.#room.tree?.nodes ?? 0) / nodesDigestedPerMs,
      release: (updates) => {
        session.returning = undefined;
        if (this.#ended || !this.#sessions.has(session.actor)) return;
        const works = updates.map((update): Work => ({ kind: "frame", session, messages: [update], at: 0 }));
        // Whatever else this session has in the queue came later.
        this.#queue.unshift(...works);
        this.#pump();
      },
    });
  }

  #waitsForReturn(session: RoomSession, update: Update): boolean {
    const { returning } = session;
    if (returning === undefined) return false;
    const waits = returning.holds(update);
    if (returning.settled) session.returning = undefined;
    return waits;
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
    const loading = { frames, audience, ended: false };
    this.#loading = loading;
    const take = (frame: Buffer, isLast = false) => {
      frames.push(frame);
      for (const session of audience) {
        if (isLast) session.sendSnapshot([frame]);
        else session.link.send(frame, true);
      }
    };
    if (first !== undefined) this.#flush();
    for await (const piece of store.nodes(opened, chunkBytes)) {
      pieces.push(piece);
      take(chunkFrame(piece, seal));
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
    this.#snapshots.keep(8, this.#room.seq, frames);
  }

  /** Lets somebody who asks for Storage while it loads hear it too. False when the work has to wait in the queue. */
  #joinLoading(work: Extract<Work, { kind: "frame" }>): boolean {
    const { session, messages } = work;
    const asksAt = messages.findIndex((message) => !isFleeting(message));
    const asks = messages[asksAt]?.type === 200 && this.#mayStream(session);
    if (!asks || this.#queue.some((other) => other.kind === "frame" && other.session === session)) return false;
    const before = { ...work, messages: messages.slice(0, asksAt) };
    this.#guard(() => this.#step(before));
    this.#beginReturn(session);
    this.#flush();
    const { frames, audience, ended } = this.#loading!;
    if (ended) session.sendSnapshot(frames);
    else for (const frame of frames) session.link.send(frame, true);
    audience.add(session);
    work.at = asksAt + 1;
    if (work.at < messages.length) this.#queue.push(work);
    return true;
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
      } else if (waitsForCommit(send)) this.#gate.say(send);
      else this.#deliver(send);
    }
  }

  #deliver(said: Said): void {
    if ("frames" in said) return this.#fanOut.frames(said.to, said.frames);
    if ("close" in said) {
      if (said.to === "everyone") return this.closeAll(said.close);
      const session = this.#sessions.get(said.to);
      if (session === undefined) return;
      this.#flush();
      session.link.close(said.close);
      return this.left(session);
    }
    const { message } = said;
    if (typeof said.to === "number") {
      if (message.type !== 104) return this.#fanOut.one(said.to, JSON.stringify(message));
      // Alone in its frame and before anything else, or an SDK never becomes connected (realtime-protocol 2.2).
      return this.#sessions.get(said.to)?.send(this.#alone(message));
    }
    const from = said.to === "others" ? said.from : -1;
    switch (message.type) {
      case 100:
        this.#show(message);
        return this.#fanOut.presence(message);
      case 103:
        for (const observer of this.#observers) observer.broadcast(from, message.event ?? null);
        return this.#fanOut.event(from, JSON.stringify(message));
      default:
        return this.#fanOut.others(from, JSON.stringify(message), message.type === 201 || message.type === 300);
    }
  }

  #alone(message: ServerMessage): Buffer {
    const text = JSON.stringify(message);
    const buffer = Buffer.allocUnsafe(headroom + Buffer.byteLength(text));
    buffer.write(text, headroom);
    return this.#options.seal(buffer);
  }

  /** After a turn: hands over what must become durable, and lets out what may leave. */
  #settle(): void {
    if (this.#ended || this.#pumping) return;
    this.#gate.commit();
    if (this.#fanOut.waiting === 0) return;
    const { clock, limits } = this.#options;
    // Whoever waits for an ack waits no longer than what its flush costs others is worth. With few of them that is
    // nothing: commits come one at a time, and are batches already.
    const { size } = this.#sessions;
    const window = limits.flushWindowMs * (size >= manySessions ? 1.5 : 1);
    const worth = !this.#fanOut.owesAcks ? window : size <= fewSessions ? 0 : size * flushCostMs;
    const due = this.#flushedAt + Math.min(worth, window);
    const now = clock.monotonic();
    if (due <= now) return this.#flush();
    if (this.#flushTimer !== undefined && this.#flushDue <= due) return;
    this.#flushTimer?.cancel();
    this.#flushDue = due;
    this.#flushTimer = clock.setTimer(due - now, () => this.#flush());
  }

  #flush(): void {
    const sessions = this.#sessions;
    this.#flushTimer?.cancel();
    this.#flushTimer = undefined;
    if (this.#fanOut.waiting === 0) return;
    this.#flushedAt = this.#options.clock.monotonic();
    this.#fanOut.flush(sessions.values());
    if (this.#lagTimer === undefined) for (const { lag } of sessions.values()) if (lag.size > 0) return this.#tickLag();
  }

  /** Slow readers get the newest presence they missed as soon as they have read what was sent to them. */
  #tickLag(): void {
    this.#lagTimer = this.#options.clock.setTimer(lagTickMs, () => {
      this.#lagTimer = undefined;
      let waiting = false;
      for (const session of this.#sessions.values()) {
        if (session.lag.size === 0) continue;
        if (session.slow) waiting = true;
        else {
          session.send(lagFrame(session.lag, this.#options.seal));
          session.lag.clear();
        }
      }
      if (waiting && !this.#ended) this.#tickLag();
    });
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
    this.#tellLeft(actor);
    if (this.#sessions.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#settle();
  }

  // --- who watches -----------------------------------------------------------------------------------------------------

  #observed(member: Member): ObservedMember {
    const { actor } = member;
    return { member, enteredAt: this.#enteredAt.get(actor)!, presence: this.#shown.of(actor) };
  }

  #tellEntered(member: Member, enteredAt: number): void {
    this.#enteredAt.set(member.actor, enteredAt);
    for (const observer of this.#observers) observer.entered(this.#observed(member));
  }

  #tellLeft(actor: number): void {
    this.#enteredAt.delete(actor);
    this.#shown.left(actor);
    for (const observer of this.#observers) observer.left(actor);
  }

  #show(message: PresenceUpdated): void {
    const { actor } = message;
    this.#shown.take(message);
    // Who comes with a presence is told of with it.
    if (this.#observers.size === 0 || !this.#enteredAt.has(actor)) return;
    for (const observer of this.#observers) observer.presence(actor, this.#shown.of(actor));
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
    for (const observer of this.#observers) {
      if (storage) observer.storageChanged();
      for (const guid of guids) observer.documentChanged(guid);
    }
  }

  #end(cause: unknown): void {
    this.#ended = true;
    this.dismiss("RESTARTING");
    this.#gate.end(cause);
    this.#documents.close();
    this.#flushTimer?.cancel();
    this.#lagTimer?.cancel();
    for (const timer of this.#presenceTimers.values()) timer.cancel();
    this.#presenceTimers.clear();
    this.#snapshots.end();
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

/** Whether what is said depends on Storage or a document, so that nobody may hear it before it is durable (G2). */
function waitsForCommit(send: Exclude<Send, { storage: "snapshot" }>): boolean {
  if ("close" in send) return true;
  const { type } = send.message;
  return type === 201 || type === 299 || type === 300;
}
