// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import {
  LiveblocksProvider,
  RoomProvider,
  useCreateFeed,
  useCreateFeedMessage,
  useDeleteFeed,
  useDeleteFeedMessage,
  useFeedMessages,
  useFeeds,
  useUpdateFeedMessage,
  useUpdateFeedMetadata,
} from "@liveblocks/react";
import { Liveblocks } from "@liveblocks/node";
import type { TestServer } from "@weft/testkit";
import { startServer } from "@weft/testkit";
import { act, cleanup, render } from "@testing-library/react";
import { createElement } from "react";
import type { ReactNode } from "react";
import { WebSocket } from "ws";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterEach(cleanup);
afterAll(() => server[Symbol.asyncDispose]());

/** What a person's component gets from the hooks, as of its last render. */
interface Seen {
  feeds: string[] | undefined;
  messages: unknown[] | undefined;
  /** Loads the next page of messages; undefined when there is none. */
  fetchMore: (() => void) | undefined;
  readonly actions: {
    createFeed: ReturnType<typeof useCreateFeed>;
    updateFeed: ReturnType<typeof useUpdateFeedMetadata>;
    deleteFeed: ReturnType<typeof useDeleteFeed>;
    createMessage: ReturnType<typeof useCreateFeedMessage>;
    updateMessage: ReturnType<typeof useUpdateFeedMessage>;
    deleteMessage: ReturnType<typeof useDeleteFeedMessage>;
  };
}

function Person({ seen }: { readonly seen: { -readonly [K in keyof Seen]: Seen[K] } }): ReactNode {
  const { feeds } = useFeeds();
  seen.feeds = feeds?.map(({ feedId, metadata }) => `${feedId} ${JSON.stringify(metadata)}`);
  const messages = useFeedMessages("news", { limit: 2 });
  seen.messages = messages.messages?.map(({ data }) => data);
  seen.fetchMore = messages.fetchMore && !messages.hasFetchedAll ? () => messages.fetchMore() : undefined;
  seen.actions = {
    createFeed: useCreateFeed(),
    updateFeed: useUpdateFeedMetadata(),
    deleteFeed: useDeleteFeed(),
    createMessage: useCreateFeedMessage(),
    updateMessage: useUpdateFeedMessage(),
    deleteMessage: useDeleteFeedMessage(),
  };
  return null;
}

function enter(id: string): Seen {
  const seen = {} as Seen;
  const connection = { baseUrl: server.url, polyfills: { WebSocket, fetch } };
  render(
    createElement(LiveblocksProvider, {
      publicApiKey: server.publicKey,
      throttle: 16,
      ...(connection as object),
      children: createElement(RoomProvider, { id, children: createElement(Person, { seen }) }),
    }),
  );
  return seen;
}

test("[FE1] [FE7] the hooks show feeds and messages as both clients and the back end change them", async () => {
  const api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
  const [a, b] = [enter("feeds"), enter("feeds")];
  for (const seen of [a, b]) await eventually(() => expect(seen.feeds).toEqual([]));
  await act(() => a.actions.createFeed("news", { metadata: { topic: "all" } }));
  await eventually(() => expect(b.feeds).toEqual(['news {"topic":"all"}']));
  await act(() => b.actions.updateFeed("news", { topic: null, color: "red" }));
  await eventually(() => expect(a.feeds).toEqual(['news {"color":"red"}']));

  await act(() => a.actions.createMessage("news", { n: 1 }, { id: "m1" }));
  await act(() => b.actions.createMessage("news", { n: 2 }));
  await act(async () => void (await api.createFeedMessage({ roomId: "feeds", feedId: "news", data: { n: 3 } })));
  for (const seen of [a, b])
    await eventually(() => {
      expect(seen.messages).toHaveLength(3);
      expect(seen.messages).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }, { n: 3 }]));
    });
  const late = enter("feeds");
  await eventually(() => expect(late.messages).toHaveLength(2));
  await act(async () => late.fetchMore!());
  await eventually(() => expect(late.messages).toHaveLength(3));

  await act(() => b.actions.updateMessage("news", "m1", { n: 4 }));
  for (const seen of [a, late]) await eventually(() => expect(seen.messages).toContainEqual({ n: 4 }));
  await act(() => a.actions.deleteMessage("news", "m1"));
  for (const seen of [b, late]) await eventually(() => expect(seen.messages).not.toContainEqual({ n: 4 }));

  const code = "FEED_ALREADY_EXISTS";
  await act(() => expect(a.actions.createFeed("news")).rejects.toMatchObject({ context: { code } }));
  await act(() => a.actions.deleteFeed("news"));
  for (const seen of [a, b, late]) await eventually(() => expect(seen.feeds).toEqual([]));
});
