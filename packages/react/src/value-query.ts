import type { ClientQuery, QueryState } from "./queries.ts";

/** A value that is asked for once, and again when it is used later than `freshForMs` after it arrived. */
export class ValueQuery<T> implements ClientQuery<T> {
  readonly #fetch: () => Promise<T>;
  readonly #freshForMs: number;
  readonly #listeners = new Set<() => void>();
  #state: QueryState<T> = { isLoading: true };
  #loading: Promise<void> | undefined;
  #loadedAt = -Infinity;

  constructor(fetch: () => Promise<T>, freshForMs = Infinity) {
    this.#fetch = fetch;
    this.#freshForMs = freshForMs;
  }

  get(): QueryState<T> {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    void this.load();
    return () => void this.#listeners.delete(own);
  }

  load(): Promise<void> {
    if (performance.now() - this.#loadedAt < this.#freshForMs) return Promise.resolve();
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** A failure is shown until the value is used again. */
  async #load(): Promise<void> {
    try {
      const data = await this.#fetch();
      this.#loadedAt = performance.now();
      this.#set({ isLoading: false, data });
    } catch (error) {
      if (!("data" in this.#state))
        this.#set({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  #set(state: QueryState<T>): void {
    this.#state = state;
    for (const listener of Array.from(this.#listeners)) listener();
  }
}
