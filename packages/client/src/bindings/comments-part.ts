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

/** Once for each client. */
export async function loadCommentsOnce(client: CommentingClient): Promise<ClientComments> {
  const part = partOf(client);
  return (part.loaded ??= await client.loadComments());
}

/** Loads the code for edits before the user makes one. An edit tries again, and says so if it fails. */
export function preloadComments(client: CommentingClient): void {
  loadCommentsOnce(client).catch(ignore);
}

/** Undefined until they are loaded. */
export function loadedComments(client: CommentingClient): ClientComments | undefined {
  return partOf(client).loaded;
}

/** Runs an edit, which is shown at once where the code for it is loaded. Failures are in `client.events.error`. */
export function editComments(client: CommentingClient, run: (store: CommentsStore) => Promise<unknown>): void {
  const { loaded } = partOf(client);
  if (loaded !== undefined) run(loaded.store).catch(ignore);
  else void loadCommentsOnce(client).then(({ store }) => run(store).catch(ignore));
}

/** The same query for the same key. Keys of one binding say whose they are, as each has queries of its own kind. */
export function cachedQuery<Q>(client: CommentingClient, key: string, create: () => Q): Q {
  const part = partOf(client);
  const { queries, loaded } = part;
  if (loaded !== undefined && part.store !== loaded.store) {
    if (part.store !== undefined) queries.clear();
    part.store = loaded.store;
  }
  let query = queries.get(key) as Q | undefined;
  if (query === undefined) queries.set(key, (query = create()));
  return query;
}

/** A query for user interfaces other than React's. */
export function queryOf<T>(
  client: CommentingClient,
  key: string,
  open: (comments: ClientComments) => WatchedSource<T>,
): LazyQuery<T> {
  return cachedQuery(client, `lazy ${key}`, () => new LazyQuery(async () => open(await loadCommentsOnce(client))));
}

function ignore(): void {}
