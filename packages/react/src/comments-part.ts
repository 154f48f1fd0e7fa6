/**
 * The part of a client that goes over HTTP: comments, notifications, files and what is known of users. It is loaded when a component
 * uses it.
 */
import type { ClientComments, CommentsStore } from "@weft/client";
import { useEffect } from "react";
import type { ClientQuery } from "./queries.ts";
import { DeferredQuery } from "./queries.ts";
import type { AnyClient } from "./room.ts";

interface CommentsPart {
  loaded: ClientComments | undefined;
  /** Of this store: another user has another one. */
  store: CommentsStore | undefined;
  readonly queries: Map<string, ClientQuery<unknown>>;
}

const parts = new WeakMap<AnyClient, CommentsPart>();

function partOf(client: AnyClient): CommentsPart {
  let part = parts.get(client);
  if (part === undefined) parts.set(client, (part = { loaded: undefined, store: undefined, queries: new Map() }));
  return part;
}

export async function loadComments(client: AnyClient): Promise<ClientComments> {
  const part = partOf(client);
  return (part.loaded ??= await client.loadComments());
}

/** The same query for the same key. */
export function queryOf<T>(
  client: AnyClient,
  key: string,
  open: (comments: ClientComments) => ClientQuery<T>,
): ClientQuery<T> {
  const part = partOf(client);
  const { queries } = part;
  if (part.loaded !== undefined && part.store !== part.loaded.store) {
    if (part.store !== undefined) queries.clear();
    part.store = part.loaded.store;
  }
  let query = queries.get(key) as ClientQuery<T> | undefined;
  if (query === undefined) {
    query = new DeferredQuery(async () => open(await loadComments(client)));
    queries.set(key, query);
  }
  return query;
}

/** Runs an edit, which is shown at once where the code for it is loaded. Failures are in `client.events.error`. */
export function edit(client: AnyClient, run: (store: CommentsStore) => Promise<unknown>): void {
  const { loaded } = partOf(client);
  if (loaded !== undefined) run(loaded.store).catch(ignore);
  else void loadComments(client).then(({ store }) => run(store).catch(ignore));
}

function ignore(): void {}

/** Loads the code for edits before the user makes one. */
export function usePreload(client: AnyClient): void {
  useEffect(() => {
    // An edit tries again, and says so if it fails.
    loadComments(client).catch(ignore);
  }, [client]);
}

export function peekComments(client: AnyClient): ClientComments | undefined {
  return partOf(client).loaded;
}

/** Calls back when something changes in what the client knows of threads and notifications. */
export function watchComments(client: AnyClient, changed: () => void): () => void {
  const { loaded } = partOf(client);
  if (loaded !== undefined) return loaded.store.subscribe(changed);
  let isOver = false;
  let stop: (() => void) | undefined;
  loadComments(client).then(({ store }) => {
    if (isOver) return;
    stop = store.subscribe(changed);
    changed();
  }, ignore);
  return () => {
    isOver = true;
    stop?.();
  };
}
