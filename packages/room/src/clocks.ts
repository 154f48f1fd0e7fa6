/**
 * A set of op clocks as ascending, disjoint, inclusive intervals, flattened: [from, to, from, to, …]. SDK clients
 * number their ops upward, so the set of one connection is nearly always a single interval.
 */
export interface Clocks {
  has(clock: number): boolean;
  /** False when the clock is already in the set. */
  add(clock: number): boolean;
  readonly intervals: readonly number[];
}

export function createClocks(intervals: readonly number[] = []): Clocks {
  return new IntervalSet([...intervals]);
}

class IntervalSet implements Clocks {
  readonly #ends: number[];

  constructor(ends: number[]) {
    this.#ends = ends;
  }

  get intervals(): readonly number[] {
    return this.#ends;
  }

  has(clock: number): boolean {
    const at = this.#after(clock);
    return at > 0 && this.#ends[at * 2 - 1]! >= clock;
  }

  add(clock: number): boolean {
    const ends = this.#ends;
    const at = this.#after(clock);
    if (at > 0 && ends[at * 2 - 1]! >= clock) return false;
    const touchesLeft = at > 0 && ends[at * 2 - 1] === clock - 1;
    const touchesRight = at * 2 < ends.length && ends[at * 2] === clock + 1;
    if (touchesLeft && touchesRight) ends.splice(at * 2 - 1, 2);
    else if (touchesLeft) ends[at * 2 - 1] = clock;
    else if (touchesRight) ends[at * 2] = clock;
    else ends.splice(at * 2, 0, clock, clock);
    return true;
  }

  /** Count of intervals that begin at or before the clock. */
  #after(clock: number): number {
    const ends = this.#ends;
    let low = 0;
    let high = ends.length / 2;
    // Nearly every question is about the newest interval.
    if (high > 0 && ends[(high - 1) * 2]! <= clock) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle * 2]! <= clock) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** An op id as the SDK makes it, `<actor>:<clock>`, or undefined for any other string. */
export function parseOpId(opId: string): { readonly actor: number; readonly clock: number } | undefined {
  const colon = opId.indexOf(":");
  if (colon <= 0 || colon === opId.length - 1) return undefined;
  const actor = digits(opId, 0, colon);
  const clock = digits(opId, colon + 1, opId.length);
  return actor < 0 || clock < 0 ? undefined : { actor, clock };
}

/** A run of at most 15 decimal digits as a number, else -1. */
function digits(text: string, from: number, to: number): number {
  if (to - from > 15) return -1;
  let value = 0;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
