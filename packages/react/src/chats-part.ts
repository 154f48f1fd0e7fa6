/** The part of a client that is about chats with copilots. It is loaded when a component uses it. */
import type { Chats } from "@weft/client";
import { DeferredQuery } from "@weft/client/framework";
import type { ClientQuery } from "./queries.ts";
import type { AnyClient } from "./room.ts";

interface ChatsPart {
  loaded: Chats | undefined;
  loading: Promise<Chats> | undefined;
  readonly queries: Map<string, ClientQuery<unknown>>;
}

const parts = new WeakMap<AnyClient, ChatsPart>();

function partOf(client: AnyClient): ChatsPart {
  let part = parts.get(client);
  if (part === undefined) parts.set(client, (part = { loaded: undefined, loading: undefined, queries: new Map() }));
  return part;
}

/** One promise for all callers, so that they go on in the order in which they came. */
function loadChats(client: AnyClient): Promise<Chats> {
  const part = partOf(client);
  part.loading ??= client.loadChats().then(
    (chats) => (part.loaded = chats),
    (error: unknown) => {
      part.loading = undefined;
      throw error;
    },
  );
  return part.loading;
}

/** Runs something with the chats, at once where their code is loaded. */
export function withChats<T>(client: AnyClient, run: (chats: Chats) => Promise<T> | T): Promise<T> {
  const { loaded } = partOf(client);
  if (loaded === undefined) return loadChats(client).then(run);
  return new Promise((resolve) => resolve(run(loaded)));
}

/** Undefined until they are loaded. */
export function peekChats(client: AnyClient): Chats | undefined {
  return partOf(client).loaded;
}

/** The same query for the same key. */
export function chatQuery<T>(client: AnyClient, key: string, open: (chats: Chats) => ClientQuery<T>): ClientQuery<T> {
  const { queries } = partOf(client);
  let query = queries.get(key) as ClientQuery<T> | undefined;
  if (query === undefined) {
    query = new DeferredQuery(async () => open(await loadChats(client)));
    queries.set(key, query);
  }
  return query;
}

/** Calls back when `store` of the chats changes, and once they are loaded. */
export function watchChats(
  client: AnyClient,
  watch: (chats: Chats, changed: () => void) => () => void,
  changed: () => void,
): () => void {
  let isOver = false;
  let stop: (() => void) | undefined;
  const begin = (chats: Chats) => {
    if (isOver) return;
    stop = watch(chats, changed);
    changed();
  };
  // Without the code there is nothing to watch. The next component tries again.
  withChats(client, begin).catch(() => {});
  return () => {
    isOver = true;
    stop?.();
  };
}
