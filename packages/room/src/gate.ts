import { WeftError } from "@weft/protocol";
import type { Clock, OpenedRoom, RoomCommit, RoomEvents, RoomStore, Timer } from "./ports.ts";
import type { Room } from "./room.ts";

/**
 * Where what a room says waits until everything decided before it is on disk (W1).
 *
 *     decided ─► touch ─► commit ──── on its way ────► flushed ─► deliver, in order
 *     said ────► say ───► held back ───────────────────────┘
 *
 * One commit is on its way at a time. What is decided meanwhile makes the next one, so a busy room batches by itself
 * (W2). Actor numbers are reserved here too: on disk before they are given out (W6).
 */
export interface Gate<Said> {
  /** Delivers at once if everything decided is flushed, else as soon as it is. */
  say(said: Said): void;
  /** Something has to be committed. */
  touch(): void;
  /** Somebody came: worth a commit within a second, with whatever else is committed till then. */
  touchSoon(connectedAt: number): void;
  /** Hands over what has to be committed, unless a commit is on its way. */
  commit(): void;
  /** Settles when everything decided so far is durable; rejects when that will not be known. */
  barrier(): Promise<void>;
  /** The next actor number, or undefined while none is reserved: then a barrier is worth waiting for. */
  issueActor(): number | undefined;
  /** Has the next commit hand back the numbers that were reserved and not given out. */
  handBackActors(): void;
  /** Nothing more is committed or said. */
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
  /** What has to be made durable since it was asked last. */
  readonly takeWrites: () => Pick<RoomCommit, "puts" | "drops" | "clear" | "actors" | "documents" | "authors">;
  readonly deliver: (said: Said) => void;
  /** A commit was flushed and what waited for it delivered; how many ops and updates were in it. */
  readonly flushed: (changes: number) => void;
  /** A commit failed, or nobody knows whether it did. */
  readonly lost: (cause: unknown) => void;
}

export function createGate<Said>(options: GateOptions<Said>): Gate<Said> {
  return new CommitGate(options);
}

const soonMs = 1_000;

interface Barrier {
  resolve(): void;
  reject(cause: unknown): void;
}

class CommitGate<Said> implements Gate<Said> {
  readonly #options: GateOptions<Said>;
  #held: Said[] = [];
  #heldSince: number | undefined;
  #dirty = false;
  /** A commit will be handed over as soon as everything that has arrived was taken. */
  #deferred = false;
  #committing = false;
  #ended = false;
  #committedSeq: number;
  #connectedAt: number | undefined;
  #soon: Timer | undefined;
  /** What the next commit makes of the actor counter. */
  #reserve: number | undefined;
  /** Actor numbers below this are reserved on disk. */
  #reserved: number;
  /** Who waits for the next commit, and who for the one on its way. */
  #barriers: Barrier[] = [];
  #committingFor: Barrier[] = [];

  constructor(options: GateOptions<Said>) {
    this.#options = options;
    this.#committedSeq = options.opened.seq;
    this.#reserved = options.opened.firstActor + options.actorBlock;
  }

  say(said: Said): void {
    if (this.#options.room.seq === this.#committedSeq) return this.#options.deliver(said);
    this.#heldSince ??= this.#options.clock.monotonic();
    this.#held.push(said);
  }

  touch(): void {
    this.#dirty = true;
  }

  touchSoon(connectedAt: number): void {
    this.#connectedAt = connectedAt;
    this.#soon ??= this.#options.clock.setTimer(soonMs, () => {
      this.#soon = undefined;
      this.#dirty = true;
      this.commit();
    });
  }

  commit(): void {
    if (this.#committing || this.#deferred || !this.#dirty || this.#ended) return;
    this.#deferred = true;
    // Frames that were read together are committed together.
    this.#options.clock.defer(() => {
      this.#deferred = false;
      this.#handOver();
    });
  }

  #handOver(): void {
    if (this.#ended) return;
    const { store, room, opened, clock } = this.#options;
    const { seq } = room;
    const held = this.#takeHeld();
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
    const startedAt = clock.monotonic();
    const { project, key, epoch } = opened;
    const writes = { project, key, epoch, seq, ...this.#options.takeWrites(), nextActor: reserve, connectedAt };
    store.commit(writes).then(
      () => {
        if (reserve !== undefined) this.#reserved = reserve;
        this.#flushed(seq, held, startedAt);
      },
      (cause: unknown) => {
        this.#committing = false;
        this.#options.lost(cause);
      },
    );
  }

  barrier(): Promise<void> {
    if (this.#ended) return Promise.reject(new WeftError("SERVICE_UNAVAILABLE"));
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
    this.#takeHeld();
    const failure = new WeftError("SERVICE_UNAVAILABLE", { cause });
    for (const barrier of [...this.#barriers, ...this.#committingFor]) barrier.reject(failure);
    this.#barriers = [];
    this.#committingFor = [];
  }

  #flushed(
    seq: number,
    held: { readonly said: readonly Said[]; readonly since: number | undefined },
    startedAt: number,
  ) {
    const { room, clock, events, deliver, flushed } = this.#options;
    const ops = seq - this.#committedSeq;
    this.#committing = false;
    this.#committedSeq = seq;
    const now = clock.monotonic();
    events.committed(now - startedAt);
    if (ops > 0) events.opsCommitted(ops);
    for (const barrier of this.#committingFor) barrier.resolve();
    this.#committingFor = [];
    if (this.#ended) return;
    if (held.since !== undefined) events.acknowledged(now - held.since);
    for (const said of held.said) deliver(said);
    // What was said since then, if nothing was decided with it, waited for this commit alone.
    if (room.seq === seq) for (const said of this.#takeHeld().said) deliver(said);
    flushed(ops);
  }

  #takeHeld(): { readonly said: readonly Said[]; readonly since: number | undefined } {
    const held = { said: this.#held, since: this.#heldSince };
    this.#held = [];
    this.#heldSince = undefined;
    return held;
  }
}
