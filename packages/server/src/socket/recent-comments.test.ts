import type { NewestChange } from "@weft/collab";
import type { CommentEvent, RoomAddress } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { expect, test } from "vitest";
import { createRecentComments, sendInTurn } from "./recent-comments.ts";

const room = { project: "p", room: "r" } as unknown as RoomAddress;
const elsewhere = { project: "q", room: "r" } as unknown as RoomAddress;
const both = ["public", "private"] as const;
const comment = (thread: string, commentId = "c"): CommentEvent => ({ type: 402, threadId: thread, commentId });

function world(stored: readonly NewestChange[] = [], isShared = false) {
  const time = { now: 1_000_000 };
  const asked: number[] = [];
  const recent = createRecentComments({
    changes: async (of, since) => {
      asked.push(since);
      return of.project === room.project ? stored : [];
    },
    isShared: () => isShared,
    now: () => time.now,
    limits: { commentsRecentMs: 10_000, commentsRecentThreads: 3, silentConnectionMs: 1_000, heartbeatMs: 500 },
  });
  return { recent, time, asked };
}

test("[SE18] a connection receives one event for each readable thread that changed in the last minutes", async () => {
  const { recent, time } = world();
  recent.noted(room, { type: 400, threadId: "a" }, "public");
  recent.noted(room, comment("a"), "public");
  recent.noted(room, comment("b"), "private");
  recent.noted(room, { type: 408, threadId: "a" }, "public");
  recent.noted(elsewhere, comment("z"), "public");
  // The event that lets a client read a thread that it does not have.
  expect(await recent.entered(room, "ada", both)).toEqual([comment("b"), comment("a")]);
  expect(await recent.entered(room, "ada", ["public"])).toEqual([comment("a")]);
  expect(await recent.entered(room, "ada", [])).toEqual([]);
  recent.noted(room, { type: 407, threadId: "a" }, "public");
  expect(await recent.entered(room, "ada", both)).toEqual([comment("b"), { type: 407, threadId: "a" }]);
  time.now += 10_001;
  expect(await recent.entered(room, "ada", both)).toEqual([]);
});

test("[SE18] a connection receives events of the newest threads only", async () => {
  const { recent } = world();
  for (const thread of ["a", "b", "c", "d", "b"]) recent.noted(room, comment(thread), "public");
  expect((await recent.entered(room, "ada", both)).map(({ threadId }) => threadId)).toEqual(["c", "d", "b"]);
});

test("[SE18] after a start, the database is asked once a room, and never once its answer is old", async () => {
  const { recent, time, asked } = world([
    { id: "a", visibility: "public", commentId: "c", changedAt: 995_000 },
    { id: "b", visibility: "private", changedAt: 996_000 },
  ]);
  recent.noted(room, { type: 408, threadId: "a" }, "public");
  for (let visit = 0; visit < 3; visit++)
    expect(await recent.entered(room, "ada", both)).toEqual([{ type: 407, threadId: "b" }, comment("a")]);
  expect(asked).toEqual([990_000]);
  time.now += 10_000;
  await recent.entered(elsewhere, "ada", both);
  expect(asked).toEqual([990_000]);
});

test("[SE18] only users who return receive events, for the threads that changed while they were away", async () => {
  const { recent, time } = world();
  time.now += 10_000;
  expect(await recent.entered(room, "ada", both)).toEqual([]);
  recent.noted(room, comment("a"), "public");
  time.now += 2_000;
  recent.noted(room, comment("b"), "public");
  // Ada's connection may have been lost without a sign: what came lately is repeated.
  expect(await recent.entered(room, "ada", both)).toEqual([comment("b")]);
  expect(await recent.entered(room, "ben", both)).toEqual([]);
  recent.left(room, "ada");
  recent.left(room, "ada");
  time.now += 3_000;
  recent.noted(room, comment("c"), "public");
  expect(await recent.entered(room, "ada", both)).toEqual([comment("b"), comment("c")]);
  expect(await recent.entered(elsewhere, "ada", both)).toEqual([]);
  recent.left(room, "ada");
  time.now += 10_001;
  recent.noted(room, comment("d"), "public");
  expect(await recent.entered(room, "ada", both)).toEqual([]);
});

test("[SE18] a user whom a node of a cluster has not seen may have been in the room through another one", async () => {
  const { recent, time } = world([], true);
  time.now += 10_000;
  recent.noted(room, comment("a"), "public");
  time.now += 2_000;
  expect(await recent.entered(room, "ada", both)).toEqual([comment("a")]);
  // Now ada is known here.
  time.now += 5_000;
  expect(await recent.entered(room, "ada", both)).toEqual([]);
});

test("[SE18] after changes may have been missed, the database is asked once a room", async () => {
  const { recent, time, asked } = world(
    [{ id: "a", visibility: "public", commentId: "c", changedAt: 1_015_000 }],
    true,
  );
  time.now += 20_000;
  recent.noted(room, comment("b"), "public");
  expect(await recent.entered(room, "ada", both)).toEqual([comment("b")]);
  expect(asked).toEqual([]);
  recent.missed();
  for (let visit = 0; visit < 3; visit++)
    expect(await recent.entered(room, "ada", both)).toEqual([comment("a"), comment("b")]);
  expect(asked).toEqual([1_010_000]);
});

test("[SE18] a database that fails is asked again", async () => {
  let fails = true;
  const recent = createRecentComments({
    changes: async () => {
      if (fails) throw new Error("away");
      return [{ id: "a", visibility: "public", commentId: "c", changedAt: 5 }];
    },
    now: () => 10,
    limits: { commentsRecentMs: 10_000, commentsRecentThreads: 3, silentConnectionMs: 1_000, heartbeatMs: 500 },
  });
  await expect(recent.entered(room, "ada", both)).rejects.toThrow("away");
  fails = false;
  expect(await recent.entered(room, "ada", both)).toEqual([comment("a")]);
});

test("[SE18] events are sent four in a second, and none to a connection that is gone", async () => {
  const clock = createManualClock();
  const sent: string[] = [];
  sendInTurn(
    ["a", "b", "c", "d"].map((thread) => comment(thread)),
    clock,
    ({ threadId }) => {
      sent.push(threadId);
      return threadId !== "c";
    },
  );
  expect(sent).toEqual(["a"]);
  await clock.advance(250);
  expect(sent).toEqual(["a", "b"]);
  await clock.advance(1_000);
  expect(sent).toEqual(["a", "b", "c"]);
});
