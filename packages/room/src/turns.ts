import type { RoomMessage, UpdateStorage } from "@weft/protocol";
import { ClientMessageType, WeftError } from "@weft/protocol";
import type { Backlog } from "./backlog.ts";
import type { LiveConnection } from "./connection.ts";
import { isEcho } from "./echo.ts";
import type { FlushWindow } from "./flush-window.ts";
import type { Gate } from "./gate.ts";
import type { RoomOwner } from "./room-owner.ts";

/**
 * The turns of a room: one at a time, in the order in which frames and tasks arrived.
 *
 *     frames, tasks ─► queue ─► step (decider.ts) ─► settle: commit the changes, flush the messages
 *                        └ held while a step waits: for Storage from disk, an actor record, a large snapshot
 *
 * Presence and events of connections that have nothing in the queue overtake what is held.
 */
export interface Turns {
  /** Whether something waits or runs. */
  readonly busy: boolean;
  /** How many turns there were so far, those that wait included. */
  readonly count: number;
  /** The number of a turn that is taken now, outside of the queue. */
  next(): number;
  /** A frame arrived. */
  take(connection: LiveConnection, messages: readonly RoomMessage[], bytes: number): void;
  /** Runs a task after everything that has arrived so far. */
  run(task: () => void): void;
  /** Like `run`; settles with the task. `storage`: it needs Storage in memory. */
  ask<T>(task: () => T | Promise<T>, storage: boolean): Promise<T>;
  /** Gives Storage to a connection whose request had to wait. */
  fetchFor(connection: LiveConnection): void;
  /** Decides updates of a connection before everything that waits. */
  decideFirst(connection: LiveConnection, updates: readonly UpdateStorage[]): void;
  /** The message that a waiting frame is at was handled meanwhile. */
  advance(frame: QueuedFrame): void;
  /** After a turn: commits its changes, and flushes the messages that may leave. */
  settle(): void;
  /** Discards frames, and rejects tasks: the room leaves memory. */
  end(): void;
}

export interface QueuedFrame {
  readonly kind: "frame";
  readonly connection: LiveConnection;
  messages: readonly RoomMessage[];
  at: number;
  /** Size of the frame; 0 once an update of it was decided. */
  bytes: number;
  /** A request for Storage that had to wait. */
  readonly admitted?: true;
  /** Ascending. */
  readonly turn: number;
}

export interface QueuedTask {
  readonly kind: "task";
  readonly turn: number;
  readonly storage: boolean;
  readonly run: () => void | Promise<void>;
  /** Rejects the task because the room ended. */
  readonly refuse: (() => void) | undefined;
}

export type QueuedWork = QueuedFrame | QueuedTask;

/** What a step waits for. */
export interface TurnWait {
  readonly ready: Promise<void>;
  /** Whether nothing of the work is left to do then. */
  readonly finished: boolean;
}

/** Decides what waits in the queue. */
export interface QueueDecider {
  /** Continues with a frame or task until it has to wait. Returns what it waits for. */
  step(work: QueuedWork): TurnWait | undefined;
  /**
   * A frame that arrives while Storage is loaded, and asks for it: continues with it to what is behind the request, or to
   * the request itself, which is answered later. False for other frames: they wait for their turn.
   */
  join(frame: QueuedFrame): boolean;
}

export interface TurnsOptions {
  readonly gate: Pick<Gate<unknown>, "commit">;
  readonly backlog: Backlog;
  readonly window: Pick<FlushWindow, "settle">;
  /** Made after this queue, since what is decided may queue more. */
  readonly decider: () => QueueDecider;
  readonly owner: Pick<RoomOwner, "drop">;
}

export function createTurns(options: TurnsOptions): Turns {
  return new TurnQueue(options);
}

const waiting: ReadonlySet<ClientMessageType> = new Set([
  ClientMessageType.fetchStorage,
  ClientMessageType.updateStorage,
  ClientMessageType.askDecidedOps,
]);

/** Presence and events do not wait, and documents have a queue of their own. */
export function isFleeting(message: RoomMessage): boolean {
  return !waiting.has(message.type) && !isEcho(message);
}

class TurnQueue implements Turns {
  readonly #options: TurnsOptions;
  #queue: QueuedWork[] = [];
  /** A turn has to wait, and the queue is held. */
  #held = false;
  #next = 0;
  #pumping = false;
  #ended = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  get busy(): boolean {
    return this.#queue.length > 0 || this.#held;
  }

  get count(): number {
    return this.#next;
  }

  next(): number {
    return this.#next++;
  }

  take(connection: LiveConnection, messages: readonly RoomMessage[], bytes: number): void {
    const ordered = fullPresenceFirst(messages);
    const frame: QueuedFrame = { kind: "frame", connection, messages: ordered, at: 0, bytes, turn: this.#next++ };
    if (this.#held && !this.#hasFrameOf(connection)) {
      if (ordered.every(isFleeting)) {
        this.#step(frame);
        return this.settle();
      }
      this.#options.backlog.queued(bytes);
      const joined = this.#join(frame);
      if (!joined || frame.at < frame.messages.length) this.#queue.push(frame);
      return joined ? this.settle() : undefined;
    }
    this.#options.backlog.queued(bytes);
    this.#queue.push(frame);
    this.#pump();
  }

  run(task: () => void): void {
    this.#push(task, false, undefined);
  }

  ask<T>(task: () => T | Promise<T>, storage: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refuse = () => reject(new WeftError("SERVICE_UNAVAILABLE"));
      if (this.#ended) return refuse();
      const run = (): void | Promise<void> => {
        try {
          const answer = task();
          if (!(answer instanceof Promise)) return resolve(answer);
          return answer.then(resolve, reject);
        } catch (cause) {
          reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      };
      this.#push(run, storage, refuse);
    });
  }

  fetchFor(connection: LiveConnection): void {
    const messages: readonly RoomMessage[] = [{ type: ClientMessageType.fetchStorage }];
    this.#queue.push({ kind: "frame", connection, messages, at: 0, bytes: 0, turn: this.#next++, admitted: true });
    this.#pump();
  }

  decideFirst(connection: LiveConnection, updates: readonly UpdateStorage[]): void {
    if (updates.length === 0 || this.#ended) return;
    // Everything else of this connection in the queue arrived later.
    this.#queue.unshift(
      ...updates.map((update): QueuedWork => {
        return { kind: "frame", connection, messages: [update], at: 0, bytes: 0, turn: this.#next++ };
      }),
    );
    this.#pump();
  }

  advance(frame: QueuedFrame): void {
    if (++frame.at < frame.messages.length) return;
    this.#queue = this.#queue.filter((other) => other !== frame);
    this.#options.backlog.dequeued(frame.bytes);
  }

  settle(): void {
    if (this.#ended || this.#pumping) return;
    const { gate, backlog, window } = this.#options;
    gate.commit();
    backlog.readOn();
    window.settle();
  }

  end(): void {
    this.#ended = true;
    for (const work of this.#queue.splice(0)) if (work.kind === "task") work.refuse?.();
  }

  #push(run: () => void | Promise<void>, storage: boolean, refuse: (() => void) | undefined): void {
    this.#queue.push({ kind: "task", turn: this.#next++, storage, run, refuse });
    this.#pump();
  }

  #hasFrameOf(connection: LiveConnection): boolean {
    return this.#queue.some((work) => work.kind === "frame" && work.connection === connection);
  }

  #pump(): void {
    if (this.#pumping || this.#held) return;
    this.#pumping = true;
    while (this.#queue.length > 0 && !this.#ended) {
      const wait = this.#step(this.#queue[0]!);
      if (wait === undefined) {
        this.#dequeue();
        continue;
      }
      this.#hold(wait);
      break;
    }
    this.#pumping = false;
    this.settle();
  }

  #hold({ ready, finished }: TurnWait): void {
    this.#held = true;
    if (finished) this.#dequeue();
    ready.then(
      () => {
        this.#held = false;
        this.#pump();
      },
      (cause: unknown) => {
        this.#held = false;
        this.#options.owner.drop(cause, "INTERNAL_SERVER_ERROR");
      },
    );
  }

  #dequeue(): void {
    const work = this.#queue.shift();
    if (work?.kind === "frame") this.#options.backlog.dequeued(work.bytes);
  }

  /** A broken invariant ends the room, never the process. */
  #step(work: QueuedWork): TurnWait | undefined {
    try {
      return this.#options.decider().step(work);
    } catch (cause) {
      this.#options.owner.drop(cause, "INTERNAL_SERVER_ERROR");
      return undefined;
    }
  }

  #join(frame: QueuedFrame): boolean {
    try {
      return this.#options.decider().join(frame);
    } catch (cause) {
      this.#options.owner.drop(cause, "INTERNAL_SERVER_ERROR");
      return true;
    }
  }
}

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
