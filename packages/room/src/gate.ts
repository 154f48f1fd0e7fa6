import { WeftError } from "@weft/protocol";
import type { CommitContents } from "./commit-contents.ts";
import type { Clock, OpenedRoom, RoomEvents, RoomStore, Timer } from "./ports.ts";
import type { Room } from "./room.ts";
import type { RoomOwner } from "./room-owner.ts";

/**
 * Holds the messages of a room until every change decided before them is on disk.
 *
 *     changes ──► touch ─► commit ──── in flight ────► flushed ─► deliver, in order
 *     messages ─► say ───► held ───────────────────────────┘
 *
 * One commit is in flight at a time. Changes decided meanwhile make the next one, so a busy room batches by itself.
 * Actor numbers are reserved here, too: on disk before they are issued.
 */
export interface Gate<Said> {
  /** Bytes of what waits here, as counted by `weigh`. */
  readonly bytes: number;
  /** Nothing is committed any more. */
  readonly ended: boolean;
  /** Delivers a message when everything decided up to `seq` (by default: so far) is flushed, which may be at once. */
  say(said: Said, seq?: number): void;
  /** Whether a message that depends on the changes up to `seq` has to wait. */
  holds(seq: number): boolean;
  /** Counts bytes of the latest change or message, for as long as it waits. */
  weigh(bytes: number): void;
  /** Messages from here on belong to another frame or task, of this connection if any. */
  beginTurn(turn: number, actor?: number): void;
  /** There are changes to commit. */
  touch(): void;
  /** A connection has joined: commit that within a second, together with other changes. */
  touchSoon(connectedAt: number): void;
  /** Starts a commit if there are changes and none is in flight. */
  commit(): void;
  /** A change is being decided in steps: no commit starts until `resume`, or it would contain half of the change. */
  suspend(): void;
  resume(): void;
  /** Settles when everything decided so far is durable; rejects when the outcome will not be known. */
  barrier(): Promise<void>;
  /** The next actor number, or undefined while none is reserved: wait for a barrier then. */
  issueActor(): number | undefined;
  /** Lets the next commit return the numbers that were reserved and not issued. */
  handBackActors(): void;
  /** Discards everything that waits, and commits nothing more. */
  end(cause: unknown): void;
}

export interface GateOptions<Said> {
  readonly room: Room;
  readonly opened: OpenedRoom;
  readonly store: RoomStore;
  readonly clock: Clock;
  readonly events: RoomEvents;
  /** How many actor numbers are reserved at a time. */
  readonly actorBlock: number;
  readonly contents: CommitContents;
  readonly outlet: Outlet<Said>;
  readonly owner: Pick<RoomOwner, "flushed" | "drop">;
}

/** Where messages go that need not wait any longer. */
export interface Outlet<Said> {
  deliver(said: Said): void;
  /** Called between messages of different turns of the same connection, with the number of turns in the commit. */
  between(turns: number): void;
}

export function createGate<Said>(options: GateOptions<Said>): Gate<Said> {
  return new CommitGate(options);
}

const soonMs = 1_000;

interface Held<Said> {
  readonly said: Said;
  readonly turn: number;
  readonly actor: number | undefined;
}

interface Barrier {
  resolve(): void;
  reject(cause: unknown): void;
}

class CommitGate<Said> implements Gate<Said> {
  readonly #options: GateOptions<Said>;
  /** Messages that wait for the commit in flight, and those that wait for the next one. */
  #leaving: Held<Said>[] = [];
  #held: Held<Said>[] = [];
  #leavingBytes = 0;
  #heldBytes = 0;
  #turn = 0;
  #actor: number | undefined;
  #heldSince: number | undefined;
  /** While messages are delivered, further ones are appended to them. */
  #releasing = false;
  #dirty = false;
  /** A commit starts as soon as all input that has arrived was handled. */
  #deferred = false;
  #suspended = false;
  #committing = false;
  #committingSeq: number;
  #ended = false;
  #committedSeq: number;
  #connectedAt: number | undefined;
  #soon: Timer | undefined;
  /** The value of the actor counter in the next commit. */
  #reserve: number | undefined;
  /** Actor numbers below this are reserved on disk. */
  #reserved: number;
  /** Barriers that wait for the next commit, and those that wait for the one in flight. */
  #barriers: Barrier[] = [];
  #committingFor: Barrier[] = [];

  constructor(options: GateOptions<Said>) {
    this.#options = options;
    this.#committedSeq = options.opened.seq;
    this.#committingSeq = options.opened.seq;
    this.#reserved = options.opened.firstActor + options.actorBlock;
  }

  get bytes(): number {
    return this.#leavingBytes + this.#heldBytes;
  }

  get ended(): boolean {
    return this.#ended;
  }

  weigh(bytes: number): void {
    if (this.#dirty) this.#heldBytes += bytes;
    else if (this.#committing) this.#leavingBytes += bytes;
  }

  say(said: Said, seq = this.#options.room.seq): void {
    if (!this.holds(seq)) return this.#deliver(said);
    if (seq <= this.#committingSeq) return void this.#leaving.push({ said, turn: this.#turn, actor: this.#actor });
    this.#heldSince ??= this.#options.clock.monotonic();
    this.#held.push({ said, turn: this.#turn, actor: this.#actor });
  }

  holds(seq: number): boolean {
    return seq > this.#committedSeq || this.#releasing;
  }

  beginTurn(turn: number, actor?: number): void {
    this.#turn = turn;
    this.#actor = actor;
  }

  touch(): void {
    this.#dirty = true;
  }

  touchSoon(connectedAt: number): void {
    this.#connectedAt = connectedAt;
    this.#commitSoon();
  }

  commit(): void {
    if (this.#committing || this.#releasing || this.#deferred || !this.#dirty || this.#ended) return;
    if (this.#suspended) return;
    this.#deferred = true;
    // Frames that were read together are committed together.
    this.#options.clock.defer(() => {
      this.#deferred = false;
      this.#handOver();
    });
  }

  suspend(): void {
    this.#suspended = true;
  }

  resume(): void {
    this.#suspended = false;
  }

  #commitSoon(): void {
    this.#soon ??= this.#options.clock.setTimer(soonMs, () => {
      this.#soon = undefined;
      // The little space that is left on a full disk is kept for opening rooms.
      if (this.#options.store.full) return this.#commitSoon();
      this.#dirty = true;
      this.commit();
    });
  }

  #handOver(): void {
    if (this.#ended || this.#suspended) return;
    const { store, room, opened, clock, contents, owner } = this.#options;
    const { seq } = room;
    this.#leaving = this.#held;
    this.#held = [];
    this.#leavingBytes = this.#heldBytes;
    this.#heldBytes = 0;
    const since = this.#heldSince;
    this.#heldSince = undefined;
    const reserve = this.#reserve;
    const connectedAt = this.#connectedAt;
    this.#committingFor = this.#barriers;
    this.#barriers = [];
    this.#dirty = false;
    this.#reserve = undefined;
    this.#connectedAt = undefined;
    this.#soon?.cancel();
    this.#soon = undefined;
    this.#committing = true;
    this.#committingSeq = seq;
    const startedAt = clock.monotonic();
    const { project, key, epoch } = opened;
    const writes = { project, key, epoch, seq, ...contents.take(), nextActor: reserve, connectedAt };
    store.commit(writes).then(
      () => {
        contents.settled(true);
        if (reserve !== undefined) this.#reserved = reserve;
        this.#flushed(seq, since, startedAt);
      },
      (cause: unknown) => {
        this.#committing = false;
        contents.settled(false);
        owner.drop(cause, "RESTARTING");
      },
    );
  }

  barrier(): Promise<void> {
    if (this.#ended) return Promise.reject(new WeftError("SERVICE_UNAVAILABLE"));
    // The barrier includes the change that is being decided.
    if (this.#suspended) this.#dirty = true;
    if (!this.#dirty && !this.#committing) return Promise.resolve();
    return new Promise((resolve, reject) => {
      (this.#dirty ? this.#barriers : this.#committingFor).push({ resolve, reject });
      this.commit();
    });
  }

  issueActor(): number | undefined {
    const { room, actorBlock } = this.#options;
    if (this.#reserved - room.issued <= actorBlock / 2 && this.#reserve === undefined) {
      this.#reserve = this.#reserved + actorBlock;
      this.#dirty = true;
    }
    return room.issued < this.#reserved ? room.issued++ : undefined;
  }

  handBackActors(): void {
    const { issued } = this.#options.room;
    if (this.#soon !== undefined) this.#dirty = true;
    if (issued === this.#reserved) return;
    this.#reserve = issued;
    this.#dirty = true;
  }

  end(cause: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#soon?.cancel();
    this.#leaving = [];
    this.#held = [];
    this.#leavingBytes = 0;
    this.#heldBytes = 0;
    const failure = new WeftError("SERVICE_UNAVAILABLE", { cause });
    for (const barrier of [...this.#barriers, ...this.#committingFor]) barrier.reject(failure);
    this.#barriers = [];
    this.#committingFor = [];
  }

  #flushed(seq: number, heldSince: number | undefined, startedAt: number): void {
    const { clock, events, contents, owner } = this.#options;
    const ops = seq - this.#committedSeq;
    this.#committing = false;
    this.#committedSeq = seq;
    const now = clock.monotonic();
    events.committed(now - startedAt);
    if (ops > 0) events.opsCommitted(ops);
    for (const barrier of this.#committingFor) barrier.resolve();
    this.#committingFor = [];
    if (this.#ended) return;
    if (heldSince !== undefined) events.acknowledged(now - heldSince);
    this.#release();
    if (this.#ended) return;
    contents.flushed(ops);
    owner.flushed();
  }

  /** A broken invariant ends the room, never the process. */
  #deliver(said: Said): void {
    const { outlet, owner } = this.#options;
    try {
      outlet.deliver(said);
    } catch (cause) {
      owner.drop(cause, "INTERNAL_SERVER_ERROR");
    }
  }

  #release(): void {
    const { outlet } = this.#options;
    const leaving = this.#leaving;
    let turns = 1;
    for (let at = 1; at < leaving.length; at++) if (leaving[at]!.turn !== leaving[at - 1]!.turn) turns++;
    this.#releasing = true;
    let turn: number | undefined;
    const delivered = turns > 1 ? new Set<number | undefined>() : undefined;
    for (const held of leaving) {
      if (this.#ended) break;
      if (delivered !== undefined && held.turn !== turn) {
        turn = held.turn;
        if (delivered.has(held.actor)) {
          outlet.between(turns);
          delivered.clear();
        }
        delivered.add(held.actor);
      }
      this.#deliver(held.said);
    }
    this.#releasing = false;
    this.#leaving = [];
    this.#leavingBytes = 0;
  }
}
