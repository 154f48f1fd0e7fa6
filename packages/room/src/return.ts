import type { ClientMessage } from "@weft/protocol";
import { parseOpId } from "./clocks.ts";
import type { Clock, Link, Timer } from "./ports.ts";

export type Update = Extract<ClientMessage, { type: 201 }>;

/**
 * A client on its way back into Storage. It asks for Storage and goes on sending what its user does; once it has taken
 * in what it was given, it sends everything again that was never acknowledged, the oldest first (realtime-protocol 7.3,
 * 17.5). An op decided before that would be decided out of order, and answered to a client that is about to forget the
 * answer. So updates wait here until the client has shown where it stands:
 *
 *     asked ──the snapshot's end goes out behind a probe──► underway ──answered──► read
 *
 * Whatever comes before `read` will come again. In `read`, op ids tell: clients count on over reconnects, so an update
 * that begins no younger than all that waits is the repetition, and the waiting ones are forgotten. (A client may have
 * more to say that is part of the repetition already: that begins younger.) One that nothing waits before may be either;
 * it waits until no repetition can follow any more.
 */
export interface Return {
  /** Whether the update waits here; otherwise it can be decided, and `settled` may have become true. */
  holds(update: Update): boolean;
  /** The last frame of the snapshot is about to be sent. */
  ending(): void;
  /** Everything that was owed has been sent: nothing will wait any more. */
  readonly settled: boolean;
  /** The connection is gone, and what waits with it: it was not acknowledged, so it will come again. */
  end(): void;
}

export interface ReturnOptions {
  readonly link: Link;
  readonly clock: Clock;
  /** Whether an op has been decided. */
  readonly knows: (opId: string) => boolean;
  /**
   * How long to wait for a repetition from when the snapshot was read; `certain`: for one that every SDK will send, as
   * an update came before the snapshot was read.
   */
  readonly graceMs: (certain: boolean) => number;
  /** No repetition came: these are to be decided now, in order. */
  readonly release: (updates: readonly Update[]) => void;
}

export function createReturn(options: ReturnOptions): Return {
  return new ClientReturn(options);
}

class ClientReturn implements Return {
  readonly #options: ReturnOptions;
  #phase: "asked" | "underway" | "read" | "settled" = "asked";
  #waiting: Update[] = [];
  #oldest = Infinity;
  #probing = false;
  #timer: Timer | undefined;

  constructor(options: ReturnOptions) {
    this.#options = options;
  }

  get settled(): boolean {
    return this.#phase === "settled";
  }

  holds(update: Update): boolean {
    const { ops } = update;
    const first = ops.length === 0 ? undefined : parseOpId(ops[0]!.opId);
    // Not the ids of an SDK, so not its habits either.
    if (first === undefined) return false;
    if (this.#phase === "read" && this.#isRepetition(first.clock, ops[0]!.opId)) {
      this.end();
      return false;
    }
    if (this.#phase === "settled") return false;
    this.#waiting.push(update);
    this.#oldest = Math.min(this.#oldest, first.clock);
    if (this.#phase === "read") this.#probe();
    return true;
  }

  ending(): void {
    if (this.#phase !== "asked") return;
    if (this.#waiting.length === 0) {
      this.#phase = "read";
      return;
    }
    this.#phase = "underway";
    this.#probe();
  }

  end(): void {
    this.#phase = "settled";
    this.#timer?.cancel();
    this.#waiting = [];
  }

  #isRepetition(clock: number, opId: string): boolean {
    if (this.#waiting.length > 0) return clock <= this.#oldest;
    return clock === 0 || this.#options.knows(opId);
  }

  #probe(): void {
    if (this.#probing) return;
    this.#probing = true;
    const certain = this.#phase === "underway";
    this.#options.link.probe(() => {
      if (this.#phase === "settled") return;
      this.#phase = "read";
      this.#timer = this.#options.clock.setTimer(this.#options.graceMs(certain), () => {
        const updates = this.#waiting;
        this.end();
        this.#options.release(updates);
      });
    });
  }
}
