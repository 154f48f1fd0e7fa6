import type { Limits } from "@weft/protocol";
import type { FanOut } from "./fan-out.ts";
import type { Links } from "./links.ts";
import type { Clock, Timer } from "./ports.ts";
import type { LiveConnection } from "./connection.ts";

/**
 * Decides when the fan-out is flushed: at once when the room was quiet for a window, else once per window. A flush is one
 * kernel write per connection, so that windows are as long as a flush of the room is worth (`windowOf`).
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
  readonly links: Pick<Links, "send">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "flushWindowMs">;
}

/** How long a message may wait per receiver of its flush. Up to a few receivers, an ack does not wait at all. */
const flushCostMs = 0.1;
const fewConnections = 16;
/** From this many connections on, windows are half as long again, and then grow with the room. */
const manyConnections = 64;
const windowMsPerConnection = 0.05;
/** No window is longer than this many times `flushWindowMs`, which is 50 ms by default. */
const longestWindow = 6.25;

export function createFlushWindow(options: FlushWindowOptions): FlushWindow {
  return new RoomFlushWindow(options);
}

class RoomFlushWindow implements FlushWindow {
  readonly #options: FlushWindowOptions;
  #flushedAt = -Infinity;
  #timer: Timer | undefined;
  #due = 0;

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
    const { fanOut, links, clock } = this.#options;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (fanOut.waiting === 0) return;
    this.#flushedAt = clock.monotonic();
    links.send(fanOut.take());
  }

  end(): void {
    this.#timer?.cancel();
  }

  #opensAt(): number {
    const { fanOut, connections, limits } = this.#options;
    return this.#flushedAt + windowOf(connections.size, fanOut.owesAcks, limits.flushWindowMs);
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
