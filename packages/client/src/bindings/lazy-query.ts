import type { ObservedValue } from "./observed-value.ts";

/** What is shown of data that is loaded: `isLoading`, then `error`, tell the states apart. */
export type LoadState<T> =
  | { readonly isLoading: true; readonly data?: undefined; readonly error?: undefined }
  | { readonly isLoading: false; readonly data?: undefined; readonly error: Error }
  | { readonly isLoading: false; readonly data: T; readonly error?: undefined };

/** What is shown of a list that is loaded page by page. */
export type PagedState<T> =
  | Exclude<LoadState<readonly T[]>, { readonly data: readonly T[] }>
  | {
      readonly isLoading: false;
      readonly data: readonly T[];
      readonly error?: undefined;
      /** There is no further page. */
      readonly hasFetchedAll: boolean;
      readonly isFetchingMore: boolean;
      /** Why the next page could not be loaded. */
      readonly fetchMoreError?: Error;
      /** Loads the next page, if there is one. */
      readonly fetchMore: () => void;
    };

/** What a query shows, once the part of the client that has it is loaded. */
export interface WatchedSource<T> {
  get(): LoadState<T>;
  /** Loads it, and keeps it up to date until the answered function is called. */
  subscribe(listener: () => void): () => void;
  fetchMore?(): Promise<unknown>;
}

const loading = { isLoading: true } as const;

/** A query of a part of the client that is loaded with the first subscription. */
export class LazyQuery<T> implements ObservedValue<LoadState<T>> {
  readonly #open: () => Promise<WatchedSource<T>>;
  readonly #fetchMore = () => void this.#source?.fetchMore?.();
  #opening: Promise<WatchedSource<T>> | undefined;
  #source: WatchedSource<T> | undefined;
  #failure: LoadState<T> | undefined;
  #shown: { readonly of: LoadState<T>; readonly state: LoadState<T> } | undefined;

  constructor(open: () => Promise<WatchedSource<T>>) {
    this.#open = open;
  }

  get(): LoadState<T> {
    const state = this.#failure ?? this.#source?.get() ?? loading;
    if (state.isLoading || state.error !== undefined || this.#source?.fetchMore === undefined) return state;
    if (this.#shown?.of !== state)
      this.#shown = { of: state, state: { ...state, fetchMore: this.#fetchMore } as never };
    return this.#shown.state;
  }

  subscribe(changed: () => void): () => void {
    if (this.#source !== undefined) return this.#source.subscribe(changed);
    let isOver = false;
    let stop: (() => void) | undefined;
    void this.#opened().then((source) => {
      if (isOver) return;
      stop = source?.subscribe(changed);
      changed();
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }

  /** Undefined if it could not be loaded, such as from a page of an older release. The next subscription tries again. */
  async #opened(): Promise<WatchedSource<T> | undefined> {
    try {
      this.#opening ??= this.#open();
      this.#source = await this.#opening;
      this.#failure = undefined;
    } catch (error) {
      this.#opening = undefined;
      this.#failure = { isLoading: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
    return this.#source;
  }
}
