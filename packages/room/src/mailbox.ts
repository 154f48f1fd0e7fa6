import type { Stepwise } from "@weft/crdt";
import type { ErrorCode, Limits, Op, RoomAddress, RoomMessage, ServerMessage } from "@weft/protocol";
import { ClientMessageType, ServerMessageType, WeftError, closeCodeOf, olderSpelling } from "@weft/protocol";
import { audiencesOf } from "./audience.ts";
import type { Backlog } from "./backlog.ts";
import { createBacklog } from "./backlog.ts";
import { createCommitContents } from "./commit-contents.ts";
import type { LiveConnection, LinkedConnection, ConnectionOwner, ConnectedUser } from "./connection.ts";
import { createConnection } from "./connection.ts";
import type { Decider } from "./decider.ts";
import { createDecider } from "./decider.ts";
import type { Said } from "./delivery.ts";
import { createDelivery } from "./delivery.ts";
import type { Documents } from "./document-ports.ts";
import type { RoomDocuments } from "./documents.ts";
import { createRoomDocuments } from "./documents.ts";
import type { FanOut } from "./fan-out.ts";
import { createFanOut } from "./fan-out.ts";
import type { FlushWindow } from "./flush-window.ts";
import { createFlushWindow } from "./flush-window.ts";
import type { FullDisk } from "./full-disk.ts";
import { createFullDisk } from "./full-disk.ts";
import type { Gate } from "./gate.ts";
import { createGate } from "./gate.ts";
import type { RoomLink } from "./link.ts";
import type { Links } from "./links.ts";
import { createLinks } from "./links.ts";
import type { Observation, Observer, Observers } from "./observers.ts";
import { createObservers } from "./observers.ts";
import type { Outcomes } from "./outcomes.ts";
import { createOutcomes } from "./outcomes.ts";
import { createAllowance } from "./pace.ts";
import type { Clock, CommitEffects, OpenedRoom, RoomEffects, RoomEvents, RoomStore, Timer, Uploads } from "./ports.ts";
import type { EphemeralPresence } from "./presence.ts";
import type { Member, Outcome, Room } from "./room.ts";
import { createRoom, userKeyOf } from "./room.ts";
import type { RoomOwner } from "./room-owner.ts";
import { createSnapshots } from "./snapshots.ts";
import type { StorageSession } from "./storage-session.ts";
import { createStorageSession } from "./storage-session.ts";
import type { Successors } from "./successors.ts";
import { createSuccessors } from "./successors.ts";
import type { Turns } from "./turns.ts";
import { createTurns } from "./turns.ts";
import type { UploadedFiles } from "./uploaded-files.ts";
import { createUploadedFiles } from "./uploaded-files.ts";

/**
 * The mailbox of one loaded room: who is in it, what reaches it, and its life in memory. It joins the parts that a message
 * passes through, and is entered twice for a change of Storage: when its frame arrives, and when its commit is flushed.
 *
 *     received ─► turns ─► decider ─► room.ts decides ─► outcomes ─┬─ presence, events, joins ────► delivery ─► fan-out
 *                             └ storage-session: what has to       └─ Storage ─► gate ─► commit ─► flushed ─┘
 *                               be loaded or has to come first
 *
 * - One turn at a time (`turns.ts`). A turn that has to wait holds the queue; presence and events of other connections
 *   overtake it.
 * - The gate (`gate.ts`): the messages of a Storage turn leave when everything decided up to it is flushed. While a commit
 *   is in flight, further turns run in memory and together make the next commit. Presence and events do not wait, except
 *   behind a change of their own sender: they leave after it (RM25).
 * - A commit that fails, or whose outcome is unknown, drops the room: none of its messages has left, clients reconnect
 *   and resend, and the op ids on disk show which ops were committed. While the disk is full, no turn decides a change
 *   (RM29).
 * - Fan-out (`flush-window.ts`): immediate when the room was quiet for `flushWindowMs`, else one flush per window. In a
 *   quiet room, messages that arrived in separate frames leave in separate frames (RM27).
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
  /** How many turns it has taken. */
  readonly turns: number;

  enter(user: ConnectedUser, link: RoomLink, socket: number): Promise<LinkedConnection>;
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
  readonly events: RoomEvents;
  /** Returns an unguessable string. */
  readonly random: () => string;
  /** The room left memory. */
  readonly ended: (mailbox: Mailbox) => void;
}

export function createMailbox(options: MailboxOptions): Mailbox {
  return new RoomMailbox(options);
}

class RoomMailbox implements Mailbox, ConnectionOwner, RoomOwner {
  readonly #options: MailboxOptions;
  readonly #room: Room;
  readonly #connections = new Map<number, LiveConnection>();
  readonly #links: Links;
  readonly #observers: Observers;
  readonly #effects: CommitEffects;
  readonly files: UploadedFiles;
  readonly documents: RoomDocuments;
  readonly #fanOut: FanOut;
  readonly #window: FlushWindow;
  readonly #gate: Gate<Said>;
  readonly #backlog: Backlog;
  readonly #outcomes: Outcomes;
  readonly #successors: Successors;
  readonly #fullDisk: FullDisk;
  readonly #turns: Turns;
  readonly #storage: StorageSession;
  readonly #decider: Decider;
  readonly #presenceTimers = new Map<number, Timer>();
  #idleSince: number | undefined;
  #connectedAt: number | undefined;
  #awakeUntil = -Infinity;
  #ended = false;
  /** It takes no one in any more, and issues no numbers: those that are left are handed back. */
  #isUnloading = false;

  constructor(options: MailboxOptions) {
    this.#options = options;
    const { address, opened, store, clock, limits, events } = options;
    const room = createRoom({ seq: opened.seq, issued: opened.firstActor });
    const files = createUploadedFiles(options.uploads, address);
    room.findUpload = files.find;
    const connections = this.#connections;
    const links = createLinks(connections);
    const effects = options.effects.open(opened);
    const observers = createObservers(limits.presence);
    const fanOut = createFanOut();
    const successors = createSuccessors(clock);
    const snapshots = createSnapshots(clock);
    const documents = this.#createDocuments();
    const window = createFlushWindow({ fanOut, connections, links, clock, limits });
    const delivery = createDelivery({ fanOut, window, connections, observers, successors, owner: this });
    const contents = createCommitContents({ address, room, documents, effects, observers, events });
    const { actorBlock, roomUnstored } = limits;
    const gate = createGate<Said>({
      room,
      opened,
      store,
      clock,
      events,
      actorBlock,
      contents,
      outlet: delivery,
      owner: this,
    });
    const backlog = createBacklog({ limit: roomUnstored, gate });
    const outcomes = createOutcomes({ room, gate, delivery, snapshots, connections, events, limits, owner: this });
    const turns = createTurns({ gate, backlog, window, decider: () => this.#decider, owner: this });
    const storage = createStorageSession({
      room,
      turns,
      window,
      connections,
      snapshots,
      successors,
      files,
      store,
      opened,
      clock,
      limits,
    });
    this.#decider = createDecider({
      room,
      connections,
      storage,
      documents,
      outcomes,
      gate,
      backlog,
      store,
      clock,
      limits,
    });
    this.#room = room;
    this.#links = links;
    this.files = files;
    this.#effects = effects;
    this.#observers = observers;
    this.#fanOut = fanOut;
    this.#successors = successors;
    this.documents = documents;
    this.#window = window;
    this.#gate = gate;
    this.#backlog = backlog;
    this.#outcomes = outcomes;
    this.#turns = turns;
    this.#storage = storage;
    this.#fullDisk = createFullDisk({ store, clock, connections, owner: this });
    this.#idleSince = clock.monotonic();
  }

  #createDocuments(): RoomDocuments {
    const { documents, store, opened, events, clock, limits } = this.#options;
    return createRoomDocuments({
      documents,
      load: (guid) => store.documentRows(opened, guid),
      decided: (outcome, users) => this.#documentsDecided(outcome, users),
      expel: (actor, error, reason) => {
        const connection = this.#connections.get(actor);
        if (connection !== undefined) this.expel(connection, error, reason);
      },
      connected: (actor) => this.#connections.has(actor),
      isDiskFull: () => store.full,
      broken: (cause) => this.drop(cause, "INTERNAL_SERVER_ERROR"),
      events,
      open: limits.documentsAwakePerRoom,
      waiting: limits.documentsWaitingPerRoom,
      clock,
      windowMs: 2 * limits.flushWindowMs,
    });
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
  get connections(): ReadonlyMap<number, LiveConnection> {
    return this.#connections;
  }
  get turns(): number {
    return this.#turns.count;
  }
  get idleSince(): number | undefined {
    if (this.#turns.busy || this.documents.busy) return undefined;
    if (this.#room.members.size > 0 || this.#observers.size > 0) return undefined;
    return this.#idleSince === undefined ? undefined : Math.max(this.#idleSince, this.#awakeUntil);
  }

  async enter(asked: ConnectedUser, link: RoomLink, socket: number): Promise<LinkedConnection> {
    const { limits, random, clock } = this.#options;
    this.#checkOpen();
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
    this.#checkOpen();
    const user = this.#fullDisk.admit(asked);
    const { textStepsPerSecond, textStepsBurst } = limits;
    const textSteps = createAllowance(textStepsPerSecond, textStepsBurst);
    const connection = createConnection(this, { actor, user, link, textSteps });
    const { userKey } = connection;
    if (user.storage === "write") this.#successors.entered(connection, userKey, this.#writersOf(userKey));
    this.#connections.set(actor, connection);
    this.#links.entered(connection);
    link.send({ kind: "entered", socket, actor, reads: audiencesOf(user), joinedAfter: this.#fanOut.waiting });
    const { id, info, scopes, storage } = user;
    const member = { actor, userKey, id, info, scopes, storage };
    this.#outcomes.take(this.#room.join(member, random(), user.readsOlderScopes ? olderSpelling : undefined));
    const enteredAt = clock.now();
    this.#connectedAt = enteredAt;
    this.#gate.touchSoon(enteredAt);
    this.#observers.entered(member, enteredAt, user.software ?? "");
    this.#options.events.connectionEntered(this.address, member, this.#connections.size);
    this.#turns.settle();
    return connection;
  }

  observe(observer: Observer): Observation {
    this.#checkOpen();
    const { clock } = this.#options;
    return this.#observers.observe(observer, {
      members: this.#room.members.values(),
      probe: (most, answered) => {
        const begun = clock.monotonic();
        for (const connection of this.#connections.values().take(most))
          connection.probe(() => answered(connection.actor, Math.round(clock.monotonic() - begun)));
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
    const answer = await this.#turns.ask(() => task(this.#room), needs.storage);
    await this.#gate.barrier();
    return answer;
  }

  async decide<T extends Outcome>(task: (room: Room) => T, needs = { storage: false }): Promise<T> {
    const decide = () => {
      const decided = task(this.#room);
      this.#outcomes.take(decided);
      return decided;
    };
    const outcome = await this.#turns.ask(decide, needs.storage);
    await this.#gate.barrier();
    return outcome;
  }

  async decideInSteps<T extends Outcome>(task: (room: Room) => Stepwise<T>, needs = { storage: false }): Promise<T> {
    const decide = () =>
      this.#decider.inSteps(task(this.#room), (decided) => {
        this.#gate.beginTurn(this.#turns.next());
        this.#outcomes.take(decided);
      });
    const outcome = await this.#turns.ask(decide, needs.storage);
    await this.#gate.barrier();
    return outcome;
  }

  async newActor(): Promise<number> {
    for (;;) {
      this.#checkOpen();
      const actor = this.#gate.issueActor();
      if (actor !== undefined) return actor;
      await this.#gate.barrier();
    }
  }

  async loadActorsOf(ops: readonly Op[]): Promise<void> {
    await this.#storage.loadActorsOf(ops);
  }

  keepAwake(forMs: number): void {
    this.#awakeUntil = Math.max(this.#awakeUntil, this.#options.clock.monotonic() + forMs);
  }

  closeAll(error: ErrorCode, reason?: string): void {
    this.#window.flush();
    for (const connection of this.#connections.values()) this.expel(connection, error, reason);
    this.#turns.settle();
  }

  async unload(): Promise<void> {
    this.#isUnloading = true;
    await this.documents.idle();
    this.#gate.handBackActors();
    try {
      await this.#gate.barrier();
      await this.#options.store.release?.(this.#options.opened);
    } finally {
      // A last commit that failed has already dropped the room.
      if (!this.#ended) {
        this.#end(undefined);
        this.#options.events.roomUnloaded();
        this.#options.ended(this);
      }
    }
  }

  #checkOpen(): void {
    if (this.#ended || this.#isUnloading) throw new WeftError("RESTARTING");
  }

  drop(cause: unknown, error: ErrorCode): void {
    if (this.#ended) return;
    this.#end(cause);
    for (const connection of this.#connections.values()) {
      this.#connections.delete(connection.actor);
      this.#links.left(connection);
      connection.resync?.ended();
      connection.close(error);
      this.#reportLeft(connection, closeCodeOf(error));
    }
    this.#options.events.roomDropped(this.address, cause);
    this.#options.ended(this);
  }

  expel(connection: LiveConnection, error: ErrorCode, reason?: string): void {
    connection.close(error, reason);
    this.left(connection, closeCodeOf(error));
  }

  flushed(): void {
    this.#outcomes.flushed();
    this.#turns.settle();
  }

  // --- connections ---------------------------------------------------------------------------------------------------

  received(connection: LiveConnection, messages: readonly RoomMessage[], bytes: number): void {
    if (this.#ended || !this.#connections.has(connection.actor)) return;
    if (!this.#admitsFetches(connection, messages)) return;
    this.#turns.take(connection, messages, bytes);
    if (this.#connections.has(connection.actor)) this.#backlog.took(connection, messages);
  }

  replied({ actor }: LiveConnection, message: ServerMessage): void {
    this.#turns.run(() => {
      if (this.#connections.has(actor)) this.#outcomes.take({ sends: [{ to: actor, message }], durable: false });
    });
  }

  left(connection: LiveConnection, closeCode: number): void {
    const { actor, userKey, wroteAt } = connection;
    this.#successors.left(actor, userKey);
    if (!this.#connections.delete(actor)) return;
    this.#links.left(connection);
    this.#reportLeft(connection, closeCode);
    if (this.#ended) return;
    this.#storage.left(connection);
    this.#backlog.left(connection);
    this.documents.left(actor);
    this.#gate.beginTurn(this.#turns.next(), actor);
    for (const send of this.#room.leave(actor).sends) if ("message" in send) this.#gate.say(send, wroteAt);
    if (this.#connections.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#turns.settle();
  }

  /** Closes a connection that asks for Storage again and again before it has read the answers: each may hold a state of its own. */
  #admitsFetches(connection: LiveConnection, messages: readonly RoomMessage[]): boolean {
    if (connection.user.storage === "none") return true;
    const { storageFetchesUnread } = this.#options.limits;
    for (const { type } of messages) {
      if (type !== ClientMessageType.fetchStorage || connection.asksForStorage() <= storageFetchesUnread) continue;
      this.expel(connection, "TRY_AGAIN_LATER", "Storage is asked for again before the answers are read.");
      return false;
    }
    return true;
  }

  #writersOf(userKey: string): LiveConnection[] {
    return Array.from(this.#connections.values()).filter(
      (connection) => connection.userKey === userKey && connection.user.storage === "write",
    );
  }

  #reportLeft({ actor, user: { id, info } }: LiveConnection, closeCode: number): void {
    this.#options.events.connectionLeft(this.address, { actor, id, info }, this.#connections.size, closeCode);
  }

  #documentsDecided(outcome: Outcome, users: readonly string[]): void {
    if (this.#ended) return;
    this.#room.decided(users);
    this.#gate.beginTurn(this.#turns.next());
    this.#outcomes.take(outcome);
    for (const send of outcome.sends) {
      const message = "message" in send ? send.message : "part" in send ? send.part : undefined;
      if (message?.type === ServerMessageType.documentUpdated) this.#gate.weigh(message.update.length);
    }
    this.#turns.settle();
  }

  // --- presence kept over REST ---------------------------------------------------------------------------------------

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
    this.#outcomes.take(this.#room.join(member, random()));
    if (!known) this.#observers.entered(member, clock.now(), null);
    this.#presenceTimers.get(actor)?.cancel();
    const settled = actor;
    this.#presenceTimers.set(
      settled,
      clock.setTimer(ttlMs, () => this.#presenceExpired(settled)),
    );
    this.#turns.settle();
  }

  #presenceOf(userId: string): number | undefined {
    for (const member of this.#room.members.values())
      if (member.presence !== undefined && member.id === userId) return member.actor;
    return undefined;
  }

  #presenceExpired(actor: number): void {
    this.#presenceTimers.delete(actor);
    this.#outcomes.take(this.#room.leave(actor));
    if (this.#connections.size === 0) this.#idleSince = this.#options.clock.monotonic();
    this.#turns.settle();
  }

  #end(cause: unknown): void {
    this.#ended = true;
    this.dismiss("RESTARTING");
    this.#gate.end(cause);
    this.#effects.close();
    this.documents.close();
    this.#fullDisk.end();
    this.#window.end();
    for (const timer of this.#presenceTimers.values()) timer.cancel();
    this.#presenceTimers.clear();
    this.#storage.end();
    this.#turns.end();
  }
}
