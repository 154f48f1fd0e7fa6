import type { CopilotId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { counted, dayMs, dayOf, noActivity, sampleMs } from "../src/activity/activity-records.ts";
import type { ActivityRecords, Counts, Day } from "../src/activity/activity-records.ts";
import { newDay, newRoomUsage, newSample, otherProject, project } from "./activity-batch.ts";
import type { OpenActivityRecords } from "./activity-records-under-test.ts";
import { farInstant, textsInOrder } from "./sort-order.ts";

/** The first of November 2026. */
const november: Day = dayOf(Date.UTC(2026, 10, 1));

/** Counts that differ from each other, so that none is taken for another. */
function countsFrom(first: number): Counts {
  return Object.fromEntries(counted.map((name, n) => [name, first + n])) as Counts;
}
const twice = (counts: Counts): Counts => Object.fromEntries(counted.map((name) => [name, 2 * counts[name]])) as Counts;

/** What is counted of projects by day and by sample, and who was there. */
export function activityUsageSuite(open: OpenActivityRecords): void {
  /** Users, or rooms, of a day: `ada` came once, `bob` as often as said. */
  const come = (
    activity: ActivityRecords,
    what: "users" | "rooms",
    day: Day,
    found: Readonly<Record<string, number>>,
  ) =>
    activity.write({
      ...noActivity,
      [what]: Object.entries(found).map(([id, connections]) => ({ project, day, id, connections })),
    });

  describe("days", () => {
    test("add up, keep the larger peak and the later instant, and hold more than 32 bits", async () => {
      await using under = await open();
      const { activity } = under;
      const counts = countsFrom(2 ** 40);
      const first = newDay(november, { ...counts, peakRoomConnections: 9, lastAt: farInstant });
      await activity.write({ ...noActivity, days: [first] });
      expect(await activity.days(project, november, november + 1)).toEqual([first]);
      await activity.write({
        ...noActivity,
        days: [newDay(november, { ...counts, peakRoomConnections: 7, lastAt: farInstant - 1 })],
      });
      const added = { ...first, ...twice(counts) };
      expect(await activity.days(project, november, november + 1)).toEqual([added]);
      await activity.write({
        ...noActivity,
        days: [newDay(november, { peakRoomConnections: 10, lastAt: farInstant + 1 })],
      });
      expect(await activity.days(project, november, november + 1)).toEqual([
        { ...added, peakRoomConnections: 10, lastAt: farInstant + 1 },
      ]);
    });

    test("of one batch add up as those of several do", async () => {
      await using under = await open();
      const day = newDay(november, { messages: 2, peakRoomConnections: 3, lastAt: 5 });
      await under.activity.write({ ...noActivity, days: [day, { ...day, peakRoomConnections: 4 }] });
      expect(await under.activity.days(project, november, november + 1)).toEqual([
        { ...day, messages: 4, peakRoomConnections: 4 },
      ]);
    });

    test("are listed oldest first, from a day to before another, in their project alone", async () => {
      await using under = await open();
      const { activity } = under;
      const days = [4, 0, 2, 1].map((n) => newDay(november + n, { messages: n, lastAt: n }));
      await activity.write({
        ...noActivity,
        days: [...days, newDay(november + 1, { project: otherProject, messages: 99, lastAt: 50 })],
      });
      const listed = async (from: number, to: number) =>
        (await activity.days(project, november + from, november + to)).map(({ day }) => day - november);
      expect(await listed(0, 5)).toEqual([0, 1, 2, 4]);
      expect([await listed(1, 4), await listed(3, 4), await listed(2, 2)]).toEqual([[1, 2], [], []]);
      expect(await activity.days(otherProject, november, november + 9)).toMatchObject([{ messages: 99 }]);
    });

    test("say when something last happened, on the newest of them", async () => {
      await using under = await open();
      const { activity } = under;
      expect(await activity.lastAt(project)).toBeUndefined();
      await activity.write({ ...noActivity, days: [newDay(november + 1, { lastAt: farInstant })] });
      await activity.write({ ...noActivity, days: [newDay(november, { lastAt: farInstant - dayMs })] });
      expect(await activity.lastAt(project)).toBe(farInstant);
      expect(await activity.lastAt(otherProject)).toBeUndefined();
    });
  });

  describe("samples", () => {
    const base = Math.floor(farInstant / sampleMs) * sampleMs;
    const sample = (n: number) => base + n * sampleMs;

    test("add up counts and times, and keep the most of what is at once", async () => {
      await using under = await open();
      const { activity } = under;
      const counts = countsFrom(2 ** 32);
      const written = newSample(base, {
        ...counts,
        connectionsMax: 5,
        connectionMs: 2 ** 40,
        roomMs: 2 ** 41,
        activeUsers: 3,
        activeRooms: 2,
      });
      await activity.write({ ...noActivity, samples: [written] });
      expect(await activity.samples(project, base, sample(1), sampleMs)).toEqual([written]);
      await activity.write({
        ...noActivity,
        samples: [{ ...written, connectionsMax: 4, activeUsers: 4, activeRooms: 1 }],
      });
      expect(await activity.samples(project, base, sample(1), sampleMs)).toEqual([
        { ...written, ...twice(counts), connectionMs: 2 ** 41, roomMs: 2 ** 42, activeUsers: 4 },
      ]);
    });

    test("are taken together by steps that begin where it was asked from, the empty ones left out", async () => {
      await using under = await open();
      const { activity } = under;
      const samples = [0, 1, 2, 3, 7].map((n) =>
        newSample(sample(n), {
          messages: 10 ** n,
          connectionsMax: n,
          connectionMs: 100,
          roomMs: 10,
          activeUsers: 9 - n,
          activeRooms: n % 3,
        }),
      );
      await activity.write({
        ...noActivity,
        samples: [...samples, newSample(sample(1), { project: otherProject, messages: 5 })],
      });
      const steps = (from: number, to: number, each: number) =>
        activity.samples(project, sample(from), sample(to), each * sampleMs);
      expect(await steps(0, 8, 1)).toEqual(samples);
      expect(await steps(0, 8, 4)).toEqual([
        newSample(base, {
          messages: 1_111,
          connectionsMax: 3,
          connectionMs: 400,
          roomMs: 40,
          activeUsers: 9,
          activeRooms: 2,
        }),
        { ...samples[4]!, at: sample(4) },
      ]);
      expect((await steps(1, 8, 3)).map(({ at, messages }) => [(at - base) / sampleMs, messages])).toEqual([
        [1, 1_110],
        [7, 10_000_000],
      ]);
      // From is within, to is not.
      expect((await steps(1, 3, 5)).map(({ messages }) => messages)).toEqual([110]);
      expect(await steps(4, 7, 1)).toEqual([]);
    });
  });

  describe.each(["users", "rooms"] as const)("active %s", (what) => {
    test("are counted once over several days, and once on each of them", async () => {
      await using under = await open();
      const { activity } = under;
      await come(activity, what, november, { ada: 1, Ada: 1 });
      await come(activity, what, november, { ada: 5 });
      await come(activity, what, november + 1, { ada: 1, bob: 1 });
      await come(activity, what, november + 3, { cleo: 1 });
      await activity.write({
        ...noActivity,
        [what]: [{ project: otherProject, day: november, id: "eve", connections: 1 }],
      });
      const active = (from: number, to: number) => activity.active(project, what, november + from, november + to);
      expect([await active(0, 1), await active(0, 2), await active(0, 4), await active(2, 3)]).toEqual([2, 3, 4, 0]);
      expect(await activity.activeByDay(project, what, november, november + 4)).toEqual([
        { day: november, count: 2 },
        { day: november + 1, count: 2 },
        { day: november + 3, count: 1 },
      ]);
      expect(await activity.activeByDay(project, what, november + 1, november + 3)).toEqual([
        { day: november + 1, count: 2 },
      ]);
      // Users are no rooms.
      expect(await activity.active(project, what === "users" ? "rooms" : "users", november, november + 9)).toBe(0);
    });

    test("that came most often come first, of equal ones those with the lowest id", async () => {
      await using under = await open();
      const { activity } = under;
      await come(activity, what, november, Object.fromEntries(textsInOrder.map((id) => [id, 1])));
      await come(activity, what, november, { busy: 2 ** 31, quiet: 1 });
      await come(activity, what, november + 1, { busy: 2 ** 31, z: 1 });
      await come(activity, what, november + 2, { later: 99 });
      const top = (from: number, to: number, limit: number) =>
        activity.top(project, what, november + from, november + to, limit);
      const found = await top(0, 2, 20);
      const onceEach = ["-", "0", "A", "_", "a", "quiet", "é", "\u{fb00}", "😀"];
      expect(found).toEqual([
        { id: "busy", connections: 2 ** 32 },
        { id: "z", connections: 2 },
        ...onceEach.map((id) => ({ id, connections: 1 })),
      ]);
      expect(await top(0, 2, 3)).toEqual(found.slice(0, 3));
      expect([await top(3, 9, 5), await top(2, 2, 5)]).toEqual([[], []]);
    });
  });

  describe("users of months", () => {
    test("are counted once, and as returning from their second day of the month on", async () => {
      await using under = await open();
      const { activity } = under;
      const october = november - 1;
      await come(activity, "users", october, { ada: 1, bob: 1 });
      await come(activity, "users", november, { ada: 1, bob: 1 });
      // Again on the same day, in another batch.
      await come(activity, "users", november, { ada: 7 });
      await come(activity, "users", november + 29, { ada: 1, cleo: 1 });
      await come(activity, "users", november + 30, { ada: 1 });
      await activity.write({
        ...noActivity,
        users: [{ project: otherProject, day: november, id: "eve", connections: 1 }],
        rooms: [{ project, day: november, id: "room", connections: 1 }],
      });
      const months = (from: string, to: string) => activity.monthlyUsers(project, from, to);
      const [before, month, after] = [
        { month: "2026-10", users: 2, returning: 0 },
        { month: "2026-11", users: 3, returning: 1 },
        { month: "2026-12", users: 1, returning: 0 },
      ];
      expect(await months("2026-10", "2026-12")).toEqual([before, month, after]);
      expect(await months("2026-11", "2026-11")).toEqual([month]);
      expect(await months("2027-01", "2027-12")).toEqual([]);
      await come(activity, "users", november + 1, { bob: 1 });
      expect(await months("2026-11", "2026-11")).toEqual([{ ...month, returning: 2 }]);
    });

    test("that come on several days of one batch are returning, and twice on one day are not", async () => {
      await using under = await open();
      const user = (id: string, day: Day) => ({ project, day, id, connections: 1 });
      await under.activity.write({
        ...noActivity,
        users: [user("ada", november), user("ada", november + 1), user("bob", november + 2), user("bob", november + 2)],
      });
      expect(await under.activity.monthlyUsers(project, "2026-11", "2026-11")).toEqual([
        { month: "2026-11", users: 2, returning: 1 },
      ]);
      expect(await under.activity.top(project, "users", november + 2, november + 3, 5)).toEqual([
        { id: "bob", connections: 2 },
      ]);
    });
  });

  describe("copilots", () => {
    test("add up what they used in each month, those with the most tokens first", async () => {
      await using under = await open();
      const { activity } = under;
      const used = (copilot: string | undefined, month: string, aiInputTokens: number, of = project) => ({
        project: of,
        month,
        copilot: copilot as CopilotId | undefined,
        aiMessages: 1,
        aiInputTokens,
        aiOutputTokens: 2,
      });
      const copilots = [
        used("co_1", "2026-11", 10),
        used("co_2", "2026-11", 5_000_000_000),
        used(undefined, "2026-11", 20),
        used("co_1", "2026-12", 1),
        used("co_1", "2026-11", 7, otherProject),
      ];
      await activity.write({ ...noActivity, copilots });
      await activity.write({ ...noActivity, copilots: [used("co_1", "2026-11", 11)] });
      expect(await activity.copilots(project, "2026-11")).toEqual([
        copilots[1],
        { ...copilots[0], aiMessages: 2, aiInputTokens: 21, aiOutputTokens: 4 },
        copilots[2],
      ]);
      expect(await activity.copilots(project, "2026-12")).toEqual([copilots[3]]);
      expect(await activity.copilots(otherProject, "2026-11")).toEqual([copilots[4]]);
      expect(await activity.copilots(otherProject, "2026-12")).toEqual([]);
    });

    test("count how their answers ended in each month", async () => {
      await using under = await open();
      const { activity } = under;
      const ended = (copilot: string | undefined, outcome: string, answers: number, month = "2026-11") => ({
        project,
        month,
        copilot: copilot as CopilotId | undefined,
        outcome,
        answers,
      });
      const outcomes = [
        ended("co_1", "total:1000", 2),
        ended(undefined, "total:1000", 1),
        ended("co_1", "failed:timedOut", 1),
      ];
      await activity.write({ ...noActivity, outcomes });
      await activity.write({
        ...noActivity,
        outcomes: [ended("co_1", "total:1000", 3), ended("co_1", "total:1000", 9, "2026-12")],
      });
      const found = await activity.outcomes(project, "2026-11");
      const byName = (one: { outcome: string; answers: number }) => `${one.outcome} ${one.answers}`;
      expect(found.map(byName).toSorted()).toEqual(["failed:timedOut 1", "total:1000 1", "total:1000 5"]);
      expect(await activity.outcomes(project, "2026-12")).toEqual([ended("co_1", "total:1000", 9, "2026-12")]);
      expect(await activity.outcomes(otherProject, "2026-11")).toEqual([]);
    });
  });

  describe("marks", () => {
    test("keep their first time, in a batch and by themselves, until they are taken away", async () => {
      await using under = await open();
      const { activity } = under;
      expect(await activity.marks(project)).toEqual(new Map());
      const mark = (at: number) => ({ ...noActivity, marks: [{ project, mark: "firstConnection", at } as const] });
      await activity.write(mark(farInstant));
      await activity.write(mark(farInstant - 1));
      await activity.mark(project, "firstConnection", farInstant + 1);
      await activity.mark(project, "dismissed", 5);
      expect(await activity.marks(project)).toEqual(
        new Map([
          ["firstConnection", farInstant],
          ["dismissed", 5],
        ]),
      );
      expect(await activity.marks(otherProject)).toEqual(new Map());
      await activity.mark(otherProject, "dismissed", undefined);
      await activity.mark(project, "dismissed", undefined);
      await activity.mark(project, "dismissed", undefined);
      expect([...(await activity.marks(project)).keys()]).toEqual(["firstConnection"]);
      await activity.mark(project, "dismissed", 9);
      expect((await activity.marks(project)).get("dismissed")).toBe(9);
    });
  });

  test("what is counted of a room adds up by day, in its room and project alone", async () => {
    await using under = await open();
    const { activity } = under;
    const usage = (room: string, day: Day, comments: number) =>
      newRoomUsage(room, day, { comments, storageOps: 2 ** 40 });
    await activity.write({
      ...noActivity,
      roomUsage: [usage("a", november, 1), usage("b", november, 5), usage("a", november + 2, 3)],
    });
    await activity.write({ ...noActivity, roomUsage: [usage("a", november, 1)] });
    await activity.write({ ...noActivity, roomUsage: [{ ...usage("a", november, 7), project: otherProject }] });
    expect(await activity.roomUsage(project, "a", november, november + 3)).toEqual([
      { ...usage("a", november, 2), storageOps: 2 ** 41 },
      usage("a", november + 2, 3),
    ]);
    expect(await activity.roomUsage(project, "a", november + 1, november + 2)).toEqual([]);
    expect(await activity.roomUsage(project, "nowhere", november, november + 3)).toEqual([]);
    expect(await activity.roomUsage(project, "a", november, november)).toEqual([]);
  });

  test("a project in which nothing happened has counted nothing", async () => {
    await using under = await open();
    const { activity } = under;
    const nowhere = "nowhere" as typeof project;
    expect(await activity.days(nowhere, 0, november * 2)).toEqual([]);
    expect(await activity.samples(nowhere, 0, farInstant, sampleMs)).toEqual([]);
    expect(await activity.active(nowhere, "users", 0, november * 2)).toBe(0);
    expect(await activity.activeByDay(nowhere, "rooms", 0, november * 2)).toEqual([]);
    expect(await activity.top(nowhere, "users", 0, november * 2, 10)).toEqual([]);
    expect(await activity.monthlyUsers(nowhere, "1970-01", "9999-12")).toEqual([]);
  });
}
