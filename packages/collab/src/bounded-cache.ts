/** A map that forgets what was not used for longest. Every cache of this package is one, so that none grows with abuse. */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;
  readonly #dropped: ((value: V, key: K) => void) | undefined;

  /** @param dropped Receives values that are no longer kept; of one that is replaced, before the new one is kept. */
  constructor(capacity: number, dropped?: (value: V, key: K) => void) {
    this.#capacity = capacity;
    this.#dropped = dropped;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map iterates in order of insertion: to re-insert is to become the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#dropped?.(value, key);
  }

  deleteWhere(predicate: (value: V, key: K) => boolean): void {
    for (const [key, value] of this.#entries) if (predicate(value, key)) this.delete(key);
  }
}
