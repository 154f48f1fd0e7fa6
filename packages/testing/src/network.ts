/** The way between one client and the server: how long it takes, and whether anything gets through. */
import type { TestClock } from "./test-clock.ts";

/** How long a message takes in each direction, in milliseconds: a time, or the least and the most. */
export interface NetworkOptions {
  /** How long a frame is on its way in one direction, in milliseconds: always the same, or at random between two. */
  readonly latency?: number | readonly [least: number, most: number];
}

/** The network between one client and the server. What it delays or drops is up to the test. */
export class Network {
  readonly #clock: TestClock;
  readonly #random: () => number;
  #latency: readonly [number, number] = [0, 0];
  #isCut = false;
  #isSilent = false;
  /** What was on its way when packets began to vanish. */
  #held: (() => void)[] = [];
  readonly #connections = new Set<() => void>();
  /** Frames that have arrived, in both directions. */
  delivered = 0;

  constructor(clock: TestClock, random: () => number, options: NetworkOptions) {
    this.#clock = clock;
    this.#random = random;
    this.setLatency(options.latency ?? 0);
  }

  /** In milliseconds, in one direction. */
  setLatency(latency: number | readonly [least: number, most: number]): void {
    this.#latency = typeof latency === "number" ? [latency, latency] : latency;
  }

  /** Whether connections can be opened. */
  get isUp(): boolean {
    return !this.#isCut;
  }

  /** Closes all connections of the client, and lets it open none until `restore`. Both sides notice at once. */
  cut(): void {
    this.#isCut = true;
    this.#held = [];
    for (const end of Array.from(this.#connections)) end();
  }

  /** Packets vanish in both directions from now on, and neither side notices until it waits for an answer. */
  partition(): void {
    this.#isSilent = true;
  }

  /** Heals the network. After a partition, what was sent meanwhile arrives late, as TCP sends it again. */
  restore(): void {
    this.#isCut = false;
    this.#isSilent = false;
    for (const deliver of this.#held.splice(0)) deliver();
  }

  /** Closes the connections that there are; the client may open others. */
  drop(): void {
    for (const end of Array.from(this.#connections)) end();
  }

  /** A connection through this network. `ended`: it was cut. */
  connect(ended: () => void): { end(): void } {
    this.#connections.add(ended);
    return { end: () => void this.#connections.delete(ended) };
  }

  /** One direction of a connection: what is sent arrives later, in the same order. */
  direction(): (deliver: () => void) => void {
    let lastAt = 0;
    return (deliver) => {
      const [least, most] = this.#latency;
      const at = Math.max(lastAt, this.#clock.monotonic() + least + this.#random() * (most - least));
      lastAt = at;
      this.#clock.setTimer(at - this.#clock.monotonic(), () => {
        const arrive = () => {
          this.delivered++;
          deliver();
        };
        if (this.#isSilent) this.#held.push(arrive);
        else arrive();
      });
    };
  }
}
