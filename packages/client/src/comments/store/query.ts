/** Something of the store as an application watches it: loaded when it is watched, and the same object until it changes. */
import type { Timers } from "../../connection/reconnecting-socket.ts";
import type { Poller } from "./poller.ts";

/** The result of a query: loading, failed or loaded. */
export type QueryResult<T> =
  | { readonly isLoading: true; readonly data?: never; readonly error?: never }
  | { readonly isLoading: false; readonly data?: never; readonly error: Error }
  | QuerySuccess<T>;

/** The result of a query that has been loaded, with the state of its further pages. */
export interface QuerySuccess<T> {
  readonly isLoading: false;
  readonly data: T;
  readonly error?: never;
  /** There is no further page. */
  readonly hasFetchedAll: boolean;
  readonly isFetchingMore: boolean;
  /** Why the last further page has not been loaded. */
  readonly fetchMoreError?: Error;
}

/** A query of the store, with its result as it is now. */
export interface StoreQuery<T> {
  /** The same object until something of it changes. */
  get(): QueryResult<T>;
  /** Loads it, and keeps it up to date until the answered function is called. */
  subscribe(listener: () => void): () => void;
  /** Loads it, if it is not loaded. Resolves when it is; rejects if it cannot be. */
  load(): Promise<void>;
  /** Loads the next page, if there is one. Failures are in the result. */
  fetchMore(): Promise<void>;
  /** Asks what has changed. */
  refresh(): Promise<void>;
}

export interface QueryOptions<T> {
  /** Takes a page into the store, and answers where the next one begins. */
  readonly fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<string | null>;
  /** What is shown. Answers the same object until something of it changes. */
  readonly select: () => T;
  readonly poller: Poller;
  readonly staleAfterMs: number;
  readonly timers: Timers;
  /** Calls back when the store changes. */
  readonly listen: (listener: () => void) => () => void;
  /** The first page again, when the server has not answered. */
  readonly retrying: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

type State =
  | { readonly kind: "idle" | "loading" }
  | { readonly kind: "failed"; readonly error: Error }
  | {
      readonly kind: "loaded";
      readonly cursor: string | null;
      readonly isFetchingMore: boolean;
      readonly fetchMoreError?: Error;
    };

/** After a failure, those who watch try again. */
const tryAgainAfterMs = 5_000;
const loading = { isLoading: true } as const;

export class WatchedQuery<T> implements StoreQuery<T> {
  readonly #options: QueryOptions<T>;
  readonly #abort = new AbortController();
  readonly #listeners = new Set<() => void>();
  #state: State = { kind: "idle" };
  #loading: Promise<void> | undefined;
  #again: { cancel(): void } | undefined;
  #stopListening: (() => void) | undefined;
  #stopPolling: (() => void) | undefined;
  #shown: { readonly state: State; readonly data: T | undefined; readonly result: QueryResult<T> } | undefined;

  constructor(options: QueryOptions<T>) {
    this.#options = options;
  }

  get(): QueryResult<T> {
    const state = this.#state;
    const data = state.kind === "loaded" ? this.#options.select() : undefined;
    if (this.#shown === undefined || this.#shown.state !== state || this.#shown.data !== data)
      this.#shown = { state, data, result: resultOf(state, data) };
    return this.#shown.result;
  }

  subscribe(listener: () => void): () => void {
    // The same function may be subscribed twice.
    const own = () => listener();
    this.#listeners.add(own);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0) this.#end();
    };
  }

  load(): Promise<void> {
    if (this.#state.kind === "loaded") return Promise.resolve();
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async fetchMore(): Promise<void> {
    const state = this.#state;
    if (state.kind !== "loaded" || state.isFetchingMore || state.cursor === null) return;
    const { cursor } = state;
    this.#become({ kind: "loaded", cursor, isFetchingMore: true });
    try {
      const next = await this.#options.fetchPage(cursor, this.#abort.signal);
      this.#become({ kind: "loaded", cursor: next, isFetchingMore: false });
    } catch (error) {
      this.#become({ kind: "loaded", cursor, isFetchingMore: false, fetchMoreError: error as Error });
    }
  }

  async refresh(): Promise<void> {
    if (this.#state.kind === "loaded") await this.#options.poller.pollNow();
    else await this.load();
  }

  stop(): void {
    this.#abort.abort();
    this.#listeners.clear();
    this.#end();
  }

  async #load(): Promise<void> {
    this.#again?.cancel();
    this.#become({ kind: "loading" });
    const { signal } = this.#abort;
    try {
      await this.#options.retrying(async () => {
        const cursor = await this.#options.fetchPage(undefined, signal);
        this.#become({ kind: "loaded", cursor, isFetchingMore: false });
        this.#options.poller.begin();
      }, signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(error as Error);
      throw error;
    }
  }

  #fail(error: Error): void {
    this.#become({ kind: "failed", error });
    this.#again = this.#options.timers.set(tryAgainAfterMs, () => {
      if (this.#listeners.size > 0) this.load().catch(ignore);
      else this.#become({ kind: "idle" });
    });
  }

  #become(state: State): void {
    this.#state = state;
    this.#tell();
  }

  #begin(): void {
    let last = this.get();
    this.#stopListening = this.#options.listen(() => {
      const next = this.get();
      if (next === last) return;
      last = next;
      this.#tell();
    });
    this.#stopPolling = this.#options.poller.use(this.#options.staleAfterMs);
    if (this.#state.kind === "idle") this.load().catch(ignore);
  }

  #end(): void {
    this.#stopListening?.();
    this.#stopPolling?.();
  }

  #tell(): void {
    for (const listener of Array.from(this.#listeners)) listener();
  }
}

function resultOf<T>(state: State, data: T | undefined): QueryResult<T> {
  if (state.kind === "failed") return { isLoading: false, error: state.error };
  if (state.kind !== "loaded") return loading;
  const { cursor, isFetchingMore, fetchMoreError } = state;
  return {
    isLoading: false,
    data: data as T,
    hasFetchedAll: cursor === null,
    isFetchingMore,
    ...(fetchMoreError === undefined ? {} : { fetchMoreError }),
  };
}

/** A selection that stays the same array while its elements do. */
export function stableList<T>(select: () => readonly T[]): () => readonly T[] {
  let last: readonly T[] = [];
  return () => {
    const next = select();
    if (next.length !== last.length || next.some((each, at) => each !== last[at])) last = next;
    return last;
  };
}

/** The failure is in the result. */
function ignore(): void {}
