/** Work of one key: reads run together, writes run alone. All of it begins in the order in which it was handed over. */
export class KeyedLock {
  readonly #keys = new Map<string, { written: Promise<unknown>; readonly reads: Set<Promise<unknown>> }>();

  read<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { written, reads } = this.#entry(key);
    const running = written.then(work);
    const ended = Promise.allSettled([running]);
    reads.add(ended);
    void ended.then(() => {
      reads.delete(ended);
      this.#forget(key, written);
    });
    return running;
  }

  write<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#entry(key);
    const running = Promise.all([entry.written, ...entry.reads]).then(work);
    const ended = Promise.allSettled([running]);
    this.#keys.set(key, { written: ended, reads: new Set() });
    void ended.then(() => this.#forget(key, ended));
    return running;
  }

  #entry(key: string) {
    let entry = this.#keys.get(key);
    if (entry === undefined) this.#keys.set(key, (entry = { written: Promise.resolve(), reads: new Set() }));
    return entry;
  }

  /** Forgets a key that nothing runs or waits for. `written`: the newest write, as far as the caller knows. */
  #forget(key: string, written: Promise<unknown>): void {
    const entry = this.#keys.get(key);
    if (entry?.written === written && entry.reads.size === 0) this.#keys.delete(key);
  }
}
