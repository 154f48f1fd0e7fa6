import { LiveblocksError } from "@liveblocks/node";
import type { Liveblocks } from "@liveblocks/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { says } from "../support/comment-body.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
let api: Liveblocks;
let roomId: string;
beforeAll(async () => {
  lobby = await openLobby();
  ({ api } = lobby);
  roomId = await lobby.newRoom();
});
afterAll(() => lobby[Symbol.asyncDispose]());

async function failure(call: Promise<unknown>): Promise<LiveblocksError> {
  const outcome = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(outcome).toBeInstanceOf(LiveblocksError);
  return outcome as LiveblocksError;
}

const begin = ({ room = roomId }: { readonly room?: string } = {}) =>
  api.createThread({ roomId: room, data: { comment: { userId: "ada", body: says("first") } } });

describe("subscriptions", () => {
  const subscribers = async (room: string, threadId: string) =>
    (await api.getThreadSubscriptions({ roomId: room, threadId })).data.map(({ userId }) => userId).toSorted();

  test("begin and end by thread", async () => {
    const { id: threadId } = await begin();
    const ids = { roomId, threadId, data: { userId: "bob" } };
    const subscription = await api.subscribeToThread(ids);
    expect(subscription).toEqual({ kind: "thread", subjectId: threadId, createdAt: expect.any(Date) as Date });
    expect(await api.subscribeToThread(ids)).toEqual(subscription);
    expect(await subscribers(roomId, threadId)).toEqual(["ada", "bob"]);
    await api.unsubscribeFromThread(ids);
    await api.unsubscribeFromThread(ids);
    expect(await subscribers(roomId, threadId)).toEqual(["ada"]);
    expect((await failure(api.subscribeToThread({ ...ids, threadId: "th_nothing" }))).status).toBe(404);
    expect((await failure(api.unsubscribeFromThread({ ...ids, threadId: "th_nothing" }))).status).toBe(404);
  });

  test("follow the settings of the room, and whichever was set last", async () => {
    const room = await lobby.newRoom();
    const { id: threadId } = await begin({ room });
    const { id: other } = await begin({ room });
    const user = { roomId: room, userId: "bob" };
    const set = (threads: "all" | "none" | "replies_and_mentions") =>
      api.updateRoomSubscriptionSettings({ ...user, data: { threads } });
    const defaults = { threads: "replies_and_mentions", textMentions: "mine" };
    expect(await api.getRoomSubscriptionSettings(user)).toEqual(defaults);

    expect(await set("all")).toEqual({ threads: "all", textMentions: "mine" });
    expect(await subscribers(room, threadId)).toEqual(["ada", "bob"]);
    await api.unsubscribeFromThread({ roomId: room, threadId, data: { userId: "bob" } });
    expect([await subscribers(room, threadId), await subscribers(room, other)]).toEqual([["ada"], ["ada", "bob"]]);

    const none = { threads: "none", textMentions: "none" } as const;
    expect(await api.updateRoomSubscriptionSettings({ ...user, data: none })).toEqual(none);
    expect(await subscribers(room, other)).toEqual(["ada"]);
    await api.subscribeToThread({ roomId: room, threadId, data: { userId: "bob" } });
    expect([await subscribers(room, threadId), await subscribers(room, other)]).toEqual([["ada", "bob"], ["ada"]]);

    await api.deleteRoomSubscriptionSettings(user);
    expect(await api.getRoomSubscriptionSettings(user)).toEqual(defaults);
    expect((await failure(set("sometimes" as never))).status).toBe(422);
    const nowhere = { ...user, roomId: "nowhere" };
    expect((await failure(api.getRoomSubscriptionSettings(nowhere))).status).toBe(404);
    expect((await failure(api.deleteRoomSubscriptionSettings(nowhere))).status).toBe(404);
    expect((await failure(api.updateRoomSubscriptionSettings({ ...nowhere, data: {} }))).status).toBe(404);
  });

  test("decide with the settings who is notified of a comment", async () => {
    const room = await lobby.newRoom();
    const notified = async (threadId: string): Promise<string[]> => {
      const path = `/v2/rooms/${encodeURIComponent(room)}/threads/${threadId}/inbox-notifications`;
      const headers = { authorization: `Bearer ${lobby.server.secretKey}` };
      const response = await fetch(lobby.server.url + path, { headers });
      return ((await response.json()) as { data: { userId: string }[] }).data.map(({ userId }) => userId);
    };
    const subscribe = (threadId: string) => api.subscribeToThread({ roomId: room, threadId, data: { userId: "bob" } });
    const none = () => api.updateRoomSubscriptionSettings({ roomId: room, userId: "bob", data: { threads: "none" } });
    const reply = (threadId: string) =>
      api.createComment({ roomId: room, threadId, data: { userId: "ada", body: says("again") } });
    const { id: first } = await begin({ room });
    const { id: second } = await begin({ room });
    await subscribe(first);
    await none();
    await subscribe(second);
    await reply(first);
    await reply(second);
    await reply(second);
    expect([await notified(first), await notified(second)]).toEqual([[], ["bob"]]);
  });

  test("are listed by room, in pages", async () => {
    const rooms = await Promise.all(Array.from({ length: 5 }, () => lobby.newRoom()));
    for (const room of rooms)
      await api.updateRoomSubscriptionSettings({ roomId: room, userId: "eve", data: { textMentions: "none" } });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Liveblocks["getUserRoomSubscriptionSettings"]>> =
        await api.getUserRoomSubscriptionSettings({
          userId: "eve",
          limit: 2,
          ...(cursor !== null && { startingAfter: cursor }),
        });
      for (const { roomId: id, ...settings } of page.data) {
        seen.push(id);
        expect(settings).toEqual({ threads: "replies_and_mentions", textMentions: "none" });
      }
      expect(page.data.length).toBeLessThanOrEqual(2);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(rooms.toSorted());
    const none = await api.getUserRoomSubscriptionSettings({ userId: "user without settings" });
    expect(none).toMatchObject({ data: [], nextCursor: null });
  });
});
