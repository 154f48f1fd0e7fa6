import type { Stepwise } from "@weft/crdt";
import type { Limits } from "@weft/protocol";
import type { Clock } from "./ports.ts";

/** Runs steps for this long, and at least one. Returns the result of the last one. */
export function doSlice<T>(work: Stepwise<T>, clock: Clock, sliceMs: number): IteratorResult<undefined, T> {
  const until = clock.monotonic() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || clock.monotonic() >= until) return step;
  }
}

/** Runs all steps, slice by slice. */
export async function doInSlices<T>(work: Stepwise<T>, clock: Clock, sliceMs: number): Promise<T> {
  for (;;) {
    const { done, value } = doSlice(work, clock, sliceMs);
    if (done === true) return value;
    await clock.yieldToEventLoop();
  }
}

/** How often something that is spread over time goes on, in milliseconds. */
const spreadTickMs = 50;

/**
 * Does something with each item, spread over `drainMs`, or less for few: clients reconnect without jitter, and would all
 * return at once.
 */
export async function spreadOverDrain<T>(
  items: readonly T[],
  each: (item: T) => void,
  clock: Clock,
  { drainMs, drainPerSecond }: Pick<Limits, "drainMs" | "drainPerSecond">,
): Promise<void> {
  const perSecond = Math.max(drainPerSecond, (items.length * 1_000) / drainMs);
  const perTick = Math.max(1, Math.ceil((perSecond * spreadTickMs) / 1_000));
  for (let at = 0; at < items.length; at += perTick) {
    for (const item of items.slice(at, at + perTick)) each(item);
    if (at + perTick < items.length) await new Promise<void>((resolve) => clock.setTimer(spreadTickMs, resolve));
  }
}

const pieceLength = 64 * 1_024;
/** Texts per step. A node has at most 128 kB, so even the largest take a few milliseconds. */
const textsPerStep = 64;

/**
 * Joins texts into UTF-8 pieces of about 64 KiB, for `doInSlices`. Throws the signal's reason once it is aborted.
 */
export function* encodeTexts(texts: Iterable<string>, signal?: AbortSignal): Stepwise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let piece = "";
  let count = 0;
  signal?.throwIfAborted();
  for (const text of texts) {
    piece += text;
    if (piece.length >= pieceLength) {
      pieces.push(Buffer.from(piece));
      piece = "";
    }
    if (++count % textsPerStep !== 0) continue;
    yield;
    signal?.throwIfAborted();
  }
  if (piece !== "") pieces.push(Buffer.from(piece));
  return pieces;
}

/** A budget that refills: a burst at once, then a rate per second. It may go into debt. */
export interface Allowance {
  left(now: number): number;
  take(amount: number): void;
}

export function createAllowance(perSecond: number, burst: number): Allowance {
  return new RefillingAllowance(perSecond, burst);
}

/** A class, since each connection has one. */
class RefillingAllowance implements Allowance {
  readonly #perSecond: number;
  readonly #burst: number;
  #level: number;
  #at = -Infinity;

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#level = burst;
  }

  left(now: number): number {
    this.#level = Math.min(this.#burst, this.#level + ((now - this.#at) * this.#perSecond) / 1_000);
    this.#at = now;
    return Math.max(0, this.#level);
  }

  take(amount: number): void {
    this.#level -= amount;
  }
}
