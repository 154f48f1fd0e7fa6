/** Runs work of the same key one at a time, in order: each piece begins when the one before it has ended, however it ended. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const running = before ? before.then(work) : work();
    const ended = Promise.allSettled([running]);
    this.#last.set(key, ended);
    void ended.finally(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    return running;
  }
}
