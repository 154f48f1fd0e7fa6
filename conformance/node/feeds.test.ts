import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby, received } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const fails = (status: number, message: string) => expect.objectContaining({ status, message });

describe("feeds through @liveblocks/node", () => {
  test("[FE5] [FE8] a feed is created at a chosen time, changed by merging, listed and deleted", async () => {
    const { api } = lobby;
    const roomId = await lobby.newRoom();
    const feedId = "a/b c?é";
    const created = await api.createFeed({ roomId, feedId, metadata: { topic: "a", tags: ["x", "y"] }, createdAt: 5 });
    expect(created).toEqual({ feedId, metadata: { topic: "a", tags: ["x", "y"] }, createdAt: 5, updatedAt: 5 });
    const updated = await api.updateFeed({ roomId, feedId, metadata: { topic: null, color: "red" } });
    expect(updated).toMatchObject({ feedId, metadata: { tags: ["x", "y"], color: "red" }, createdAt: 5 });
    expect(updated.metadata).not.toHaveProperty("topic");
    expect(updated.updatedAt).toBeGreaterThan(5);
    expect(await api.getFeed({ roomId, feedId })).toEqual(updated);
    const later = await api.createFeed({ roomId, feedId: "later" });
    expect(later.metadata).toEqual({});
    expect((await api.getFeeds({ roomId })).data).toEqual([later, updated]);
    await api.deleteFeed({ roomId, feedId });
    expect((await api.getFeeds({ roomId })).data).toEqual([later]);
    await expect(api.getFeed({ roomId, feedId })).rejects.toEqual(fails(404, "Feed not found."));
  });

  test("[FE3] [FE5] messages are listed oldest first; a stale update is ignored; an id is used once", async () => {
    const { api } = lobby;
    const roomId = await lobby.newRoom();
    await api.createFeed({ roomId, feedId: "f" });
    const second = await api.createFeedMessage({ roomId, feedId: "f", id: "m/2", data: { n: 2 }, createdAt: 20 });
    const first = await api.createFeedMessage({ roomId, feedId: "f", id: "m/1", data: { n: 1 }, createdAt: 10 });
    expect(first).toEqual({ id: "m/1", data: { n: 1 }, createdAt: 10, updatedAt: 10 });
    const third = await api.createFeedMessage({ roomId, feedId: "f", data: { n: 3 } });
    expect(third.id).toMatch(/^[\w-]{21}$/);
    expect((await api.getFeedMessages({ roomId, feedId: "f" })).data).toEqual([first, second, third]);

    const message = { roomId, feedId: "f", messageId: "m/1" };
    const updated = await api.updateFeedMessage({ ...message, data: { other: 1 }, updatedAt: 30 });
    expect(updated).toEqual({ id: "m/1", data: { other: 1 }, createdAt: 10, updatedAt: 30 });
    expect(await api.updateFeedMessage({ ...message, data: { stale: 1 }, updatedAt: 29 })).toEqual(updated);

    const again = { roomId, feedId: "f", id: "m/1", data: { n: 9 } };
    await expect(api.createFeedMessage(again)).rejects.toMatchObject({ status: 409 });
    await expect(api.createFeed({ roomId, feedId: "f" })).rejects.toMatchObject({ status: 409 });
    await api.deleteFeedMessage(message);
    expect((await api.getFeedMessages({ roomId, feedId: "f" })).data).toEqual([second, third]);
    const missing = fails(404, "Feed message not found.");
    await expect(api.deleteFeedMessage(message)).rejects.toEqual(missing);
    await expect(api.updateFeedMessage({ ...message, data: {} })).rejects.toEqual(missing);
    await expect(api.getFeedMessages({ roomId, feedId: "x" })).rejects.toEqual(fails(404, "Feed not found."));
    await expect(api.getFeeds({ roomId: "nowhere" })).rejects.toEqual(fails(404, "Room not found."));
  });

  test("[FE4] pages are followed by cursors, and can start after a given time", async () => {
    const roomId = await lobby.newRoom();
    const feeds = `/v2/rooms/${encodeURIComponent(roomId)}/feeds`;
    const get = async (path: string) => {
      const headers = { Authorization: `Bearer ${lobby.server.secretKey}` };
      const response = await fetch(lobby.server.url + path, { headers });
      return { status: response.status, ...((await response.json()) as { data: never[]; nextCursor: string | null }) };
    };
    for (let n = 1; n <= 5; n++) {
      await lobby.api.createFeed({ roomId, feedId: `f${n}`, createdAt: n });
      await lobby.api.createFeedMessage({ roomId, feedId: "f1", id: `m${n}`, data: {}, createdAt: n });
    }
    const follow = async (path: string, key: string) => {
      const ids: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await get(`${path}?limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
        ids.push(...page.data.map((item) => item[key]));
        cursor = page.nextCursor;
      }
      return ids.join(" ");
    };
    expect(await follow(feeds, "feedId")).toBe("f5 f4 f3 f2 f1");
    expect(await follow(`${feeds}/f1/messages`, "id")).toBe("m1 m2 m3 m4 m5");
    expect((await get(`${feeds}?since=3`)).data.map(({ feedId }) => feedId)).toEqual(["f5", "f4"]);
    expect((await get(`${feeds}/f1/messages?since=3`)).data.map(({ id }) => id)).toEqual(["m4", "m5"]);
    const { nextCursor } = await get(`${feeds}?limit=2`);
    for (const wrong of ["limit=0", "since=x", "cursor=x", `cursor=${nextCursor}x`])
      expect((await get(`${feeds}?${wrong}`)).status).toBe(422);
    expect((await get(`${feeds}/f1/messages?cursor=${nextCursor}`)).status).toBe(422);
  });

  test("[FE1] clients in the room are sent every change that the back end makes", async () => {
    const { api } = lobby;
    const roomId = await lobby.newRoom();
    const visit = lobby.enter(roomId);
    await eventually(() => expect(visit.room.getStatus()).toBe("connected"));
    const feed = await api.createFeed({ roomId, feedId: "f", createdAt: 1 });
    const changed = await api.updateFeed({ roomId, feedId: "f", metadata: { k: "v" } });
    const message = await api.createFeedMessage({ roomId, feedId: "f", data: { n: 1 } });
    const edited = await api.updateFeedMessage({ roomId, feedId: "f", messageId: message.id, data: { n: 2 } });
    await api.updateFeedMessage({ roomId, feedId: "f", messageId: message.id, data: { n: 3 }, updatedAt: 1 });
    await api.deleteFeedMessage({ roomId, feedId: "f", messageId: message.id });
    await api.deleteFeed({ roomId, feedId: "f" });
    await eventually(() => expect(received(visit.frames, 503)).toHaveLength(1));
    const sent = [501, 502, 503, 505, 506, 507].map((type) => received(visit.frames, type));
    expect(sent).toEqual([
      [{ type: 501, feeds: [feed] }],
      [{ type: 502, feeds: [changed] }],
      [{ type: 503, feedId: "f" }],
      [{ type: 505, feedId: "f", messages: [message] }],
      [{ type: 506, feedId: "f", messages: [edited] }],
      [{ type: 507, feedId: "f", messageIds: [message.id] }],
    ]);
  });

  test("[FE6] calls over a limit are refused", async () => {
    const { api } = lobby;
    const roomId = await lobby.newRoom();
    const metadata = (entries: number) => Object.fromEntries(Array.from({ length: entries }, (_, n) => [`k${n}`, ""]));
    await expect(api.createFeed({ roomId, feedId: "", metadata: {} })).rejects.toMatchObject({ status: 422 });
    await expect(api.createFeed({ roomId, feedId: "f", metadata: metadata(51) })).rejects.toMatchObject({
      status: 422,
    });
    await api.createFeed({ roomId, feedId: "f", metadata: metadata(50) });
    const more = api.updateFeed({ roomId, feedId: "f", metadata: { one: "more" } });
    await expect(more).rejects.toEqual(fails(422, "Value at key 'metadata': must have at most 50 entries."));
    await api.updateFeed({ roomId, feedId: "f", metadata: { one: "more", k0: null } });
    const large = api.createFeedMessage({ roomId, feedId: "f", data: { text: "x".repeat(128_000) } });
    await expect(large).rejects.toEqual(fails(422, "Value at key 'data': must not be larger than 128000 bytes."));
  });
});
