import type {
  AddFeedOptions,
  FeedMessageQuery,
  FeedQuery,
  FeedUpdateMetadata,
  JsonObject,
  PagedList,
} from "@weft/client";
import { useCallback } from "react";
import { ListQuery } from "../list-query.ts";
import type { ClientQuery } from "../queries.ts";
import { DeferredQuery } from "@weft/client/framework";
import { useQuery } from "../queries.ts";
import { leaseOf } from "../room-lease.ts";
import type { AnyRoom } from "../room.ts";
import type { HookScope } from "./scope.ts";

export function feedHooks({ suspends, useRoom }: HookScope) {
  const useList = <T>(name: string, query: object, field: string, open: (room: AnyRoom) => Promise<PagedList<T>>) => {
    const room = useRoom();
    const list = queryIn(room, `${name} ${JSON.stringify(query)}`, () => open(room));
    return useQuery(list, field, suspends, (promise) => leaseOf(room)?.holdWhile(promise));
  };
  return {
    useFeeds: (query: FeedQuery = {}) =>
      useList("feeds", query, "feeds", async (room) => (await room.getFeedLists()).feeds(query)),
    useFeedMessages: (feedId: string, query: FeedMessageQuery = {}) =>
      useList(`messages ${feedId}`, query, "messages", async (room) =>
        (await room.getFeedLists()).messages(feedId, query),
      ),
    useCreateFeed() {
      const room = useRoom();
      return useCallback((feedId: string, options?: AddFeedOptions) => room.addFeed(feedId, options), [room]);
    },
    useUpdateFeedMetadata() {
      const room = useRoom();
      return useCallback((feedId: string, metadata: FeedUpdateMetadata) => room.updateFeed(feedId, metadata), [room]);
    },
    useDeleteFeed() {
      const room = useRoom();
      return useCallback((feedId: string) => room.deleteFeed(feedId), [room]);
    },
    useCreateFeedMessage() {
      const room = useRoom();
      return useCallback(
        (feedId: string, data: JsonObject, options?: { readonly id?: string; readonly createdAt?: number }) =>
          room.addFeedMessage(feedId, data, options),
        [room],
      );
    },
    useUpdateFeedMessage() {
      const room = useRoom();
      return useCallback(
        (feedId: string, messageId: string, data: JsonObject, options?: { readonly updatedAt?: number }) =>
          room.updateFeedMessage(feedId, messageId, data, options),
        [room],
      );
    },
    useDeleteFeedMessage() {
      const room = useRoom();
      return useCallback((feedId: string, messageId: string) => room.deleteFeedMessage(feedId, messageId), [room]);
    },
  };
}

const queriesOfRoom = new WeakMap<AnyRoom, Map<string, ClientQuery<unknown>>>();

/** The same query for the same key. Its code is loaded when it is used. */
function queryIn<T>(room: AnyRoom, key: string, open: () => Promise<PagedList<T>>): ClientQuery<readonly T[]> {
  let queries = queriesOfRoom.get(room);
  if (queries === undefined) queriesOfRoom.set(room, (queries = new Map()));
  let query = queries.get(key) as ClientQuery<readonly T[]> | undefined;
  if (query === undefined) {
    query = new DeferredQuery(async () => new ListQuery(await open()));
    queries.set(key, query);
  }
  return query;
}
