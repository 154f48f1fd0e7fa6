/** Something that can be listened to. */
export interface Observable<T> {
  /** Answers a function that ends it. */
  subscribe(listener: (value: T) => void): () => void;
  /** The same, for the next value alone. */
  subscribeOnce(listener: (value: T) => void): () => void;
  /** The next value for which the predicate holds. */
  waitUntil(predicate?: (value: T) => boolean): Promise<T>;
}

export class EventSource<T> implements Observable<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Whether there is any use in working a value out. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  subscribe(listener: (value: T) => void): () => void {
    // The same function may be subscribed twice.
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  subscribeOnce(listener: (value: T) => void): () => void {
    const stop = this.subscribe((value) => {
      stop();
      listener(value);
    });
    return stop;
  }

  waitUntil(predicate: (value: T) => boolean = () => true): Promise<T> {
    return new Promise((resolve) => {
      const stop = this.subscribe((value) => {
        if (!predicate(value)) return;
        stop();
        resolve(value);
      });
    });
  }

  notify(value: T): void {
    // Those that are added meanwhile hear the next one.
    for (const listener of Array.from(this.#listeners)) listener(value);
  }
}
