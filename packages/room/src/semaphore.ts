/** Bounds how many holders of a permit there are at a time. Callers beyond that wait, first come, first served. */
export class Semaphore {
  readonly #permits: number;
  #held = 0;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** How many permits are held. */
  get held(): number {
    return this.#held;
  }

  /** How many callers wait for a permit. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Returns a permit, which is released when it is disposed of. Rejects with the signal's reason if that aborts first. */
  async acquire(signal?: AbortSignal): Promise<Disposable> {
    signal?.throwIfAborted();
    if (this.#held < this.#permits) this.#held++;
    else await this.#wait(signal);
    return this.#permit();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    };
    const abort = () => {
      this.#waiting.delete(start);
      reject(signal!.reason as Error);
    };
    this.#waiting.add(start);
    signal?.addEventListener("abort", abort, { once: true });
    return promise;
  }

  #permit(): Disposable {
    let released = false;
    return {
      [Symbol.dispose]: () => {
        if (released) return;
        released = true;
        const [next] = this.#waiting;
        if (next === undefined) {
          this.#held--;
          return;
        }
        // The permit passes to the caller that has waited longest.
        this.#waiting.delete(next);
        next();
      },
    };
  }
}
