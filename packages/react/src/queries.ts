/** Lists and values that the client loads and keeps up to date, as results that components show. */
import { useMemo, useSyncExternalStore } from "react";
import { isServer } from "@weft/client/framework";

export type QueryState<T> =
  | { readonly isLoading: true }
  | { readonly isLoading: false; readonly error: Error }
  | {
      readonly isLoading: false;
      readonly error?: undefined;
      readonly data: T;
      readonly hasFetchedAll?: boolean;
      readonly isFetchingMore?: boolean;
      readonly fetchMoreError?: Error;
    };

export interface ClientQuery<T> {
  /** The same object until something of it changes. */
  get(): QueryState<T>;
  /** Loads it, and keeps it up to date until the answered function is called. */
  subscribe(listener: () => void): () => void;
  /** Settles when it has been loaded, or could not be. */
  load(): Promise<unknown>;
  /** Loads the next page. Lists alone have pages. */
  fetchMore?(): Promise<unknown>;
}

const loading = { isLoading: true } as const;
/** Of each query the latest. */
const shapes = new WeakMap<object, { readonly state: object; readonly shape: object }>();
/** What suspended components wait for. */
const pending = new WeakMap<object, Promise<unknown>>();
/** What components have failed with. */
const thrown = new WeakSet<Error>();
const nextPages = new WeakMap<object, () => void>();

/**
 * What a query knows, with its data under the name of `field`.
 *
 * @param holding is given what a suspended component waits for, before the component is mounted.
 * @throws a promise, as Suspense takes it, or the error, if `suspends`.
 */
export function useQuery<T>(
  query: ClientQuery<T>,
  field: string,
  suspends: boolean,
  holding?: (promise: Promise<unknown>) => void,
): object {
  const [subscribe, read] = useMemo(
    () => [(changed: () => void) => query.subscribe(changed), () => query.get()] as const,
    [query],
  );
  const state = useSyncExternalStore<QueryState<T>>(subscribe, read, () => loading);
  if (!suspends || "data" in state) return shapeOf(query, state, field);
  if (!state.isLoading && !pending.has(query)) {
    // React renders once more, in this task, before it gives up. Later renders try again.
    if (!thrown.delete(state.error)) {
      setTimeout(() => thrown.add(state.error), 0);
      throw state.error;
    }
  }
  if (isServer())
    throw new Error(
      "Servers do not load this, so the hook cannot suspend on them. Put a ClientSideSuspense around the component.",
    );
  let promise = pending.get(query);
  if (promise === undefined) {
    // Whether it has failed is looked at when the component is rendered again.
    promise = query
      .load()
      .catch(() => {})
      .finally(() => pending.delete(query));
    pending.set(query, promise);
    holding?.(promise);
  }
  // React takes promises that are thrown.
  // oxlint-disable-next-line typescript/only-throw-error
  throw promise;
}

/** The same object for the same state. */
function shapeOf<T>(query: ClientQuery<T>, state: QueryState<T>, field: string): object {
  if (!("data" in state)) return state;
  const known = shapes.get(query);
  if (known?.state === state) return known.shape;
  const { data, ...rest } = state;
  const shape = { ...rest, [field]: data, ...(query.fetchMore === undefined ? {} : { fetchMore: nextPageOf(query) }) };
  shapes.set(query, { state, shape });
  return shape;
}

function nextPageOf(query: ClientQuery<unknown>): () => void {
  let next = nextPages.get(query);
  if (next === undefined) {
    // Failures are in the state.
    next = () => void query.fetchMore?.();
    nextPages.set(query, next);
  }
  return next;
}
