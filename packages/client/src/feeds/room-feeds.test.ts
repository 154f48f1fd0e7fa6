import type { Feed, FeedMessage, FeedRequest } from "@weft/protocol/types";
import { beforeEach, expect, test } from "vitest";
import type { ClientError } from "../error.ts";
import type { FeedEvent } from "./feed-api.ts";
import { feedTimeoutMs } from "./feed-requests.ts";
import type { ListSnapshot } from "../paged-collection.ts";
import { RoomFeeds } from "./room-feeds.ts";

/** A room whose requests wait until a test answers them. */
function open() {
  const sent: FeedRequest[] = [];
  const timers: { delayMs: number; callback: () => void; isOver: boolean }[] = [];
  const errors: ClientError[] = [];
  let isOpen = true;
  const feeds = new RoomFeeds({
    id: "r",
    timers: {
      set(delayMs, callback) {
        const timer = { delayMs, callback, isOver: false };
        timers.push(timer);
        return { cancel: () => void (timer.isOver = true) };
      },
    },
    isOpen: () => isOpen,
    send: (message) => sent.push(message as FeedRequest),
    failed: (error) => errors.push(error),
  });
  return {
    feeds,
    sent,
    errors,
    cut() {
      isOpen = false;
      feeds.disconnected();
    },
    connect() {
      isOpen = true;
      feeds.connected();
    },
    elapse() {
      for (const timer of timers) if (!timer.isOver) timer.callback();
    },
    delays: () => timers.map(({ delayMs }) => delayMs),
    /** The server's answer to the last request. */
    async answer(message: Record<string, unknown>) {
      feeds.receive({ requestId: sent.at(-1)!.requestId, ...message } as unknown as FeedEvent);
      await settled();
    },
    async announce(message: FeedEvent) {
      feeds.receive(message);
      await settled();
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const feed = (feedId: string, createdAt: number, metadata: Feed["metadata"] = {}): Feed => ({
  feedId,
  createdAt,
  updatedAt: createdAt,
  metadata,
});
const message = (id: string, createdAt: number): FeedMessage => ({ id, createdAt, updatedAt: createdAt, data: { id } });
const idsOf = (snapshot: ListSnapshot<Feed> | ListSnapshot<FeedMessage>) =>
  "items" in snapshot ? snapshot.items.map((item) => ("feedId" in item ? item.feedId : item.id)).join(" ") : snapshot;

let room: ReturnType<typeof open>;
beforeEach(() => void (room = open()));

test("[CS150] a list is answered under its own id", async () => {
  const first = room.feeds.fetchFeeds({ limit: 1, metadata: { a: "b" } });
  const second = room.feeds.fetchFeeds();
  expect(room.sent).toMatchObject([{ type: 510, limit: 1, metadata: { a: "b" } }, { type: 510 }]);
  await room.answer({ type: 500, feeds: [feed("two", 2)] });
  expect(await second).toEqual({ feeds: [feed("two", 2)] });
  await room.announce({ type: 500, requestId: room.sent[0]!.requestId, feeds: [], nextCursor: "c" });
  expect(await first).toEqual({ feeds: [], nextCursor: "c" });
});

test("[CS150] a change is answered by its announcement, and an added message by that of its own id", async () => {
  const done: string[] = [];
  void room.feeds.addFeed("f").then(() => done.push("added"));
  await room.announce({ type: 501, feeds: [feed("g", 1)] });
  expect(done).toEqual([]);
  await room.announce({ type: 501, feeds: [feed("f", 1)] });
  expect(done).toEqual(["added"]);
  void room.feeds.addFeedMessage("f", { n: 1 }).then(() => done.push("message"));
  const { id } = room.sent.at(-1) as Extract<FeedRequest, { type: 515 }>;
  await room.announce({ type: 505, feedId: "f", messages: [message("other", 2)] });
  expect(done).toHaveLength(1);
  await room.announce({ type: 505, feedId: "f", messages: [message(id!, 3)] });
  expect(done).toEqual(["added", "message"]);
  void room.feeds.deleteFeedMessage("f", id!).then(() => done.push("deleted"));
  await room.announce({ type: 507, feedId: "f", messageIds: [id!] });
  expect(done.at(-1)).toBe("deleted");
});

test("[CS151] a failure has the server's code, and is told by the room as well", async () => {
  const failing = expect(room.feeds.addFeed("f")).rejects.toMatchObject({
    name: "WeftError",
    code: "FEED_ALREADY_EXISTS",
    message: "There is one.",
    context: { type: "FEED_REQUEST_ERROR", roomId: "r", code: "FEED_ALREADY_EXISTS", reason: "There is one." },
  });
  await room.answer({ type: 508, code: "FEED_ALREADY_EXISTS", reason: "There is one." });
  await failing;
  expect(room.errors.map(({ code }) => code)).toEqual(["FEED_ALREADY_EXISTS"]);
});

test("[CS152] a request without an answer fails, and says whether it was sent", async () => {
  const sent = expect(room.feeds.fetchFeeds()).rejects.toMatchObject({ code: "TIMEOUT", message: /did not answer/ });
  room.elapse();
  await sent;
  room.cut();
  const unsent = expect(room.feeds.deleteFeed("f")).rejects.toMatchObject({ code: "TIMEOUT", message: /not sent/ });
  room.elapse();
  await unsent;
  expect(room.sent).toHaveLength(1);
  expect(room.delays()).toEqual([feedTimeoutMs, feedTimeoutMs]);
});

test("[CS153] lists are asked for again after a reconnect, and changes that were sent fail", async () => {
  const list = room.feeds.fetchFeedMessages("f");
  const change = expect(room.feeds.updateFeed("f", { a: null })).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  room.cut();
  await change;
  const later = room.feeds.updateFeed("f", { a: "b" });
  room.connect();
  expect(room.sent.map(({ type }) => type)).toEqual([511, 513, 511, 513]);
  await room.announce({ type: 504, requestId: room.sent[0]!.requestId, feedId: "f", messages: [] });
  await room.announce({ type: 502, feeds: [feed("f", 1)] });
  expect(await list).toEqual({ messages: [] });
  await later;
});

test("[CS154] [CS155] what is announced appears where it belongs, and only what changes is a new object", async () => {
  const list = room.feeds.feeds({ metadata: { kind: "x" } });
  expect(room.feeds.feeds({ metadata: { kind: "x" } })).toBe(list);
  let told = 0;
  list.subscribe(() => told++);
  expect(list.getSnapshot()).toEqual({ isLoading: true });
  const x = { kind: "x" };
  await room.answer({ type: 500, feeds: [feed("c", 30, x), feed("b", 20, x)], nextCursor: "more" });
  const before = list.getSnapshot();
  expect([idsOf(before), told]).toEqual(["c b", 1]);
  // Older than what was read, of another kind, and nothing.
  await room.announce({ type: 501, feeds: [feed("old", 10, x), feed("y", 40, { kind: "y" })] });
  expect([list.getSnapshot() === before, told]).toEqual([true, 1]);
  await room.announce({ type: 501, feeds: [feed("d", 25, x)] });
  expect(idsOf(list.getSnapshot())).toBe("c d b");
  const after = list.getSnapshot();
  expect("items" in after && "items" in before && after.items[0] === before.items[0]).toBe(true);
  await room.announce({ type: 502, feeds: [feed("c", 30, { kind: "y" })] });
  await room.announce({ type: 503, feedId: "b" });
  expect(idsOf(list.getSnapshot())).toBe("d");
});

test("[CS154] messages go with their feed", async () => {
  const list = room.feeds.messages("f", { since: 5 });
  list.subscribe(() => {});
  await room.answer({ type: 504, feedId: "f", messages: [message("b", 7), message("a", 7)] });
  await room.announce({ type: 505, feedId: "f", messages: [message("early", 5), message("late", 9)] });
  await room.announce({ type: 505, feedId: "g", messages: [message("other", 9)] });
  expect(idsOf(list.getSnapshot())).toBe("late b a");
  await room.announce({ type: 503, feedId: "f" });
  expect(idsOf(list.getSnapshot())).toBe("");
});

test("[CS156] pages follow each other, and do not bring back what was announced meanwhile", async () => {
  const list = room.feeds.messages("f");
  list.subscribe(() => {});
  await room.answer({ type: 504, feedId: "f", messages: [message("e", 50), message("d", 40)], nextCursor: "c1" });
  const more = list.fetchMore();
  expect(list.fetchMore()).toBe(more);
  expect(list.getSnapshot()).toMatchObject({ isFetchingMore: true, hasFetchedAll: false });
  expect(room.sent.at(-1)).toMatchObject({ cursor: "c1" });
  const edited = { ...message("c", 30), data: { edited: true } };
  await room.announce({ type: 507, feedId: "f", messageIds: ["b"] });
  await room.announce({ type: 506, feedId: "f", messages: [edited] });
  await room.answer({ type: 504, feedId: "f", messages: [message("c", 30), message("b", 20)] });
  await more;
  const snapshot = list.getSnapshot();
  expect(snapshot).toMatchObject({ isFetchingMore: false, hasFetchedAll: true });
  expect("items" in snapshot && snapshot.items.map(({ data }) => data)).toEqual([
    { id: "e" },
    { id: "d" },
    { edited: true },
  ]);
  const { length } = room.sent;
  await list.fetchMore();
  expect(room.sent).toHaveLength(length);
});

test("[CS157] lists are read again after a reconnect, as far as they were read", async () => {
  const list = room.feeds.messages("f");
  const other = room.feeds.feeds();
  list.subscribe(() => {});
  other.subscribe(() => {})();
  await room.announce({ type: 500, requestId: room.sent[1]!.requestId, feeds: [] });
  await room.announce({
    type: 504,
    requestId: room.sent[0]!.requestId,
    feedId: "f",
    messages: [message("d", 40)],
    nextCursor: "c1",
  });
  void list.fetchMore();
  await room.answer({ type: 504, feedId: "f", messages: [message("b", 20)], nextCursor: "c2" });
  room.cut();
  room.connect();
  await settled();
  // What is not shown waits until it is.
  expect(room.sent.slice(3)).toMatchObject([{ type: 511, feedId: "f" }]);
  await room.answer({ type: 504, feedId: "f", messages: [message("e", 50), message("d", 40)], nextCursor: "c1" });
  expect(idsOf(list.getSnapshot())).toBe("d b");
  await room.answer({ type: 504, feedId: "f", messages: [message("a", 10)], nextCursor: "c3" });
  expect(idsOf(list.getSnapshot())).toBe("e d a");
  other.subscribe(() => {});
  expect(room.sent.at(-1)).toMatchObject({ type: 510 });
});

test("[CS158] a list that cannot be read says why, is read again on request, and keeps what it showed", async () => {
  const list = room.feeds.feeds();
  list.subscribe(() => {});
  await room.answer({ type: 508, code: "FORBIDDEN", reason: "No." });
  expect(list.getSnapshot()).toMatchObject({ isLoading: false, error: { code: "FORBIDDEN" } });
  const again = list.load();
  expect(list.getSnapshot()).toEqual({ isLoading: true });
  await room.answer({ type: 500, feeds: [feed("a", 2)], nextCursor: "c" });
  await again;
  void list.fetchMore();
  await room.answer({ type: 508, code: "INTERNAL" });
  expect(list.getSnapshot()).toMatchObject({ isFetchingMore: false, fetchMoreError: { code: "INTERNAL" } });
  void list.fetchMore();
  await room.answer({ type: 500, feeds: [feed("b", 1)] });
  expect([idsOf(list.getSnapshot()), "fetchMoreError" in list.getSnapshot()]).toEqual(["a b", false]);
  void list.load();
  await room.answer({ type: 508, code: "INTERNAL" });
  expect(idsOf(list.getSnapshot())).toBe("a b");
});
