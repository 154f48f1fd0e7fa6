/** The part of a client that goes over HTTP: comments, notifications and what is known of users. It is loaded when it is used. */
import type { Client } from "../client.ts";
import type { UserMeta } from "../app-types.ts";
import type { ClientComments } from "../comments/client-comments.ts";
import type { CommentsStore } from "../comments/store/comments-store.ts";
import { LazyQuery } from "./lazy-query.ts";
import type { WatchedSource } from "./lazy-query.ts";

export type CommentingClient = Pick<Client<UserMeta>, "loadComments">;

interface Part {
  loaded: ClientComments | undefined;
  /** Of this store: another user has another one. */
  store: CommentsStore | undefined;
  readonly queries: Map<string, unknown>;
}

const parts = new WeakMap<object, Part>();

function partOf(client: CommentingClient): Part {
  let part = parts.get(client);
  if (part === undefined) parts.set(client, (part = { loaded: undefined, store: undefined, queries: new Map() }));
  return part;
}

async function loadComments(client: CommentingClient): Promise<ClientComments> {
  const part = partOf(client);
  return (part.loaded ??= await client.loadComments());
}

/** Loads the code for edits before the user makes one. An edit tries again, and says so if it fails. */
export function preloadComments(client: CommentingClient): void {
  loadComments(client).catch(ignore);
}

export function userIdOf(client: CommentingClient): string | undefined {
  return partOf(client).loaded?.store.userId;
}

/** Runs an edit, which is shown at once where the code for it is loaded. Failures are in `client.events.error`. */
export function editComments(client: CommentingClient, run: (store: CommentsStore) => Promise<unknown>): void {
  const { loaded } = partOf(client);
  if (loaded !== undefined) run(loaded.store).catch(ignore);
  else void loadComments(client).then(({ store }) => run(store).catch(ignore));
}

/** The same query for the same key. */
export function queryOf<T>(
  client: CommentingClient,
  key: string,
  open: (comments: ClientComments) => WatchedSource<T>,
): LazyQuery<T> {
  const part = partOf(client);
  const { queries, loaded } = part;
  if (loaded !== undefined && part.store !== loaded.store) {
    if (part.store !== undefined) queries.clear();
    part.store = loaded.store;
  }
  let query = queries.get(key) as LazyQuery<T> | undefined;
  if (query === undefined) {
    query = new LazyQuery(async () => open(await loadComments(client)));
    queries.set(key, query);
  }
  return query;
}

function ignore(): void {}
