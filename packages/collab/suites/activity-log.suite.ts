import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  ActivityRecords,
  EventFilter,
  EventRecord,
  LogPage,
  RequestFilter,
  RequestRecord,
} from "../src/activity/activity-records.ts";
import { minuteMs, noActivity } from "../src/activity/activity-records.ts";
import {
  contentsOf,
  newDay,
  newEvent,
  newMinute,
  newRequest,
  newSample,
  otherProject,
  project,
} from "./activity-batch.ts";
import type { OpenActivityRecords } from "./activity-records-under-test.ts";
import { propertyOptions } from "./property-options.ts";
import { farInstant, newestFirst, pagesOf, textsInOrder } from "./sort-order.ts";

const awkward = `It's "quoted" \\ %_ 😀 é`;
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** What is read of the logs of events and requests, and of the counts beside them. */
export function activityLogSuite(open: OpenActivityRecords): void {
  const events = (activity: ActivityRecords, filter: EventFilter = {}, page: Partial<LogPage> = {}, of = project) =>
    activity.events(of, filter, { limit: 100, ...page });
  const requests = (activity: ActivityRecords, filter: RequestFilter = {}, page: Partial<LogPage> = {}, of = project) =>
    activity.requests(of, filter, { limit: 100, ...page });
  const tell = (activity: ActivityRecords, ...told: readonly EventRecord[]) =>
    activity.write({ ...noActivity, events: told });
  const answer = (activity: ActivityRecords, ...answered: readonly RequestRecord[]) =>
    activity.write({ ...noActivity, requests: answered });

  describe("a batch", () => {
    test("of nothing changes nothing", async () => {
      await using under = await open();
      await under.activity.write(noActivity);
      expect([await events(under.activity), await requests(under.activity)]).toEqual([[], []]);
    });

    test("is written whole or not at all", async () => {
      await using under = await open();
      const { activity } = under;
      // The last of its tables refuses its row.
      const broken = { project, mark: "copiedKey", at: null as unknown as number } as const;
      const batch = {
        ...noActivity,
        events: [newEvent("a")],
        requests: [newRequest("a")],
        minutes: [newMinute(0, { done: 1 })],
        days: [newDay(0, { messages: 1 })],
        samples: [newSample(0, { messages: 1 })],
        users: [{ project, day: 0, id: "ada", connections: 1 }],
      };
      await expect(activity.write({ ...batch, marks: [broken] })).rejects.toThrow();
      const seen = async () => [
        await events(activity),
        await requests(activity),
        await activity.minutes(project, 0, minuteMs, minuteMs),
        await activity.days(project, 0, 1),
        await activity.samples(project, 0, minuteMs, minuteMs),
        await activity.active(project, "users", 0, 1),
        await activity.monthlyUsers(project, "1970-01", "1970-01"),
      ];
      expect(await seen()).toEqual([[], [], [], [], [], 0, []]);
      await activity.write(batch);
      expect((await seen()).map((one) => (Array.isArray(one) ? one.length : one))).toEqual([1, 1, 1, 1, 1, 1, 1]);
    });

    test("holds many rows of each kind", async () => {
      await using under = await open();
      const many = Array.from({ length: 1_500 }, (_, n) => String(n).padStart(4, "0"));
      await under.activity.write({
        ...noActivity,
        events: many.map((id) => newEvent(id)),
        requests: many.map((id) => newRequest(id)),
        contents: many.map((id) => contentsOf(newRequest(id))),
      });
      expect(ids(await events(under.activity, {}, { limit: 2_000 }))).toEqual(many.toReversed());
      expect(await requests(under.activity, {}, { limit: 2_000 })).toHaveLength(1_500);
      expect(await under.activity.contents(project, { at: 1, id: "1499" })).toBeDefined();
    });
  });

  describe("events", () => {
    test("are found as they happened, whatever they hold or lack", async () => {
      await using under = await open();
      const { activity } = under;
      const data = JSON.parse(`{"__proto__":1,"n":0.1,"list":[null,{"é":"😀"}],"text":${JSON.stringify(awkward)}}`);
      const full = newEvent("a", {
        at: farInstant,
        kind: "connectionLost",
        room: awkward,
        user: awkward,
        connection: 2 ** 31 + 7,
        code: "1006",
        data,
      });
      const bare = newEvent("b", { at: 0, room: "", user: "", connection: 0 });
      await tell(activity, bare, full);
      expect(await events(activity)).toEqual([full, bare]);
      expect(JSON.stringify((await activity.event(project, "a"))?.data)).toBe(JSON.stringify(data));
      expect(await activity.event(project, "b")).toEqual(bare);
    });

    test("are those of one project, and an unknown one has none", async () => {
      await using under = await open();
      const { activity } = under;
      const [here, there] = [newEvent("a", { room: "here" }), newEvent("a", { project: otherProject, room: "there" })];
      await tell(activity, here, there);
      expect([await events(activity), await events(activity, {}, {}, otherProject)]).toEqual([[here], [there]]);
      expect([await activity.event(project, "a"), await activity.event(otherProject, "a")]).toEqual([here, there]);
      expect(await events(activity, {}, {}, "p" as typeof project)).toEqual([]);
      for (const id of ["A", "", "b"]) expect(await activity.event(project, id)).toBeUndefined();
    });

    test("that come twice are there once, as they came first", async () => {
      await using under = await open();
      const [first, second] = [newEvent("a", { room: "first" }), newEvent("b")];
      await tell(under.activity, first);
      await tell(under.activity, newEvent("a", { room: "second" }), second);
      expect(await events(under.activity)).toEqual([second, first]);
    });

    test("come the newest first, and those of one instant by their ids, highest first", async () => {
      await using under = await open();
      const { activity } = under;
      await tell(activity, ...textsInOrder.toSorted().map((id) => newEvent(id, { at: farInstant })));
      await tell(activity, newEvent("older", { at: farInstant - 1 }), newEvent("newer", { at: farInstant + 1 }));
      expect(ids(await events(activity))).toEqual(["newer", ...textsInOrder.toReversed(), "older"]);
      const after = { at: farInstant, id: "a" };
      expect(ids(await events(activity, {}, { after }))).toEqual(["_", "A", "0", "-", "older"]);
    });

    test("are listed from an instant on, and up to before another", async () => {
      await using under = await open();
      const { activity } = under;
      const at = (n: number) => farInstant + n;
      await tell(activity, ...[0, 1, 2, 3, 4].map((n) => newEvent(String(n), { at: at(n) })));
      expect(ids(await events(activity, {}, { from: at(1), to: at(3) }))).toEqual(["2", "1"]);
      expect(ids(await events(activity, {}, { from: at(3) }))).toEqual(["4", "3"]);
      expect(ids(await events(activity, {}, { to: at(1) }))).toEqual(["0"]);
      expect(ids(await events(activity, {}, { from: at(2), to: at(2) }))).toEqual([]);
      expect(ids(await events(activity, {}, { from: at(1), to: at(4), after: { at: at(3), id: "3" } }))).toEqual([
        "2",
        "1",
      ]);
    });

    test("are found by their kinds, room, user and connection, each exactly", async () => {
      await using under = await open();
      const { activity } = under;
      await tell(
        activity,
        newEvent("a", { at: 5, kind: "userEntered", room: "Room", user: "ada", connection: 0 }),
        newEvent("b", { at: 4, kind: "userLeft", room: "room", user: "Ada", connection: 1 }),
        newEvent("c", { at: 3, kind: "roomCreated", room: "room%", connection: null }),
        newEvent("d", { at: 2, kind: "userEntered", room: "", user: "" }),
        newEvent("e", { at: 1, kind: "roomDeleted" }),
      );
      const found = async (filter: EventFilter) => ids(await events(activity, filter)).join("");
      expect(await found({ kinds: ["userEntered"] })).toBe("ad");
      expect(await found({ kinds: ["roomDeleted", "userLeft", "versionCreated"] })).toBe("be");
      expect(await found({ kinds: ["versionCreated"] })).toBe("");
      expect([await found({ room: "room" }), await found({ room: "" }), await found({ room: "%" })]).toEqual([
        "b",
        "d",
        "",
      ]);
      expect([await found({ user: "ada" }), await found({ user: "" }), await found({ user: "a" })]).toEqual([
        "a",
        "d",
        "",
      ]);
      expect([await found({ connection: 0 }), await found({ connection: 2 })]).toEqual(["a", ""]);
      expect(await found({ kinds: ["userEntered"], room: "Room", user: "ada", connection: 0 })).toBe("a");
      expect(await found({ kinds: ["userLeft"], room: "Room" })).toBe("");
    });

    test("are found by a text in their room, user, code or data, in either case, which is no pattern", async () => {
      await using under = await open();
      const { activity } = under;
      await tell(
        activity,
        newEvent("a", { at: 6, room: "Board-7" }),
        newEvent("b", { at: 5, user: "boarder" }),
        newEvent("c", { at: 4, code: "BOARD_FULL" }),
        newEvent("d", { at: 3, data: { reason: "on Board" } }),
        newEvent("e", { at: 2, room: String.raw`100%_\x`, kind: "userLeft" }),
        newEvent("f", { at: 1, user: "é😀", data: { roomId: "other" } }),
      );
      const found = async (text: string) => ids(await events(activity, { text })).join("");
      expect([await found("board"), await found("BOARD"), await found("board-7")]).toEqual(["abcd", "abcd", "a"]);
      expect([await found("0%_"), await found(String.raw`_\x`), await found("%b"), await found("b_a")]).toEqual([
        "e",
        "e",
        "",
        "",
      ]);
      expect([await found("é😀"), await found("😀"), await found("OTHER")]).toEqual(["f", "f", "f"]);
      // Neither the kind nor the id is searched.
      expect([await found("userLeft"), await found("nothing of it")]).toEqual(["", ""]);
      expect(ids(await events(activity, { text: "board", user: "boarder" }))).toEqual(["b"]);
    });

    test("by every filter, page by page, are those that a look at all would find", async () => {
      const draft = fc.record({
        at: fc.constantFrom(0, 1, farInstant),
        id: fc.constantFrom(...textsInOrder),
        kind: fc.constantFrom("userEntered" as const, "userLeft" as const, "entryRefused" as const),
        room: fc.constantFrom(null, "a", "b"),
        user: fc.constantFrom(null, "ada", "bob"),
        connection: fc.constantFrom(null, 0, 1),
      });
      const filter = fc.record(
        {
          kinds: fc.constantFrom<EventFilter["kinds"]>(["userEntered"], ["userLeft", "entryRefused"]),
          room: fc.constantFrom("a", "b"),
          user: fc.constantFrom("ada", "eve"),
          connection: fc.constantFrom(0, 1),
        },
        { requiredKeys: [] },
      );
      const bounds = fc.record(
        { from: fc.constantFrom(0, 1), to: fc.constantFrom(1, farInstant) },
        { requiredKeys: [] },
      );
      const fits = (one: EventRecord, { kinds, room, user, connection }: EventFilter, { from, to }: Partial<LogPage>) =>
        (kinds === undefined || kinds.includes(one.kind)) &&
        (room === undefined || room === one.room) &&
        (user === undefined || user === one.user) &&
        (connection === undefined || connection === one.connection) &&
        (from === undefined || one.at >= from) &&
        (to === undefined || one.at < to);
      await using under = await open();
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(draft, { maxLength: 15, selector: ({ at, id }) => `${at} ${id}` }),
          fc.array(fc.tuple(filter, bounds), { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 4 }),
          async (drafts, asked, limit) => {
            const of = `run ${runs++}` as typeof project;
            const told = drafts.map((one) => newEvent(one.id, { ...one, project: of }));
            await tell(under.activity, ...told);
            for (const [by, within] of asked) {
              const page = (after: LogPage["after"]) => events(under.activity, by, { ...within, limit, after }, of);
              expect(await pagesOf(page, limit)).toEqual(
                told.filter((one) => fits(one, by, within)).toSorted(newestFirst),
              );
            }
          },
        ),
        propertyOptions(50),
      );
    });
  });

  describe("requests", () => {
    test("are found as they were answered, in their project alone", async () => {
      await using under = await open();
      const { activity } = under;
      const full = newRequest("a", {
        at: farInstant,
        method: "PATCH",
        path: "/v2/rooms/{roomId}/storage/json-patch",
        status: 503,
        // More digits than a number of 32 bits has.
        durationMs: 1_234_567.89,
        key: "_-😀",
        errorCode: "SERVICE_UNAVAILABLE",
      });
      const bare = newRequest("b", { at: 0, durationMs: 0 });
      const elsewhere = newRequest("a", { project: otherProject });
      await answer(activity, bare, full, elsewhere);
      expect(await requests(activity)).toEqual([full, bare]);
      expect([await activity.request(project, "a"), await activity.request(otherProject, "a")]).toEqual([
        full,
        elsewhere,
      ]);
      expect(await activity.request(otherProject, "b")).toBeUndefined();
      expect(await requests(activity, {}, {}, "p" as typeof project)).toEqual([]);
    });

    test("a request is listed with the address that was asked for, where its contents are kept", async () => {
      await using under = await open();
      const { activity } = under;
      const kept = newRequest("kept", { at: 2 });
      const lost = newRequest("lost", { at: 1 });
      const url = "/v2/rooms/a%2Fb?limit=5";
      const contents = {
        ...contentsOf(kept),
        contents: JSON.stringify({ url, headers: [], body: { text: "\u0000" } }),
      };
      await activity.write({ ...noActivity, requests: [kept, lost], contents: [contents] });
      expect(await activity.requests(project, {}, { limit: 5 })).toEqual([{ ...kept, url }, lost]);
      expect(await activity.request(project, "kept")).toEqual({ ...kept, url });
    });

    test("that come twice are there once, as they came first", async () => {
      await using under = await open();
      const { activity } = under;
      const first = newRequest("a", { status: 201 });
      await activity.write({ ...noActivity, requests: [first], contents: [contentsOf(first)] });
      const again = { ...contentsOf(first), contents: "{}" };
      await activity.write({ ...noActivity, requests: [newRequest("a", { status: 500 })], contents: [again] });
      expect(await requests(activity)).toEqual([first]);
      expect(await activity.contents(project, first)).toEqual(contentsOf(first));
    });

    test("come the newest first, within bounds of time, page by page", async () => {
      await using under = await open();
      const { activity } = under;
      await answer(activity, ...textsInOrder.toSorted().map((id) => newRequest(id, { at: farInstant })));
      await answer(activity, newRequest("older", { at: farInstant - 1 }), newRequest("newer", { at: farInstant + 1 }));
      const all = ["newer", ...textsInOrder.toReversed(), "older"];
      for (const limit of [1, 2, 4, 11, 12]) {
        const page = (after: LogPage["after"]) => requests(activity, {}, { limit, after });
        expect(ids(await pagesOf(page, limit))).toEqual(all);
      }
      expect(ids(await requests(activity, {}, { from: farInstant, to: farInstant + 1 }))).toEqual(
        textsInOrder.toReversed(),
      );
    });

    test("are found by the class of their status, method, path, code, key and id", async () => {
      await using under = await open();
      const { activity } = under;
      const statuses = [199, 200, 299, 300, 399, 404, 499, 500, 599];
      await answer(activity, ...statuses.map((status) => newRequest(String(status), { at: status, status })));
      const classes = await Promise.all(
        [1, 2, 3, 4, 5].map(async (statusClass) => ids(await requests(activity, { statusClass }))),
      );
      expect(classes).toEqual([["199"], ["299", "200"], ["399", "300"], ["499", "404"], ["599", "500"]]);

      await answer(
        activity,
        newRequest("a", {
          method: "POST",
          path: "/v2/rooms/{roomId}",
          key: "wxyz",
          errorCode: "CONFLICT",
          status: 409,
        }),
        newRequest("b", { method: "DELETE", path: String.raw`/odd/100%_\x`, key: "WXYZ", status: 600 }),
      );
      const found = async (filter: RequestFilter) => ids(await requests(activity, filter));
      expect([await found({ method: "POST" }), await found({ method: "post" })]).toEqual([["a"], []]);
      expect([await found({ path: "{roomId}" }), await found({ path: "%" }), await found({ path: "0%_" })]).toEqual([
        ["a"],
        ["b"],
        ["b"],
      ]);
      expect([await found({ path: String.raw`\x` }), await found({ path: "r_oms" })]).toEqual([["b"], []]);
      expect([await found({ key: "wxyz" }), await found({ key: "xyz" })]).toEqual([["a"], []]);
      expect([await found({ errorCode: "CONFLICT" }), await found({ errorCode: "CON" })]).toEqual([["a"], []]);
      expect([await found({ id: "b" }), await found({ id: "B" })]).toEqual([["b"], []]);
      expect(await found({ statusClass: 4, method: "POST", path: "/v2", key: "wxyz", id: "a" })).toEqual(["a"]);
      expect(await found({ statusClass: 5, method: "POST" })).toEqual([]);
    });

    test("show what was in them by their project, instant and id together", async () => {
      await using under = await open();
      const { activity } = under;
      const kept = { ...contentsOf(newRequest("a", { at: farInstant })), contents: JSON.stringify({ text: awkward }) };
      const elsewhere = contentsOf(newRequest("a", { at: farInstant, project: otherProject }));
      await activity.write({ ...noActivity, contents: [kept, elsewhere] });
      expect(await activity.contents(project, { at: farInstant, id: "a" })).toEqual(kept);
      expect(await activity.contents(otherProject, { at: farInstant, id: "a" })).toEqual(elsewhere);
      expect(await activity.contents(project, { at: farInstant + 1, id: "a" })).toBeUndefined();
      expect(await activity.contents(project, { at: farInstant, id: "b" })).toBeUndefined();
      // It needs no line in the log: it may outlive it, or not come with one.
      expect(await requests(activity)).toEqual([]);
    });
  });

  describe("minutes of requests", () => {
    const base = Math.floor(farInstant / minuteMs) * minuteMs;
    const minute = (n: number) => base + n * minuteMs;

    test("add up, also beyond 32 bits", async () => {
      await using under = await open();
      const { activity } = under;
      const large = newMinute(base, { done: 2 ** 31, redirected: 1, refused: 2, failed: 3, unlisted: 2 ** 40 });
      for (let n = 0; n < 2; n++) await activity.write({ ...noActivity, minutes: [large] });
      await activity.write({ ...noActivity, minutes: [newMinute(base, { project: otherProject, done: 7 })] });
      expect(await activity.minutes(project, base, minute(1), minuteMs)).toEqual([
        newMinute(base, { done: 2 ** 32, redirected: 2, refused: 4, failed: 6, unlisted: 2 ** 41 }),
      ]);
    });

    test("are taken together by steps that begin where it was asked from, the empty ones left out", async () => {
      await using under = await open();
      const { activity } = under;
      const minutes = [0, 1, 2, 3, 7].map((n) => newMinute(minute(n), { done: 10 ** n, failed: 1 }));
      await activity.write({ ...noActivity, minutes });
      const steps = async (from: number, to: number, each: number) =>
        (await activity.minutes(project, minute(from), minute(to), each * minuteMs)).map(({ at, done, failed }) => [
          (at - base) / minuteMs,
          done,
          failed,
        ]);
      expect(await steps(0, 8, 1)).toHaveLength(5);
      expect(await steps(0, 8, 2)).toEqual([
        [0, 11, 2],
        [2, 1_100, 2],
        [6, 10_000_000, 1],
      ]);
      expect(await steps(1, 8, 3)).toEqual([
        [1, 1_110, 3],
        [7, 10_000_000, 1],
      ]);
      // From is within, to is not.
      expect(await steps(1, 3, 5)).toEqual([[1, 110, 2]]);
      expect(await steps(4, 7, 1)).toEqual([]);
    });
  });

  describe("what is read from both logs", () => {
    test("users who came or went since an instant are named once each, and no more than asked for", async () => {
      await using under = await open();
      const { activity } = under;
      await tell(
        activity,
        newEvent("a", { at: farInstant, kind: "userEntered", user: "ada" }),
        newEvent("b", { at: farInstant + 1, kind: "userLeft", user: "ada" }),
        newEvent("c", { at: farInstant, kind: "userLeft", user: "bob" }),
        newEvent("d", { at: farInstant, kind: "userEntered", user: null }),
        newEvent("e", { at: farInstant - 1, kind: "userEntered", user: "old" }),
        newEvent("f", { at: farInstant, kind: "entryRefused", user: "refused" }),
        newEvent("g", { at: farInstant, project: otherProject, user: "other" }),
        newEvent("h", { at: farInstant, user: "Ada" }),
      );
      const seen = await activity.usersSeen(project, farInstant, 10);
      expect([...seen].sort()).toEqual(["Ada", "ada", "bob"]);
      expect(await activity.usersSeen(project, farInstant, 2)).toHaveLength(2);
      expect(await activity.usersSeen(project, farInstant + 2, 10)).toEqual([]);
    });

    test("errors of events and requests are counted by code, the most frequent first", async () => {
      await using under = await open();
      const { activity } = under;
      const failed = (id: string, errorCode: string | null, at = farInstant) => newRequest(id, { at, errorCode });
      const lost = (id: string, code: string | null, at = farInstant) =>
        newEvent(id, { at, code, kind: "connectionLost" });
      await activity.write({
        ...noActivity,
        requests: [
          failed("1", "BOTH"),
          failed("2", "BOTH", farInstant + 9),
          failed("3", "z"),
          failed("4", null),
          failed("5", "OLD", farInstant - 1),
          newRequest("6", { at: farInstant, project: otherProject, errorCode: "OTHER" }),
        ],
        events: [
          lost("1", "BOTH", farInstant + 5),
          newEvent("2", { at: farInstant, code: "\u{fb00}", kind: "entryRefused" }),
          newEvent("3", { at: farInstant, code: "😀", kind: "limitReached" }),
          newEvent("4", { at: farInstant, code: "NO_ERROR", kind: "userLeft" }),
          lost("5", null),
          lost("6", "A"),
        ],
      });
      const expected = [
        { code: "BOTH", count: 3, lastAt: farInstant + 9 },
        ...["A", "z", "\u{fb00}", "😀"].map((code) => ({ code, count: 1, lastAt: farInstant })),
      ];
      expect(await activity.errors(project, farInstant, 10)).toEqual(expected);
      expect(await activity.errors(project, farInstant, 2)).toEqual(expected.slice(0, 2));
      expect(await activity.errors(project, farInstant + 10, 10)).toEqual([]);
    });

    test("errors of sockets are those of events, within a time", async () => {
      await using under = await open();
      const { activity } = under;
      const kinds = ["connectionLost", "entryRefused", "limitReached", "userLeft"] as const;
      const told = kinds.flatMap((kind, n) =>
        [0, 1, 2].map((at) =>
          newEvent(`${kind} ${at}`, { at: farInstant + at, kind, code: n === 1 ? "4001" : "1006" }),
        ),
      );
      await activity.write({
        ...noActivity,
        events: [...told, newEvent("x", { at: farInstant, kind: "connectionLost", code: null })],
        requests: [newRequest("1", { at: farInstant, errorCode: "1006" })],
      });
      expect(await activity.socketErrors(project, farInstant, farInstant + 2, 10)).toEqual([
        { code: "1006", count: 4 },
        { code: "4001", count: 2 },
      ]);
      expect(await activity.socketErrors(project, farInstant + 2, farInstant + 3, 1)).toEqual([
        { code: "1006", count: 2 },
      ]);
      expect(await activity.socketErrors(otherProject, 0, farInstant * 2, 10)).toEqual([]);
    });
  });
}
