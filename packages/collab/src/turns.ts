/** Work that must not overlap, per key: each piece begins when the one before it has ended, however it ended. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = before ? before.then(work) : work();
    const ended = Promise.allSettled([turn]);
    this.#last.set(key, ended);
    void ended.finally(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    return turn;
  }
}
