import { DeferredQuery } from "./deferred-query.ts";
import type { DeferredSource } from "./deferred-query.ts";
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
export type WatchedSource<T> = DeferredSource<LoadState<T>>;

/** A query whose state has the function that loads its next page. */
export class LazyQuery<T> implements ObservedValue<LoadState<T>> {
  readonly #query: DeferredQuery<LoadState<T>>;
  readonly #fetchMore = () => void this.#query.fetchMore();
  #hasPages = false;
  #shown: { readonly of: LoadState<T>; readonly state: LoadState<T> } | undefined;

  constructor(open: () => Promise<WatchedSource<T>>) {
    this.#query = new DeferredQuery(async () => {
      const source = await open();
      this.#hasPages = source.fetchMore !== undefined;
      return source;
    });
  }

  get(): LoadState<T> {
    const state = this.#query.get();
    if (state.isLoading || state.error !== undefined || !this.#hasPages) return state;
    if (this.#shown?.of !== state)
      this.#shown = { of: state, state: { ...state, fetchMore: this.#fetchMore } as never };
    return this.#shown.state;
  }

  subscribe(changed: () => void): () => void {
    return this.#query.subscribe(changed);
  }
}
