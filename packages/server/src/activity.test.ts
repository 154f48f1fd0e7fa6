import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { createCursors, createActivity, openActivityWriter } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { limits, plans } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";

const project = "p" as ProjectId;
const elsewhere = "q" as ProjectId;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An activity writer over a database in memory, at an instant that the test chooses. */
async function world(start: string) {
  await using stack = new AsyncDisposableStack();
  const manual = createManualClock();
  const offset = Date.parse(start) - manual.now();
  const clock = { ...manual, now: () => manual.now() + offset };
  const store = stack.use(await openStore("sqlite::memory:"));
  const writes = { failing: false, count: 0, sizes: 0 };
  const records = {
    ...store.activity,
    write: async (batch: Parameters<typeof store.activity.write>[0]) => {
      writes.count++;
      writes.sizes += batch.sizes.length;
      if (writes.failing) throw new Error("The disk is full.");
      return store.activity.write(batch);
    },
  };
  const log = pino({ level: "silent" });
  const writer = stack.use(openActivityWriter({ records, clock, limits, log }));
  const open = new Set<{ readonly project: ProjectId; readonly room: RoomId; readonly user: string | undefined }>();
  const connected = (of: ProjectId) => [...open].filter((one) => one.project === of);
  const activity = createActivity({
    records: store.activity,
    live: {
      connected: async (projects) =>
        projects.map((of) => ({
          connections: connected(of).length,
          users: connected(of).flatMap(({ user }) => user ?? []),
          isComplete: true,
        })),
      settle: () => writer.settle(),
    },
    cursors: createCursors(Buffer.alloc(32, 1)),
    now: () => clock.now(),
  });
  let connections = 0;
  const enter = (room: string, user?: string, of = project) => {
    const roomUser = { project: of, room: room as RoomId, user };
    const connection = { actor: connections++, id: user };
    const inRoom = () => [...open].filter((one) => one.project === of && one.room === room).length;
    open.add(roomUser);
    writer.connectionEntered(roomUser, connection, inRoom());
    const socket = writer.opened(of);
    return {
      received: (messages: number) => socket.received(messages),
      left(closeCode: number) {
        open.delete(roomUser);
        writer.connectionLeft(roomUser, connection, inRoom(), closeCode);
        socket.closed();
      },
    };
  };
  const held = stack.move();
  return {
    clock,
    store,
    writer,
    activity,
    writes,
    enter,
    at: (instant: string) => clock.advance(Date.parse(instant) - clock.now()),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
const named = [{ id: project, name: "One" }];

test("[AV1] usage of a month equals a count by hand", async () => {
  await using here = await world("2026-11-03T10:00:00.000Z");
  const { activity, enter, at, store, writer } = here;
  writer.aiUsed(project, { aiMessages: 2, aiInputTokens: 30, aiOutputTokens: 10 });
  writer.aiUsed(elsewhere, { aiMessages: 5 });
  await store.rooms.insert(project, newRoom("files"));
  for (const [kind, size] of [
    ["attachment", 40],
    ["storageFile", 500],
  ] as const) {
    const owner = { project, room: "files" as RoomId, kind };
    const upload = {
      id: kind,
      file: kind,
      name: "a",
      reserved: size,
      sized: true,
      blob: kind,
      session: "",
      expiresAt: 9,
    };
    await store.uploads.insertUpload(owner, upload);
    await store.uploads.finish(owner, { upload: kind, size, mimeType: "", createdAt: 1 });
  }
  // Ada on two days, Bob on one, one visitor without a name, and all three in one room for a while.
  const ada = enter("board", "ada");
  const bob = enter("board", "bob");
  await at("2026-11-03T10:05:00.000Z");
  const visitor = enter("board");
  visitor.received(3);
  for (const one of [ada, bob, visitor]) one.left(1000);
  enter("board", "ada").left(1000);
  await at("2026-11-04T09:00:00.000Z");
  enter("other", "ada").left(1000);
  // Another project, and another month, do not count.
  enter("board", "eve", elsewhere).left(1000);
  await at("2026-12-01T00:00:00.000Z");
  enter("board", "dan").left(1000);

  const { usage, projects, history } = await activity.usage(named, plans.Free, "2026-11");
  expect(usage).toMatchObject({
    plan: "Free",
    periodStart: "2026-11-01T00:00:00.000Z",
    periodEnd: "2026-12-01T00:00:00.000Z",
    // A user who visits on one day only is not billed.
    billableUsers: 1,
    currentPeriodActiveUsers: 2,
    includedMonthlyActiveUsers: 100,
    maximumMonthlyActiveUsers: 100,
    currentPeriodAnonymousConnections: 1,
    maximumAnonymousConnections: 10_000,
    peakRoomConnections: 3,
    maxConnectionsPerRoom: 10,
    comments: { currentPeriodValue: 0, maximumMonthly: 1_000 },
    notifications: { currentPeriodValue: 0, maximumMonthly: 1_000 },
    textEditor: { totalInBytes: 0, maximumInBytes: 268_435_456 },
    customApp: { totalInBytes: expect.any(Number), maximumInBytes: 268_435_456 },
    aiCopilotMessages: { currentPeriodValue: 2, maximumMonthly: 100 },
    commentsAttachments: { totalInBytes: 40, maximumInBytes: 536_870_912 },
  });
  expect(projects).toMatchObject([
    { id: project, displayName: "One", activeUsers: 2, anonymousConnections: 1, peakRoomConnections: 3 },
  ]);
  expect(history).toHaveLength(12);
  expect(history.slice(-2)).toEqual([
    { period: "2026-11", activeUsers: 2 },
    { period: "2026-12", activeUsers: 1 },
  ]);
  const present = await activity.usage(named, plans.SelfHosted);
  expect(present.usage).toMatchObject({ currentPeriodActiveUsers: 1, billableUsers: 0, peakRoomConnections: 1 });
  await expect(activity.usage(named, plans.Free, "2026-13")).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
});

test("[AV1] a user who stays past midnight counts on both days, and at the end of a month in both months", async () => {
  await using here = await world("2026-11-30T23:58:00.000Z");
  const { activity, enter, at } = here;
  const ada = enter("board", "ada");
  const bob = enter("board", "bob");
  await at("2026-11-30T23:59:00.000Z");
  bob.left(1000);
  await at("2026-12-01T00:10:00.000Z");
  ada.left(1000);
  const { history } = await activity.usage(named, plans.Free);
  expect(history.slice(-2).map(({ activeUsers }) => activeUsers)).toEqual([2, 1]);
  const overview = await activity.overview(project);
  expect(overview).toMatchObject({
    connectedNow: 0,
    activeUsersToday: { value: 1, before: 2 },
    activeUsers30d: { value: 2, before: 0 },
    roomsActiveToday: { value: 1, before: 1 },
  });
  expect(overview.dailyActiveUsers.slice(-2).map(({ value }) => value)).toEqual([2, 1]);
  expect(overview.connections.slice(-4).map(({ value }) => value)).toEqual([2, 1, 1, 1]);
});

test("[AV2] connections are averaged over time, and each series is one value per step", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { activity, clock, enter } = here;
  const one = enter("board", "ada");
  await clock.advance(2.5 * minute);
  const two = enter("board", "bob");
  two.received(7);
  await clock.advance(2.5 * minute);
  one.left(1006);
  await clock.advance(minute);
  const all = await activity.analytics(project, { range: "1h" });
  const values = (metric: string) => all.series.find((series) => series.metric === metric)!.values.slice(-2);
  expect([all.stepMs, all.to, all.series.every((series) => series.values.length === 12)]).toEqual([
    5 * minute,
    "2026-11-03T12:10:00.000Z",
    true,
  ]);
  expect(values("connectionsMax")).toEqual([2, 2]);
  expect(values("connectionsAverage")).toEqual([1.5, 1]);
  expect(values("activeUsers")).toEqual([2, 2]);
  expect(values("messages")).toEqual([7, 0]);
  expect(values("socketErrors")).toEqual([0, 1]);
  expect(all.topUsers).toEqual([
    { id: "ada", connections: 1 },
    { id: "bob", connections: 1 },
  ]);
  expect(all.topRooms).toEqual([{ id: "board", connections: 2 }]);
  two.left(1000);

  await clock.advance(day);
  const compared = await activity.analytics(project, {
    range: "1d",
    metrics: "messages,activeUsers",
    compare: "previous",
  });
  expect(compared.series.map(({ metric }) => metric)).toEqual(["messages", "activeUsers"]);
  expect(compared.series[0]!.previous!.at(-1)).toBe(7);
  expect(compared.series[0]!.values.every((value) => value === 0)).toBe(true);
  const week = await activity.analytics(project, { range: "1w", metrics: "messages,connectionsMax" });
  // Six hours each: yesterday at noon is four steps back.
  expect(week.series.map((series) => series.values.slice(-6))).toEqual([
    [0, 7, 0, 0, 0, 0],
    [0, 2, 0, 0, 0, 0],
  ]);
  const month = await activity.analytics(project, { range: "1mo", metrics: "activeUsers,roomsActive" });
  expect(month.series.map((series) => series.values.slice(-2))).toEqual([
    [2, 0],
    [1, 0],
  ]);
  await expect(activity.analytics(project, { range: "1h", metrics: "nothing" })).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
  });
});

test("[AV11] a room whose sockets are on two other nodes has one peak, and its time counts once", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { activity, clock, store, writer } = here;
  const log = pino({ level: "silent" });
  await using one = openActivityWriter({ records: store.activity, clock, limits, log });
  await using other = openActivityWriter({ records: store.activity, clock, limits, log });
  const room = { project, room: "board" as RoomId };
  for (const [actor, node] of [one, other].entries()) {
    writer.connectionEntered(room, { actor, id: `user ${actor}` }, actor + 1);
    node.opened(project).received(10);
  }
  await clock.advance(2.5 * minute);
  for (const [actor, node] of [one, other].entries()) {
    writer.connectionLeft(room, { actor, id: `user ${actor}` }, 1 - actor, 1000);
    await node.settle();
  }
  const metrics = "connectionsMax,activeUsers,roomsActive,peoplePerRoom,messages";
  const { series } = await activity.analytics(project, { range: "1h", metrics });
  expect(series.map(({ values }) => values.at(-1))).toEqual([2, 2, 1, 2, 20]);
  const { usage } = await activity.usage(named, plans.SelfHosted);
  expect(usage.peakRoomConnections).toBe(2);
});

test("[AV3] messages are not written one by one: one batch holds everything since the last", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, enter, writes, activity } = here;
  const ada = enter("board", "ada");
  for (let n = 0; n < 1_000; n++) ada.received(1);
  await clock.advance(limits.activityFlushMs - 1);
  expect(writes.count).toBe(0);
  await clock.advance(1);
  expect(writes.count).toBe(1);
  // A quiet connection is noted once for each sample.
  for (let n = 0; n < 4; n++) {
    // The database answers when the event loop gets round to it.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await clock.advance(5 * minute);
  }
  expect(writes.count).toBe(5);
  const { series } = await activity.analytics(project, { range: "1h", metrics: "messages,connectionsMax" });
  expect(series[0]!.values.reduce((sum, value) => sum + value)).toBe(1_000);
  expect(series[1]!.values.slice(-5)).toEqual([1, 1, 1, 1, 1]);
});

test("[AV4] a failed batch is written with the next one, once", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, enter, writes, activity } = here;
  writes.failing = true;
  const ada = enter("board", "ada");
  ada.received(2);
  await clock.advance(5_000);
  expect((await activity.events(project, {})).data).toEqual([]);
  ada.received(3);
  writes.failing = false;
  await clock.advance(5_000);
  const { data } = await activity.events(project, {});
  expect(data.map(({ kind }) => kind)).toEqual(["userEntered"]);
  const { series } = await activity.analytics(project, { range: "1h", metrics: "messages" });
  expect(series[0]!.values.at(-1)).toBe(5);
});

test("[AV5] a room that is being changed is measured once a minute, and when its size is requested", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, writer, activity, store, writes } = here;
  await store.rooms.insert(project, newRoom("board"));
  const room: RoomAddress = { project, room: "board" as RoomId };
  const opened = (await store.roomStore.open(room, 0))!;
  const update = new Uint8Array(100);
  await store.roomStore.commit({
    ...opened,
    puts: [],
    drops: [],
    actors: [],
    documents: [{ kind: "row", guid: "", id: 1, update, v2: false }],
  });
  for (let second = 0; second < 90; second++) {
    writer.roomChanged(room, { storageOps: 2, documentUpdates: second === 0 ? 1 : 0, storageBytes: 1_000 + second });
    await clock.advance(1_000);
    // The database answers when the event loop gets round to it.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(writes.sizes).toBe(2);
  // Reading the overview shows the present size, not the one that was measured last.
  expect((await activity.overview(project)).sizes).toEqual({ storageBytes: 1_089, documentBytes: 100 });
  expect(await activity.sizesOf(project, ["board"])).toEqual(
    new Map([["board", { storageBytes: 1_089, documentBytes: 100 }]]),
  );
  const { usage } = await activity.usage(named, plans.Free);
  expect([usage.customApp.totalInBytes, usage.textEditor.totalInBytes]).toEqual([1_089, 100]);
  await store.rooms.delete(project, "board", 1);
  expect((await activity.overview(project)).sizes).toEqual({ storageBytes: 0, documentBytes: 0 });
});

test("[AV9] visitors with a key that has ended are listed a few in a minute, and all are counted", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, writer, activity } = here;
  const room: RoomAddress = { project, room: "board" as RoomId };
  for (let n = 0; n < 2 * limits.refusedPerMinute; n++) writer.turnedAway(room, "INVALID_PUBLIC_KEY");
  await clock.advance(minute);
  writer.turnedAway(room, "INVALID_PUBLIC_KEY");
  const { series, socketErrors } = await activity.analytics(project, { range: "1h", metrics: "socketErrors" });
  expect(series[0]!.values.at(-1)).toBe(2 * limits.refusedPerMinute + 1);
  expect(socketErrors).toEqual([{ code: "INVALID_PUBLIC_KEY", count: limits.refusedPerMinute + 1 }]);
  const { data } = await activity.events(project, {});
  expect(data[0]).toMatchObject({ kind: "entryRefused", roomId: "board", data: { code: "INVALID_PUBLIC_KEY" } });
});

test("[AV6] events are found by kind, room, user and time, page by page, and in their project alone", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, writer, activity, enter } = here;
  for (let n = 0; n < 60; n++) {
    enter(`room ${n % 2}`, `user ${n % 3}`).left(n === 59 ? 1013 : 1000);
    await clock.advance(1_000);
  }
  writer.refused({ project, room: "room 0" as RoomId, user: "mallory" }, "UNAUTHORIZED_ROOM_ACCESS");
  writer.refused({ project, room: "room 0" as RoomId }, "ROOM_FULL");
  enter("room 0", "user 0", elsewhere);
  const all = [];
  let cursor: string | null = "";
  do {
    const page: Awaited<ReturnType<typeof activity.events>> = await activity.events(
      project,
      cursor === "" ? {} : { cursor },
    );
    expect(page.data.length).toBeLessThanOrEqual(limits.eventsPerPage);
    all.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(all).toHaveLength(60 * 2 + 1 + 2);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(all.slice(0, 2)).toMatchObject([
    { kind: "limitReached", userId: null, data: { code: "ROOM_FULL" } },
    { kind: "entryRefused", userId: "mallory", data: { code: "UNAUTHORIZED_ROOM_ACCESS" } },
  ]);
  const count = async (search: Parameters<typeof activity.events>[1]) =>
    (await activity.events(project, search)).data.length;
  expect(await count({ kind: "limitReached,entryRefused" })).toBe(3);
  expect(await count({ kind: "userEntered", roomId: "room 1", userId: "user 1" })).toBe(10);
  expect(await count({ from: "2026-11-03T12:00:10.000Z", to: "2026-11-03T12:00:12.000Z" })).toBe(4);
  await expect(count({ kind: "dogEntered" })).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
  await expect(count({ cursor: "x" })).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
  const errors = (await activity.overview(project)).recentErrors;
  expect(errors.map(({ code, count: times }) => [code, times])).toEqual([
    ["ROOM_FULL", 1],
    ["TRY_AGAIN_LATER", 1],
    ["UNAUTHORIZED_ROOM_ACCESS", 1],
  ]);
});

test("[AV6] requests are found by status, method, path and error", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { writer, activity } = here;
  const answered = (id: string, status: number, method = "GET", path = "/v2/rooms", errorCode: string | null = null) =>
    writer.requestAnswered({ project, id, method, path, status, durationMs: 1.25, key: "abcd", errorCode });
  answered("1", 200);
  answered("2", 404, "GET", "/v2/rooms/{roomId}", "ROOM_NOT_FOUND");
  answered("3", 200, "POST", "/v2/authorize-user");
  const ids = async (search: Parameters<typeof activity.requests>[1]) =>
    (await activity.requests(project, search)).data.map(({ id }) => id);
  expect((await activity.requests(project, { status: "4xx" })).data).toEqual([
    {
      id: "2",
      at: "2026-11-03T12:00:00.000Z",
      method: "GET",
      path: "/v2/rooms/{roomId}",
      url: null,
      status: 404,
      durationMs: 1.25,
      key: "abcd",
      errorCode: "ROOM_NOT_FOUND",
    },
  ]);
  expect(await ids({ method: "GET" })).toEqual(["2", "1"]);
  expect(await ids({ path: "/v2/authorize-user" })).toEqual(["3"]);
  expect(await ids({ errorCode: "ROOM_NOT_FOUND" })).toEqual(["2"]);
  expect([...(await activity.marks(project)).keys()]).toEqual(["tokenIssued"]);
});

test("[AV7] first steps are recorded with the time of their first occurrence", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, activity, enter } = here;
  const first = clock.now();
  enter("a", "ada");
  await clock.advance(hour);
  enter("a", "bob");
  enter("a", "cyd");
  await activity.setMark(project, "dismissed", true);
  expect(await activity.marks(project)).toEqual(
    new Map([
      ["firstConnection", first],
      ["roomWithTwoPeople", first + hour],
      ["dismissed", first + hour],
    ]),
  );
  await activity.setMark(project, "dismissed", false);
  expect((await activity.marks(project)).has("dismissed")).toBe(false);
  expect(await activity.latestRoom(project)).toBe("a");
});

test("[AV8] activity beyond the plan's retention is deleted, and a deleted project leaves nothing behind", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, activity, enter, store } = here;
  enter("a", "ada").left(1000);
  await clock.advance(4 * day);
  enter("a", "ada").left(1000);
  await activity.overview(project);
  const count = async () => (await activity.events(project, {})).data.length;
  expect(await count()).toBe(4);
  await store.projects.insertProject(newProject(project));
  await activity.sweep([{ id: project, retentionDays: 3 }]);
  expect(await count()).toBe(2);
  await store.activity.sweep(project, {
    before: 0,
    most: 1,
    mostContents: 1,
    samplesBefore: 0,
    mostRooms: 1_000,
    today: 0,
  });
  expect(await count()).toBe(0);
  enter("b", "eve", elsewhere).left(1000);
  expect((await activity.usage([{ id: elsewhere, name: "" }], plans.Free)).usage.currentPeriodActiveUsers).toBe(1);
  await activity.sweep([]);
  expect((await activity.usage([{ id: elsewhere, name: "" }], plans.Free)).usage.currentPeriodActiveUsers).toBe(0);
  expect((await activity.usage(named, plans.Free)).usage.currentPeriodActiveUsers).toBe(1);
  await activity.forget(project);
  expect((await activity.usage(named, plans.Free)).usage.currentPeriodActiveUsers).toBe(0);
});

test("[AV9] one project's events cannot crowd out another's, and none beyond the bound is kept", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { activity, enter, store } = here;
  for (let n = 0; n < limits.eventsAtOnce; n++) enter("a", `u${n}`);
  enter("b", "eve", elsewhere);
  await activity.overview(project);
  expect((await activity.events(elsewhere, {})).data).toHaveLength(1);
  expect(await store.activity.events(project, {}, { limit: 10_000 })).toHaveLength(limits.eventsAtOnce);
  const { usage } = await activity.usage(named, plans.Free);
  expect(usage.currentPeriodActiveUsers).toBe(limits.eventsAtOnce);
});

test("followers are notified at once, of their project only", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { writer, enter } = here;
  const told: string[] = [];
  const follower = { event: ({ kind }: { kind: string }) => void told.push(kind), request: () => {} };
  const following = writer.follow(project, follower);
  enter("a", "ada").left(1000);
  enter("a", "ada", elsewhere);
  following[Symbol.dispose]();
  enter("a", "ada");
  expect(told).toEqual(["userEntered", "userLeft"]);
});

test("statistics count rooms and the people of the last 24 hours", async () => {
  await using here = await world("2026-11-03T23:00:00.000Z");
  const { activity, clock, enter, store } = here;
  await store.rooms.insert(project, newRoom("a"));
  enter("a", "ada").left(1000);
  await clock.advance(2 * hour);
  enter("a", "bob").left(1000);
  enter("a", "cyd");
  await clock.advance(22.5 * hour);
  const found = (await activity.statistics([project])).get(project)!;
  expect(found).toMatchObject({ rooms: 1, connectedNow: 1, activeUsers24h: 2 });
  expect(found.activeUsersByDay.slice(-2)).toEqual([1, 2]);
});

test("[AV8] contents of requests are deleted before their entries, and nothing is left of expired ones", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, writer, activity, store } = here;
  const answer = (id: string) =>
    writer.requestAnswered(
      { project, id, method: "GET", path: "/v2/rooms", status: 200, durationMs: 1, key: null, errorCode: null },
      { contents: { endpoint: "list-rooms", describe: () => JSON.stringify({ url: `/v2/rooms?${id}` }) } },
    );
  for (const id of ["one", "two"]) {
    answer(id);
    await clock.advance(minute);
  }
  const urls = () =>
    Promise.all(["one", "two"].map(async (id) => (await activity.request(project, id)).contents?.url ?? null));
  const counted = async () => {
    const { counts } = await activity.requestCounts(project, {}, 30);
    return counts["2xx"].reduce((sum, count) => sum + count);
  };
  expect([await urls(), await counted()]).toEqual([["/v2/rooms?one", "/v2/rooms?two"], 2]);
  await store.activity.sweep(project, {
    before: 0,
    most: 10,
    mostContents: 1,
    samplesBefore: 0,
    mostRooms: 1_000,
    today: 0,
  });
  expect([await urls(), await counted()]).toEqual([[null, "/v2/rooms?two"], 2]);
  await store.activity.sweep(project, {
    before: clock.now(),
    most: 10,
    mostContents: 10,
    samplesBefore: 0,
    mostRooms: 1_000,
    today: 0,
  });
  await expect(urls()).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await counted()).toBe(0);
  const place = { at: clock.now() - minute, id: "two" };
  expect(await store.activity.contents(project, place)).toBeUndefined();
});

test("[AV4] counts of requests in a failed batch are written with the next one, once", async () => {
  await using here = await world("2026-11-03T12:00:00.000Z");
  const { clock, writer, activity, writes } = here;
  const answer = (id: string) =>
    writer.requestAnswered(
      { project, id, method: "GET", path: "/v2/rooms", status: 503, durationMs: 1, key: null, errorCode: null },
      { contents: { endpoint: "list-rooms", describe: () => "{}" } },
    );
  writes.failing = true;
  answer("one");
  await clock.advance(5_000);
  answer("two");
  writes.failing = false;
  await clock.advance(5_000);
  const { counts, unlisted } = await activity.requestCounts(project, {}, 30);
  expect([counts["5xx"].reduce((sum, count) => sum + count), unlisted]).toEqual([2, 0]);
  expect((await activity.request(project, "one")).contents).toEqual({});
});
