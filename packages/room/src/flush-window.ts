import type { Limits } from "@weft/protocol";
import type { FanOut, ToFrame } from "./fan-out.ts";
import { lagFrame } from "./fan-out.ts";
import type { Clock, Timer } from "./ports.ts";
import type { LiveConnection } from "./connection.ts";

/**
 * Decides when the fan-out is flushed: at once when the room was quiet for a window, else once per window. A flush is one
 * kernel write per connection, so that windows are as long as a flush of the room is worth (`windowOf`). Slow readers get
 * the newest presence that they missed once they have caught up.
 */
export interface FlushWindow {
  /** Whether a flush is due now. */
  readonly open: boolean;
  /** Flushes when a flush is due, now or later. */
  settle(): void;
  flush(): void;
  end(): void;
}

export interface FlushWindowOptions {
  readonly fanOut: FanOut;
  readonly connections: ReadonlyMap<number, LiveConnection>;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "flushWindowMs">;
  readonly toFrame: ToFrame;
}

/** How long a message may wait per receiver of its flush. Up to a few receivers, an ack does not wait at all. */
const flushCostMs = 0.1;
const fewConnections = 16;
/** From this many connections on, windows are half as long again, and then grow with the room. */
const manyConnections = 64;
const windowMsPerConnection = 0.05;
/** No window is longer than this many times `flushWindowMs`, which is 50 ms by default. */
const longestWindow = 6.25;
/** How often slow readers are checked for whether they have caught up. */
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
    const { fanOut, connections, clock } = this.#options;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (fanOut.waiting === 0) return;
    this.#flushedAt = clock.monotonic();
    fanOut.flush(connections.values());
    if (this.#lagTimer === undefined)
      for (const { lag } of connections.values()) if (lag.size > 0) return this.#tickLag();
  }

  end(): void {
    this.#timer?.cancel();
    this.#lagTimer?.cancel();
  }

  #opensAt(): number {
    const { fanOut, connections, limits } = this.#options;
    return this.#flushedAt + windowOf(connections.size, fanOut.owesAcks, limits.flushWindowMs);
  }

  #tickLag(): void {
    const { connections, toFrame, clock } = this.#options;
    this.#lagTimer = clock.setTimer(lagTickMs, () => {
      this.#lagTimer = undefined;
      let waiting = false;
      for (const connection of connections.values()) {
        if (connection.lag.size === 0) continue;
        if (connection.slow) waiting = true;
        else {
          connection.send(lagFrame(connection.lag, toFrame));
          connection.lag.clear();
        }
      }
      if (waiting) this.#tickLag();
    });
  }
}

/** Milliseconds between two flushes of a busy room with so many connections. */
function windowOf(connections: number, owesAcks: boolean, flushWindowMs: number): number {
  const cost = connections * flushCostMs;
  // Commits are batches already.
  if (connections <= fewConnections) return owesAcks ? 0 : Math.min(cost, flushWindowMs);
  const grown = Math.min(connections * windowMsPerConnection, longestWindow * flushWindowMs);
  const window = connections < manyConnections ? flushWindowMs : Math.max(1.5 * flushWindowMs, grown);
  return owesAcks ? Math.min(cost, window) : window;
}
