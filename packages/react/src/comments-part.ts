/**
 * The part of a client that goes over HTTP: comments, notifications, files and what is known of users. It is loaded when a component
 * uses it.
 */
import type { ClientComments } from "@weft/client";
import { cachedQuery, DeferredQuery, loadCommentsOnce, loadedComments, preloadComments } from "@weft/client/framework";
import { useEffect } from "react";
import type { ClientQuery } from "./queries.ts";
import type { AnyClient } from "./room.ts";

/** The same query for the same key. */
export function queryOf<T>(
  client: AnyClient,
  key: string,
  open: (comments: ClientComments) => ClientQuery<T>,
): ClientQuery<T> {
  return cachedQuery(client, key, () => new DeferredQuery(async () => open(await loadCommentsOnce(client))));
}

/** Loads the code for edits before the user makes one. */
export function usePreload(client: AnyClient): void {
  useEffect(() => preloadComments(client), [client]);
}

/** Calls back when something changes in what the client knows of threads and notifications. */
export function watchComments(client: AnyClient, changed: () => void): () => void {
  const loaded = loadedComments(client);
  if (loaded !== undefined) return loaded.store.subscribe(changed);
  let isOver = false;
  let stop: (() => void) | undefined;
  loadCommentsOnce(client).then(
    ({ store }) => {
      if (isOver) return;
      stop = store.subscribe(changed);
      changed();
    },
    () => {},
  );
  return () => {
    isOver = true;
    stop?.();
  };
}
