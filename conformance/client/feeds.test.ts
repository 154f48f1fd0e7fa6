import { openLink } from "@weft/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby, received } from "../support/lobby.ts";
import { openRawSocket } from "../support/raw-socket.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

async function enter(roomId: string, scopes?: readonly string[], url?: string) {
  const auth = scopes && (async () => ({ token: await lobby.accessToken("ada", { "*": scopes }) }));
  const visit = lobby.enter(roomId, { ...(auth && { auth }), ...(url && { url }) });
  await eventually(() => expect(visit.room.getStatus()).toBe("connected"));
  return visit;
}

/** The announcements that a client received, in order. */
const announced = ({ frames }: Awaited<ReturnType<typeof enter>>) =>
  frames
    .filter(({ direction, text }) => direction === "received" && text !== "pong")
    .flatMap(({ text }) => JSON.parse(text) as { type: number } | { type: number }[])
    .filter(({ type }) => type > 500 && type < 508 && type !== 504);

describe("feeds of an official client", () => {
  test("[FE1] two clients see each other's changes, in the same order", async () => {
    const roomId = await lobby.newRoom();
    const [a, b] = [await enter(roomId), await enter(roomId, ["*:write"])];
    await a.room.addFeed("news", { metadata: { topic: "all", tags: ["x"] }, createdAt: 5 });
    await b.room.updateFeed("news", { topic: null, color: "red" });
    await b.room.addFeedMessage("news", { text: "hello" }, { id: "m1", createdAt: 7 });
    await a.room.addFeedMessage("news", { text: "world" });
    await a.room.updateFeedMessage("news", "m1", { text: "hi" }, { updatedAt: 9 });
    // Older than the message: confirmed, and ignored.
    await b.room.updateFeedMessage("news", "m1", { text: "old" }, { updatedAt: 8 });

    const { feeds } = await b.room.fetchFeeds();
    expect(feeds).toMatchObject([{ feedId: "news", metadata: { tags: ["x"], color: "red" }, createdAt: 5 }]);
    const { messages, nextCursor } = await a.room.fetchFeedMessages("news");
    expect(messages).toMatchObject([
      { data: { text: "world" } },
      { id: "m1", data: { text: "hi" }, createdAt: 7, updatedAt: 9 },
    ]);
    expect(nextCursor).toBeUndefined();
    expect((await lobby.api.getFeedMessages({ roomId, feedId: "news" })).data).toEqual(messages.toReversed());

    await b.room.deleteFeedMessage("news", "m1");
    await b.room.deleteFeed("news");
    const types = [501, 502, 505, 505, 506, 507, 503];
    await eventually(() => expect(announced(a).map(({ type }) => type)).toEqual(types));
    await eventually(() => expect(received(b.frames, 503)).toHaveLength(1));
    // The update that was ignored was confirmed to its sender alone.
    const others = (visit: typeof a) => announced(visit).filter(({ type }) => type !== 506);
    expect(others(b)).toEqual(others(a));
    expect(received(b.frames, 506)).toHaveLength(2);
    expect((await a.room.fetchFeeds()).feeds).toEqual([]);
    expect((await a.room.fetchFeedMessages("news")).messages).toEqual([]);
  });

  test("[FE4] lists are paged newest first, and filtered by metadata and time", async () => {
    const roomId = await lobby.newRoom();
    const { room } = await enter(roomId);
    for (let n = 1; n <= 5; n++) {
      await room.addFeed(`f${n}`, { metadata: { parity: n % 2 === 0 ? "even" : "odd" }, createdAt: n });
      await room.addFeedMessage("f1", { n }, { id: `m${n}`, createdAt: n });
    }
    type Options = { limit: number; cursor?: string; metadata?: Record<string, string> };
    const follow = async (read: (options: Options) => Promise<{ ids: string[]; nextCursor?: string | undefined }>) => {
      const pages: string[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await read({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
        pages.push(page.ids.join(" "));
        cursor = page.nextCursor;
      }
      return pages;
    };
    const feeds = async (options: Options & { since?: number }) => {
      const page = await room.fetchFeeds(options);
      return { ids: page.feeds.map(({ feedId }) => feedId), nextCursor: page.nextCursor };
    };
    const messages = async (options: Options) => {
      const page = await room.fetchFeedMessages("f1", options);
      return { ids: page.messages.map(({ id }) => id), nextCursor: page.nextCursor };
    };
    expect(await follow(feeds)).toEqual(["f5 f4", "f3 f2", "f1"]);
    expect(await follow(messages)).toEqual(["m5 m4", "m3 m2", "m1"]);
    const odd = (options: Options) => feeds({ ...options, metadata: { parity: "odd" } });
    expect(await follow(odd)).toEqual(["f5 f3", "f1"]);
    expect((await feeds({ limit: 1e9, since: 3 })).ids).toEqual(["f5", "f4"]);
    expect((await feeds({ limit: -1, cursor: "no cursor" })).ids).toEqual(["f5"]);
  });

  test("[FE3] [FE7] requests that fail are answered with a code", async () => {
    const roomId = await lobby.newRoom();
    const { room, frames } = await enter(roomId);
    await room.addFeed("f");
    await room.addFeedMessage("f", {}, { id: "m" });
    const failing: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => room.addFeed("f"), "FEED_ALREADY_EXISTS"],
      [() => room.updateFeed("x", {}), "FEED_NOT_FOUND"],
      [() => room.addFeedMessage("x", {}), "FEED_NOT_FOUND"],
      [() => room.addFeedMessage("f", {}, { id: "m" }), "INTERNAL"],
      [() => room.updateFeedMessage("f", "x", {}), "FEED_MESSAGE_NOT_FOUND"],
      [() => room.addFeedMessage("f", { text: "x".repeat(128_000) }), "UNPROCESSABLE_ENTITY"],
      [() => room.addFeed("g", { createdAt: 0.5 }), "UNPROCESSABLE_ENTITY"],
    ];
    for (const [request] of failing) await expect(request()).rejects.toThrow();
    expect(received(frames, 508).map(({ code }) => code)).toEqual(failing.map(([, code]) => code));
    // Deleting a missing message succeeds.
    await room.deleteFeedMessage("f", "x");
    await room.deleteFeedMessage("x", "x");
    await room.deleteFeed("x");
    expect((await room.fetchFeedMessages("f")).messages).toMatchObject([{ id: "m", data: {} }]);
  });

  test("[FE7] a connection that may only read feeds cannot change them, and one that may not read them receives nothing", async () => {
    const roomId = await lobby.newRoom([]);
    const writer = await enter(roomId, ["*:read", "feeds:write"]);
    const reader = await enter(roomId, ["*:write", "feeds:read"]);
    const stranger = await enter(roomId, ["*:write", "feeds:none"]);
    await writer.room.addFeed("f");
    await eventually(() => expect(announced(reader)).toHaveLength(1));
    expect((await reader.room.fetchFeeds()).feeds).toMatchObject([{ feedId: "f" }]);
    for (const { room } of [reader, stranger]) await expect(room.deleteFeed("f")).rejects.toThrow();
    await expect(stranger.room.fetchFeeds()).rejects.toThrow();
    expect(received(stranger.frames, 508)).toMatchObject([{ code: "FORBIDDEN" }, { code: "FORBIDDEN" }]);
    await writer.room.addFeedMessage("f", {});
    await eventually(() => expect(announced(reader)).toHaveLength(2));
    expect(announced(stranger)).toEqual([]);
  });

  test("[FE2] [FE7] requests that are sent together are executed in order, including the events among them", async () => {
    const roomId = await lobby.newRoom();
    const { port, publicKey } = lobby.server;
    const [sender, other] = [0, 1].map(() => openRawSocket(port, { roomId, pubkey: publicKey }));
    await eventually(() => expect(other!.messages.length).toBeGreaterThan(0));
    const add = (n: number) => [
      { type: 515, requestId: `q${n}`, feedId: "f", id: `m${n}`, data: { n } },
      { type: 103, event: n },
    ];
    const all = Array.from({ length: 20 }, (_, n) => add(n)).flat();
    sender!.say({ type: 512, requestId: "q", feedId: "f" }, ...all.slice(0, 10));
    sender!.say(...all.slice(10), { type: 511, requestId: "last", feedId: "f" });
    await eventually(() => expect(sender!.messages.at(-1)).toMatchObject({ type: 504, requestId: "last" }));
    expect((sender!.messages.at(-1) as { messages: unknown[] }).messages).toHaveLength(20);
    await eventually(() => expect(other!.messages.filter(({ type }) => type === 103)).toHaveLength(20));
    const seen = other!.messages.flatMap((message) => {
      if (message["type"] === 103) return [message["event"]];
      return message["type"] === 505 ? (message["messages"] as { id: string }[]).map(({ id }) => id) : [];
    });
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => [`m${n}`, n]).flat());
    for (const socket of [sender!, other!]) socket.close();
  });

  test("[FE1] a client that reconnects reads what it missed, and a change that it resends is made once", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const a = await enter(roomId, undefined, link.url);
    const b = await enter(roomId);
    await a.room.addFeed("f");
    link.down();
    await eventually(() => expect(a.room.getStatus()).not.toBe("connected"));
    await b.room.addFeedMessage("f", { from: "b" }, { id: "m1" });
    link.up();
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    expect((await a.room.fetchFeedMessages("f")).messages).toMatchObject([{ id: "m1" }]);
    await a.room.addFeedMessage("f", { from: "a" }, { id: "m2" });
    await expect(a.room.addFeedMessage("f", { from: "a" }, { id: "m2" })).rejects.toThrow();
    expect((await b.room.fetchFeedMessages("f")).messages).toHaveLength(2);
  });
});
