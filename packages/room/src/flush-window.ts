import type { Limits } from "@weft/protocol";
import type { FanOut, Seal } from "./fan-out.ts";
import { lagFrame } from "./fan-out.ts";
import type { Clock, Timer } from "./ports.ts";
import type { RoomSession } from "./session.ts";

/**
 * When what waits in the fan-out leaves: at once when the room was quiet for `flushWindowMs`, else once per window. Slow
 * readers are given the newest presence that they missed when they have read what was sent to them.
 */
export interface FlushWindow {
  /** Whether what waits may leave now. */
  readonly open: boolean;
  /** Lets out what waits, when it is due. */
  settle(): void;
  flush(): void;
  end(): void;
}

export interface FlushWindowOptions {
  readonly fanOut: FanOut;
  readonly sessions: ReadonlyMap<number, RoomSession>;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "flushWindowMs">;
  readonly seal: Seal;
}

/** How long an ack may wait for each member that its flush reaches, and with how few of them it does not wait. */
const flushCostMs = 0.1;
const fewSessions = 16;
/** In a room of this many, a window is half as long again: each flush is that many kernel writes. */
const manySessions = 64;
/** How often a slow reader is given the newest presence it missed. */
const lagTickMs = 50;

export function createFlushWindow(options: FlushWindowOptions): FlushWindow {
  return new RoomFlushWindow(options);
}

class RoomFlushWindow implements FlushWindow {
  readonly #options: FlushWindowOptions;
  #flushedAt = -Infinity;
  #timer: Timer | undefined;
  #due = 0;
  #lagTimer: Timer | undefined;

  constructor(options: FlushWindowOptions) {
    this.#options = options;
  }

  get open(): boolean {
    return this.#opensAt() <= this.#options.clock.monotonic();
  }

  settle(): void {
    const { fanOut, clock } = this.#options;
    if (fanOut.waiting === 0) return;
    const due = this.#opensAt();
    const now = clock.monotonic();
    if (due <= now) return this.flush();
    if (this.#timer !== undefined && this.#due <= due) return;
    this.#timer?.cancel();
    this.#due = due;
    this.#timer = clock.setTimer(due - now, () => this.flush());
  }

  flush(): void {
    const { fanOut, sessions, clock } = this.#options;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (fanOut.waiting === 0) return;
    this.#flushedAt = clock.monotonic();
    fanOut.flush(sessions.values());
    if (this.#lagTimer === undefined) for (const { lag } of sessions.values()) if (lag.size > 0) return this.#tickLag();
  }

  end(): void {
    this.#timer?.cancel();
    this.#lagTimer?.cancel();
  }

  #opensAt(): number {
    const { fanOut, sessions, limits } = this.#options;
    // Whoever waits for an ack waits no longer than what its flush costs others is worth. With few of them that is
    // nothing: commits come one at a time, and are batches already.
    const { size } = sessions;
    const window = limits.flushWindowMs * (size >= manySessions ? 1.5 : 1);
    const worth = !fanOut.owesAcks ? window : size <= fewSessions ? 0 : size * flushCostMs;
    return this.#flushedAt + Math.min(worth, window);
  }

  #tickLag(): void {
    const { sessions, seal, clock } = this.#options;
    this.#lagTimer = clock.setTimer(lagTickMs, () => {
      this.#lagTimer = undefined;
      let waiting = false;
      for (const session of sessions.values()) {
        if (session.lag.size === 0) continue;
        if (session.slow) waiting = true;
        else {
          session.send(lagFrame(session.lag, seal));
          session.lag.clear();
        }
      }
      if (waiting) this.#tickLag();
    });
  }
}
