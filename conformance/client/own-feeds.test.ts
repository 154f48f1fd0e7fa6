/** Feeds of `@weft/client` and of the official client in one room. */
import { createClient } from "@weft/client";
import type { ListSnapshot } from "@weft/client";
import { openLink } from "@weft/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

async function enter(roomId: string, { url, scopes }: { readonly url?: string; readonly scopes?: string[] } = {}) {
  const client = createClient({
    baseUrl: url ?? lobby.server.url,
    throttle: 16,
    ...(scopes === undefined
      ? { publicApiKey: lobby.server.publicKey }
      : { authEndpoint: async () => ({ token: await lobby.accessToken("ada", { "*": scopes }) }) }),
  });
  const { room, leave } = client.enterRoom(roomId);
  leaves.push(leave);
  const errors: unknown[] = [];
  client.events.error.subscribe(({ context }) => errors.push(context));
  await eventually(() => expect(room.getStatus()).toBe("connected"));
  return { room, errors };
}

const itemsOf = <T>(snapshot: ListSnapshot<T>): readonly T[] => ("items" in snapshot ? snapshot.items : []);

test("both families change feeds, and see each other's changes in the same order", async () => {
  const roomId = await lobby.newRoom();
  const { room } = await enter(roomId);
  const official = lobby.enter(roomId);
  await eventually(() => expect(official.room.getStatus()).toBe("connected"));
  const heard: number[][] = [[], []];
  room.events.feeds.subscribe(({ type }) => heard[0]!.push(type));
  official.room.events.feeds.subscribe(({ type }) => heard[1]!.push(type));
  await room.addFeed("news", { metadata: { topic: "all", tags: ["x"] }, createdAt: 5 });
  await official.room.updateFeed("news", { topic: null, color: "red" });
  await official.room.addFeedMessage("news", { text: "hello" }, { id: "m1", createdAt: 7 });
  await room.addFeedMessage("news", { text: "world" });
  await room.updateFeedMessage("news", "m1", { text: "hi" }, { updatedAt: 9 });
  expect((await room.fetchFeeds()).feeds).toEqual([
    { feedId: "news", metadata: { tags: ["x"], color: "red" }, createdAt: 5, updatedAt: expect.any(Number) },
  ]);
  const page = await room.fetchFeedMessages("news");
  expect(page).toEqual(await official.room.fetchFeedMessages("news"));
  expect(page.messages.map(({ data }) => data)).toEqual([{ text: "world" }, { text: "hi" }]);
  await room.deleteFeedMessage("news", "m1");
  await official.room.deleteFeed("news");
  const changes = [501, 502, 505, 505, 506, 507, 503];
  await eventually(() => {
    for (const types of heard) expect(types.filter((type) => changes.includes(type))).toEqual(changes);
  });
});

test("failures have the server's code, and are told by the client", async () => {
  const roomId = await lobby.newRoom();
  const { room, errors } = await enter(roomId);
  await room.addFeed("f");
  await expect(room.addFeed("f")).rejects.toMatchObject({ code: "FEED_ALREADY_EXISTS" });
  await expect(room.updateFeed("x", {})).rejects.toMatchObject({ code: "FEED_NOT_FOUND" });
  await expect(room.updateFeedMessage("f", "x", {})).rejects.toMatchObject({ code: "FEED_MESSAGE_NOT_FOUND" });
  expect(errors).toMatchObject([
    { type: "FEED_REQUEST_ERROR", roomId, code: "FEED_ALREADY_EXISTS" },
    { code: "FEED_NOT_FOUND" },
    { code: "FEED_MESSAGE_NOT_FOUND" },
  ]);
  const reader = await enter(roomId, { scopes: ["*:write", "feeds:read"] });
  expect((await reader.room.fetchFeeds()).feeds).toHaveLength(1);
  await expect(reader.room.deleteFeed("f")).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("lists follow what others do, page by page, and after a cut", async () => {
  const roomId = await lobby.newRoom();
  await using link = await openLink(lobby.server.port);
  const { room } = await enter(roomId, { url: link.url });
  const official = lobby.enter(roomId);
  await eventually(() => expect(official.room.getStatus()).toBe("connected"));
  for (let n = 1; n <= 5; n++) {
    await official.room.addFeed(`f${n}`, { metadata: { parity: n % 2 === 0 ? "even" : "odd" }, createdAt: n });
    await official.room.addFeedMessage("f1", { n }, { id: `m${n}`, createdAt: n });
  }
  const lists = await room.getFeedLists();
  const [odd, messages] = [lists.feeds({ metadata: { parity: "odd" } }), lists.messages("f1", { limit: 2 })];
  for (const list of [odd, messages]) leaves.push(list.subscribe(() => {}));
  const shown = () => ({
    odd: itemsOf(odd.getSnapshot())
      .map(({ feedId }) => feedId)
      .join(" "),
    messages: itemsOf(messages.getSnapshot())
      .map(({ id }) => id)
      .join(" "),
  });
  await eventually(() => expect(shown()).toEqual({ odd: "f5 f3 f1", messages: "m5 m4" }));
  await messages.fetchMore();
  expect(shown().messages).toBe("m5 m4 m3 m2");
  await official.room.updateFeed("f2", { parity: "odd" });
  await official.room.deleteFeed("f3");
  await official.room.addFeedMessage("f1", {}, { id: "m6", createdAt: 6 });
  await eventually(() => expect(shown()).toEqual({ odd: "f5 f2 f1", messages: "m6 m5 m4 m3 m2" }));

  link.down();
  await eventually(() => expect(room.getStatus()).not.toBe("connected"));
  await official.room.deleteFeedMessage("f1", "m5");
  await official.room.addFeedMessage("f1", {}, { id: "m7", createdAt: 7 });
  await official.room.addFeed("f7", { metadata: { parity: "odd" }, createdAt: 7 });
  link.up();
  await eventually(() => expect(shown()).toEqual({ odd: "f7 f5 f2 f1", messages: "m7 m6 m4 m3" }));
  await messages.fetchMore();
  expect(shown().messages).toBe("m7 m6 m4 m3 m2 m1");
  expect(messages.getSnapshot()).toMatchObject({ hasFetchedAll: true });
});
