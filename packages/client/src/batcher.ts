/** Collects keys for a moment, and asks for all of them in one call. */
import type { Timers } from "./connection/reconnecting-socket.ts";

export interface BatcherOptions<V> {
  /** Answers a value for each key, in their order; an error fails one of them. */
  readonly call: (keys: readonly string[]) => Promise<readonly (V | Error)[]>;
  readonly timers: Timers;
  /** How long the first key waits for others. */
  readonly windowMs?: number;
  readonly most?: number;
}

interface Asked<V> {
  readonly answer: Promise<V>;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

export class Batcher<V> {
  readonly #options: BatcherOptions<V>;
  #waiting = new Map<string, Asked<V>>();
  #timer: { cancel(): void } | undefined;

  constructor(options: BatcherOptions<V>) {
    this.#options = options;
  }

  get(key: string): Promise<V> {
    const before = this.#waiting.get(key);
    if (before !== undefined) return before.answer;
    let settle: Pick<Asked<V>, "resolve" | "reject">;
    const answer = new Promise<V>((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.#waiting.set(key, { answer, ...settle! });
    const { timers, windowMs = 50, most = 50 } = this.#options;
    if (this.#waiting.size >= most) void this.#flush();
    else this.#timer ??= timers.set(windowMs, () => void this.#flush());
    return answer;
  }

  async #flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    const asked = [...this.#waiting];
    this.#waiting = new Map();
    try {
      const values = await this.#options.call(asked.map(([key]) => key));
      if (values.length !== asked.length)
        throw new Error(`There are ${values.length} answers for ${asked.length} questions.`);
      for (const [at, [, { resolve, reject }]] of asked.entries()) {
        const value = values[at]!;
        if (value instanceof Error) reject(value);
        else resolve(value);
      }
    } catch (error) {
      for (const [, { reject }] of asked) reject(error);
    }
  }
}
