import type { ErrorCode, Json, JsonObject, Limits, RoomAddress, ServerOp } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { Tree } from "@weft/crdt";
import type { DocumentFailure, Documents, JsonQuestion, UpdateOutcome } from "./document-ports.ts";
import { rootDocument } from "./documents.ts";
import type { Seal } from "./fan-out.ts";
import { diskFull } from "./full-disk.ts";
import type { Mailbox } from "./mailbox.ts";
import { createMailbox } from "./mailbox.ts";
import type { Observation, Observer } from "./observers.ts";
import { doInSlices } from "./pace.ts";
import type { Clock, Cluster, Link, RoomEvents, RoomStore, Timer, Uploads } from "./ports.ts";
import type { Member, Room, StorageChange } from "./room.ts";
import type { Session, Visitor } from "./session.ts";
import { filesNamedIn } from "./uploaded-files.ts";

/**
 * Every room that is awake on this node: wakes a room for the first who asks, lets it sleep when nobody was there for
 * `roomIdleMs`, and sends everybody home when the server stops.
 *
 *     enter, REST ─► awake? ─ yes ─► its mailbox
 *                      └ no ─► cluster.reach ─► store.open (claims) ─────► mailbox      single flight, `coldLoads` at once
 *
 * Storage stays on disk until somebody asks for it. A sleeping room costs nothing: no entry, no timer, no file handle.
 */
export interface RoomHost extends AsyncDisposable {
  readonly awake: number;
  enter(address: RoomAddress, visitor: Visitor, link: Link): Promise<Session>;
  /** Watches a room without being in it; wakes it, and keeps it awake. */
  observe(address: RoomAddress, observer: Observer): Promise<Observation>;
  members(address: RoomAddress): Promise<readonly Member[]>;
  /** The sessions of a room if it is awake; wakes nothing. */
  sessions(address: RoomAddress): Iterable<Session>;
  /** When a connection last entered the room since it awoke; wakes nothing. */
  connectedAt(address: RoomAddress): number | undefined;
  broadcast(address: RoomAddress, event: Json): Promise<void>;
  setPresence(
    address: RoomAddress,
    presence: { userId: string; data: JsonObject; info: JsonObject; ttlMs: number },
  ): Promise<void>;
  prewarm(address: RoomAddress): Promise<void>;
  /** The tree holds still until what `read` answers has settled; the answer comes when all it saw is durable. */
  readStorage<T>(address: RoomAddress, read: (tree: Tree) => T | Promise<T>): Promise<T>;
  changeStorage(address: RoomAddress, change: StorageChange): Promise<{ readonly acks: readonly ServerOp[] }>;
  /** A document as JSON, UTF-8; all it shows is durable. */
  documentJson(address: RoomAddress, question: JsonQuestion): Promise<Uint8Array>;
  /** A document as one V1 update; all it holds is durable. A document that was never written to is an empty one. */
  documentState(address: RoomAddress, guid: string | undefined): Promise<Uint8Array>;
  /** Applies an update as the project's own back end; answers when it is durable. */
  updateDocument(address: RoomAddress, guid: string | undefined, update: Uint8Array, v2: boolean): Promise<void>;
  /**
   * What a version of the room holds, as of one moment, and all of it durable. The tree holds still until what `read`
   * answers has settled. Whoever changes the room after that moment is an author of the next version.
   */
  takeVersion<T>(address: RoomAddress, read: (tree: Tree) => T | Promise<T>): Promise<TakenVersion<T>>;
  newActor(address: RoomAddress): Promise<number>;
  /** Closes every connection of a room and lets it go: it was deleted, renamed or moved. */
  close(address: RoomAddress, error: ErrorCode, reason?: string): Promise<void>;
  /** Lets a room sleep at once if nobody is there, instead of after `roomIdleMs`: it was woken for one question. */
  rest(address: RoomAddress): Promise<void>;
  /** Closes every connection, spread over `drainMs`, finishes every turn, and lets every room go. */
  drain(): Promise<void>;
}

export interface TakenVersion<T> {
  readonly kind: "taken";
  /** The number by which the store knows the room: another room of the same id has another. */
  readonly key: number;
  /** The room's seq: authors of earlier changes are this version's. */
  readonly seq: number;
  readonly storage: T;
  /** The root document as one V1 update. */
  readonly document: Uint8Array;
}

export interface RoomHostOptions {
  readonly store: RoomStore;
  readonly documents: Documents;
  readonly uploads: Uploads;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly seal: Seal;
  readonly events: RoomEvents;
  /** A short string that nobody can guess and that does not come twice. */
  readonly random: () => string;
}

export function openRoomHost(options: RoomHostOptions): RoomHost {
  return new Host(options);
}

/** How often idle rooms are looked for while they idle, by one timer for all of them. */
const sweepsPerIdle = 6;

class Host implements RoomHost {
  readonly #options: RoomHostOptions;
  readonly #rooms = new Map<string, Mailbox>();
  readonly #opening = new Map<string, Promise<Mailbox>>();
  readonly #leaving = new Map<string, Promise<void>>();
  #loading = 0;
  readonly #waitingToLoad: (() => void)[] = [];
  #sweep: Timer | undefined;
  #draining = false;

  constructor(options: RoomHostOptions) {
    this.#options = options;
  }

  get awake(): number {
    return this.#rooms.size;
  }

  async enter(address: RoomAddress, visitor: Visitor, link: Link): Promise<Session> {
    return (await this.#reach(address)).enter(visitor, link);
  }

  async observe(address: RoomAddress, observer: Observer): Promise<Observation> {
    return (await this.#reach(address)).observe(observer);
  }

  async members(address: RoomAddress): Promise<readonly Member[]> {
    // Nobody is in a room that sleeps, and asking is no reason to wake it.
    return [...(this.#rooms.get(keyOf(address))?.members.values() ?? [])];
  }

  sessions(address: RoomAddress): Iterable<Session> {
    return this.#rooms.get(keyOf(address))?.sessions ?? [];
  }

  connectedAt(address: RoomAddress): number | undefined {
    return this.#rooms.get(keyOf(address))?.connectedAt;
  }

  async broadcast(address: RoomAddress, event: Json): Promise<void> {
    await this.#rooms.get(keyOf(address))?.decide((room) => room.broadcast(event));
  }

  async setPresence(
    address: RoomAddress,
    presence: { userId: string; data: JsonObject; info: JsonObject; ttlMs: number },
  ): Promise<void> {
    await (await this.#reach(address)).setPresence(presence);
  }

  async prewarm(address: RoomAddress): Promise<void> {
    const mailbox = await this.#reach(address);
    mailbox.keepAwake(this.#options.limits.prewarmMs);
    await mailbox.ask(() => undefined, { storage: true });
  }

  async readStorage<T>(address: RoomAddress, read: (tree: Tree) => T | Promise<T>): Promise<T> {
    const mailbox = await this.#reach(address);
    return mailbox.ask((room) => read(room.tree!), { storage: true });
  }

  async changeStorage(address: RoomAddress, change: StorageChange): Promise<{ readonly acks: readonly ServerOp[] }> {
    const mailbox = await this.#reach(address);
    const newId = () => `si:${this.#options.random()}`;
    if (change.kind === "ops") {
      await mailbox.know(change.ops);
      await mailbox.files.prepare(change.ops);
    } else {
      const { clock, limits } = this.#options;
      await mailbox.files.know(await doInSlices(filesNamedIn(change), clock, limits.turnSliceMs));
    }
    const decide = (room: Room) => {
      if (this.#options.store.full) throw new WeftError("SERVICE_UNAVAILABLE", { message: diskFull });
      return room.change(change, newId);
    };
    return mailbox.decideInSteps(decide, { storage: true });
  }

  async documentJson(address: RoomAddress, question: JsonQuestion): Promise<Uint8Array> {
    const mailbox = await this.#reach(address);
    const answer = unlessFailed(await mailbox.documents.ask(rootDocument, (document) => document.json(question)));
    await mailbox.ask(() => undefined);
    return answer.text;
  }

  async documentState(address: RoomAddress, guid = rootDocument): Promise<Uint8Array> {
    const mailbox = await this.#reach(address);
    const diff = unlessFailed(await mailbox.documents.ask(guid, (document) => document.diff(new Uint8Array(), false)));
    await mailbox.ask(() => undefined);
    return diff.update;
  }

  async updateDocument(address: RoomAddress, guid: string | undefined, update: Uint8Array, v2: boolean): Promise<void> {
    const mailbox = await this.#reach(address);
    if (guid !== undefined) {
      const { exists } = unlessFailed(await mailbox.documents.ask(rootDocument, (document) => document.refersTo(guid)));
      if (!exists)
        throw new WeftError("UNPROCESSABLE_ENTITY", {
          message: "The room's document holds no subdocument of this guid.",
        });
    }
    const outcome: UpdateOutcome | DocumentFailure = await mailbox.documents.put(guid ?? rootDocument, update, v2);
    const decided = unlessFailed(outcome);
    if (decided.kind === "refused") throw new WeftError("UNPROCESSABLE_ENTITY", { message: decided.reason });
    await mailbox.ask(() => undefined);
  }

  async takeVersion<T>(address: RoomAddress, read: (tree: Tree) => T | Promise<T>): Promise<TakenVersion<T>> {
    const mailbox = await this.#reach(address);
    // The document is opened before the turn, which holds up the room's Storage for as long as it takes.
    const taken = await mailbox.documents.ask(rootDocument, (document) =>
      mailbox.ask(
        async (room): Promise<TakenVersion<T> | DocumentFailure> => {
          const diff = await document.diff(new Uint8Array(), false);
          if (diff.kind === "failed") return diff;
          // Storage has not changed since the turn began: this is the moment of both.
          const seq = room.beginVersion();
          return { kind: "taken", key: mailbox.key, seq, storage: await read(room.tree!), document: diff.update };
        },
        { storage: true },
      ),
    );
    return unlessFailed(taken);
  }

  async newActor(address: RoomAddress): Promise<number> {
    return (await this.#reach(address)).newActor();
  }

  async close(address: RoomAddress, error: ErrorCode, reason?: string): Promise<void> {
    const key = keyOf(address);
    const mailbox = this.#rooms.get(key) ?? (await this.#opening.get(key)?.catch(() => undefined));
    if (mailbox === undefined) return;
    mailbox.closeAll(error, reason);
    mailbox.dismiss(error, reason);
    await this.#release(key, mailbox);
  }

  async rest(address: RoomAddress): Promise<void> {
    const key = keyOf(address);
    const mailbox = this.#rooms.get(key);
    const { idleSince = Infinity } = mailbox ?? {};
    // Rooms that were asked to stay awake are idle only later.
    if (mailbox !== undefined && idleSince <= this.#options.clock.monotonic()) await this.#release(key, mailbox);
  }

  async drain(): Promise<void> {
    this.#draining = true;
    this.#sweep?.cancel();
    const { clock, limits } = this.#options;
    await Promise.allSettled(this.#opening.values());
    const sessions = [...this.#rooms.values()].flatMap(({ sessions: here }) => [...here]);
    // Clients come back without jitter: spread their leaving, or they all return at one instant.
    const perTick = Math.max(
      1,
      Math.ceil(Math.max(limits.drainPerSecond, (sessions.length * 1_000) / limits.drainMs) / 20),
    );
    for (let at = 0; at < sessions.length; at += perTick) {
      for (const session of sessions.slice(at, at + perTick)) {
        session.link.close("RESTARTING");
        session.leave();
      }
      if (at + perTick < sessions.length) await new Promise<void>((resolve) => clock.setTimer(50, resolve));
    }
    await Promise.all([...this.#rooms].map(([key, mailbox]) => this.#release(key, mailbox)));
    await Promise.all(this.#leaving.values());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drain();
  }

  async #reach(address: RoomAddress): Promise<Mailbox> {
    const key = keyOf(address);
    for (;;) {
      if (this.#draining) throw new WeftError("RESTARTING");
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
    const { store, cluster, limits, clock, events } = this.#options;
    await this.#enterLoading();
    try {
      const startedAt = clock.monotonic();
      await cluster.reach(address);
      const opened = await store.open(address, limits.actorBlock);
      if (opened === undefined) throw new WeftError("ROOM_NOT_FOUND");
      const mailbox = createMailbox({
        ...this.#options,
        address,
        opened,
        ended: (ended) => {
          if (this.#rooms.get(key) === ended) this.#rooms.delete(key);
        },
      });
      this.#rooms.set(key, mailbox);
      events.roomLoaded(clock.monotonic() - startedAt);
      this.#sweepSoon();
      return mailbox;
    } finally {
      this.#loading--;
      this.#waitingToLoad.shift()?.();
    }
  }

  async #enterLoading(): Promise<void> {
    while (this.#loading >= this.#options.limits.coldLoads)
      await new Promise<void>((resolve) => this.#waitingToLoad.push(resolve));
    this.#loading++;
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

  /** Lets a room go; whoever asks for it meanwhile waits until it is gone and wakes it anew. */
  #release(key: string, mailbox: Mailbox): Promise<void> {
    if (this.#rooms.get(key) !== mailbox) return this.#leaving.get(key) ?? Promise.resolve();
    this.#rooms.delete(key);
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

/** Project ids are ours and hold no line break, so the first one ends the project. */
function keyOf({ project, room }: RoomAddress): string {
  return `${project}\n${room}`;
}
