import { randomInt } from "node:crypto";

/** Reproducible randomness: the same seed draws the same values. */
export interface Random {
  readonly seed: number;
  /** From 0, inclusive, to 1, exclusive. */
  fraction(): number;
  /** From `from` to `to`, both inclusive. */
  between(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  /** True `share` of the time. */
  chance(share: number): boolean;
  /** A stream of its own, so that one actor's draws do not depend on when another draws. */
  fork(): Random;
}

/** `WEFT_SEED` replays a run; without it every run is new, and says its seed. */
export function freshRandom(): Random {
  const given = process.env["WEFT_SEED"];
  return random(given === undefined ? randomInt(2 ** 31) : Number(given));
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    seed,
    fraction,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    chance: (share) => fraction() < share,
    fork: () => random(between(0, 2 ** 31)),
  };
}

/** How often a test repeats what it does: `WEFT_RUNS` makes a short form a long one. */
export function times(short: number): number {
  return Math.ceil(short * Number(process.env["WEFT_RUNS"] ?? 1));
}
