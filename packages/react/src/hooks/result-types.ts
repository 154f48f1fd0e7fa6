/**
 * What hooks answer about data that is loaded from the server. Results are unions: `isLoading`, then `error`, tell them apart. Hooks
 * that suspend (`Suspends`) answer what is loaded, and throw errors.
 */

type Absent<Names extends string> = { readonly [K in Names]?: never };
type Only<T> = { readonly [K in keyof T]: T[K] };

export type LoadingResult<F extends string> = Only<{ readonly isLoading: true; readonly error?: never } & Absent<F>>;
export type FailedResult<F extends string> = Only<{ readonly isLoading: false; readonly error: Error } & Absent<F>>;
export type LoadedResult<T, F extends string> = Only<
  { readonly isLoading: false; readonly error?: never } & { readonly [K in F]: T }
>;
/** Data that is loaded as a whole, under the name `F`. */
export type LoadableResult<T, F extends string> = LoadingResult<F> | FailedResult<F> | LoadedResult<T, F>;

export interface PageState {
  /** There is no further page. */
  readonly hasFetchedAll: boolean;
  readonly isFetchingMore: boolean;
  /** Loads the next page, if there is one. */
  readonly fetchMore: () => void;
  /** Why the next page could not be loaded. */
  readonly fetchMoreError?: Error;
}
export type LoadedPages<T, F extends string> = Only<LoadedResult<T, F> & PageState>;
/** A list that is loaded page by page, under the name `F`. */
export type PagedResult<T, F extends string> =
  | LoadingResult<F | keyof PageState>
  | FailedResult<F | keyof PageState>
  | LoadedPages<T, F>;

export type QueryResultOf<Suspends extends boolean, T, F extends string> = Suspends extends true
  ? LoadedResult<T, F>
  : LoadableResult<T, F>;
export type PagesOf<Suspends extends boolean, T, F extends string> = Suspends extends true
  ? LoadedPages<readonly T[], F>
  : PagedResult<readonly T[], F>;
