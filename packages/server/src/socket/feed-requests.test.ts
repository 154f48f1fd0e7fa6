import { createFeeds, createCursors } from "@weft/collab";
import type { Feeds } from "@weft/collab";
import { createMemoryFeedRecords } from "@weft/collab/suites/memory-feed-records.ts";
import { limits as platformLimits } from "@weft/protocol";
import type { ClientMessage, Level, Limits, ProjectId, RoomAddress, RoomId, RoomMessage } from "@weft/protocol";
import { StoreUnavailable } from "@weft/store";
import { expect, test } from "vitest";
import { createErrorBoundary } from "../error-boundary.ts";
import { createFeedRequests } from "./feed-requests.ts";

const address: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };

/** Requests of one connection, about the feeds of a room whose changes are announced to `log`. */
function world(
  replace: (feeds: Feeds) => Partial<Feeds> = () => ({}),
  level: Level = "write",
  limits?: Partial<Limits>,
) {
  const log: unknown[] = [];
  const records = createMemoryFeedRecords();
  records.createRoom(address);
  const feeds = createFeeds({
    records,
    cursors: createCursors(Buffer.alloc(32)),
    announce: async (_room, change) => void log.push({ announced: change.type }),
    now: () => 1_000,
  });
  const changed = replace(feeds);
  const replaced = new Proxy(feeds, {
    get: (real, name: keyof Feeds) => changed[name] ?? (real[name] as () => unknown).bind(real),
  });
  const requests = createFeedRequests({
    address,
    level,
    feeds: replaced,
    limits: { ...platformLimits, ...limits },
    boundary: createErrorBoundary({ log: { error: () => log.push("error") }, contained() {} }),
    room: {
      actor: 0,
      receive: (messages: readonly RoomMessage[]) => log.push(...messages.map(({ type }) => ({ room: type }))),
      reply({ type, ...message }: { type: number; requestId?: string; code?: string }) {
        const { requestId, code } = message;
        log.push({ sent: type, ...(requestId && { requestId }), ...(code && { code }) });
      },
      leave: () => log.push("left"),
    },
    socket: {
      pause: (reason) => log.push(`pause ${reason}`),
      resume: (reason) => log.push(`resume ${reason}`),
      close: (code) => log.push(`close ${code}`),
    },
  });
  return {
    requests,
    records,
    say: (...messages: object[]) => requests.receive(messages as ClientMessage[], 100),
    /** What was done since the last time it was asked. */
    take: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return log.splice(0).filter((entry) => entry !== "resume feeds");
    },
    log,
  };
}

const add = (n: number) => ({ type: 515, requestId: `q${n}`, feedId: "f", id: `m${n}`, data: {} });
const addFeed = { type: 512, requestId: "q", feedId: "f" };
const list = { type: 510, requestId: "list" };

/** Work that goes on when it is released. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release: () => waiting.shift()!(),
    get waiting() {
      return waiting.length;
    },
  };
}

test("[FE7] requests are carried out one at a time; events wait behind them, and nothing else does", async () => {
  const held = gate();
  const { say, take, log } = world((feeds) => ({
    async addMessage(...asked) {
      await held.pass();
      return feeds.addMessage(...asked);
    },
  }));
  say({ type: 100, data: {} }, { type: 103, event: 0 });
  expect(await take()).toEqual([{ room: 100 }, { room: 103 }]);
  say(addFeed);
  expect(await take()).toEqual([{ announced: 501 }]);
  say({ type: 103, event: 0 }, add(1), { type: 100, data: {} }, { type: 103, event: 1 }, { type: 201, ops: [] });
  say(add(2), list);
  say({ type: 103, event: 2 }, { type: 301, update: "" });
  expect(await take()).toEqual([{ room: 103 }, { room: 100 }, { room: 201 }, { room: 301 }]);
  expect(held.waiting).toBe(1);
  held.release();
  expect(await take()).toEqual([{ announced: 505 }, { room: 103 }]);
  held.release();
  expect(await take()).toEqual([{ announced: 505 }, { sent: 500, requestId: "list" }, { room: 103 }]);
  expect(log).toEqual([]);
});

test("[FE7] a connection that ends leaves no request behind, and is sent nothing more", async () => {
  const held = gate();
  const { requests, records, say, take } = world((feeds) => ({
    async addMessage(...asked) {
      const added = await feeds.addMessage(...asked);
      await held.pass();
      return added;
    },
  }));
  say(addFeed);
  await take();
  say(add(1), add(2), { ...add(3), feedId: "x" }, list, { type: 103, event: 1 });
  expect(await take()).toEqual([{ announced: 505 }]);
  requests.leave(1000);
  held.release();
  // What had begun is stored and announced to the others.
  expect(await take()).toEqual(["left"]);
  const { items } = await records.messages(address, "f", { order: "oldestFirst", limit: 9, bytes: 1e9 });
  expect(items.map(({ id }) => id)).toEqual(["m1"]);
});

test("[FE7] a connection is not read while too many of its requests wait, or too many bytes", async () => {
  const held = gate();
  const slow = (feeds: Feeds): Partial<Feeds> => ({
    async addMessage(...asked) {
      await held.pass();
      return feeds.addMessage(...asked);
    },
  });
  for (const limits of [{ feedRequestsWaiting: 2 }, { feedRequestBytesWaiting: 250 }]) {
    const { say, log } = world(slow, "write", limits);
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    say(addFeed);
    await settle();
    for (const n of [1, 2]) say(add(n));
    await settle();
    expect(log).not.toContain("pause feeds");
    say(add(3));
    expect(log.at(-1)).toBe("pause feeds");
    held.release();
    await settle();
    expect(log.slice(log.indexOf("pause feeds"))).toContain("resume feeds");
    for (let n = 0; n < 2; n++) {
      held.release();
      await settle();
    }
  }
});

test("[FE7] each request that fails is answered with its id and a code, and the next ones are carried out", async () => {
  const causes = [new StoreUnavailable("no disk"), new Error("a bug")];
  const { say, take } = world(() => ({ create: () => Promise.reject(causes.shift()!) }));
  say(addFeed, { ...addFeed, requestId: "r" }, list);
  expect(await take()).toEqual([
    { sent: 508, requestId: "q", code: "SERVICE_UNAVAILABLE" },
    "error",
    { sent: 508, requestId: "r", code: "INTERNAL" },
    { sent: 500, requestId: "list" },
  ]);
});

test("[FE7] feeds:read reads and feeds:none does not, and neither changes anything", async () => {
  const change = { sent: 508, requestId: "q", code: "FORBIDDEN" };
  const reader = world(undefined, "read");
  reader.say(addFeed, list);
  expect(await reader.take()).toEqual([change, { sent: 500, requestId: "list" }]);
  const other = world(undefined, "none");
  other.say(addFeed, list);
  expect(await other.take()).toEqual([change, { ...change, requestId: "list" }]);
  expect((await reader.records.list(address, { order: "newestFirst", limit: 1, bytes: 1 })).items).toEqual([]);
});
