import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { dayMs, dayOf, minuteMs, noActivity, sampleMs } from "../src/activity/activity-records.ts";
import type { ActivityRecords } from "../src/activity/activity-records.ts";
import {
  contentsOf,
  newDay,
  newEvent,
  newMinute,
  newRequest,
  newRoomUsage,
  newSample,
  otherProject,
  project,
} from "./activity-batch.ts";
import type { OpenActivityRecords } from "./activity-records-under-test.ts";
import { farInstant } from "./sort-order.ts";

const everything = {
  before: 0,
  most: 1_000_000,
  mostContents: 1_000_000,
  samplesBefore: 0,
  mostRooms: 1_000_000,
  today: 0,
};
const today = dayOf(farInstant);
const midnight = today * dayMs;

/** Activity is deleted by age, beyond a number, and with its project. */
export function activitySweepSuite(open: OpenActivityRecords): void {
  /** Something of every kind, at an instant. */
  const happen = (activity: ActivityRecords, at: number, of: ProjectId = project, id = String(at)) => {
    const request = newRequest(id, { project: of, at });
    const day = dayOf(at);
    return activity.write({
      ...noActivity,
      events: [newEvent(id, { project: of, at })],
      requests: [request],
      contents: [contentsOf(request)],
      minutes: [newMinute(Math.floor(at / minuteMs) * minuteMs, { project: of, done: 1 })],
      days: [newDay(day, { project: of, messages: 1, lastAt: at })],
      samples: [newSample(Math.floor(at / sampleMs) * sampleMs, { project: of, messages: 1 })],
      users: [{ project: of, day, id: "ada", connections: 1 }],
      rooms: [{ project: of, day, id: "room", connections: 1 }],
      roomUsage: [newRoomUsage("room", day, { project: of, comments: 1 })],
      copilots: [
        { project: of, month: "2026-11", copilot: undefined, aiMessages: 1, aiInputTokens: 1, aiOutputTokens: 1 },
      ],
      marks: [{ project: of, mark: "copiedKey", at }],
    });
  };

  /** How much is left of each kind. */
  const left = async (activity: ActivityRecords, of: ProjectId = project) => {
    const all = farInstant * 2;
    const requests = await activity.requests(of, {}, { limit: 10_000 });
    const contents = await Promise.all(requests.map((request) => activity.contents(of, request)));
    const sum = (found: readonly { readonly count: number }[]) => found.reduce((total, { count }) => total + count, 0);
    return {
      events: (await activity.events(of, {}, { limit: 10_000 })).length,
      requests: requests.length,
      contents: contents.filter((one) => one !== undefined).length,
      minutes: (await activity.minutes(of, 0, all, minuteMs)).length,
      days: (await activity.days(of, 0, dayOf(all))).length,
      samples: (await activity.samples(of, 0, all, sampleMs)).length,
      users: sum(await activity.activeByDay(of, "users", 0, dayOf(all))),
      rooms: sum(await activity.activeByDay(of, "rooms", 0, dayOf(all))),
      roomUsage: (await activity.roomUsage(of, "room", today - 100, today + 2)).length,
      months: (await activity.monthlyUsers(of, "1970-01", "9999-12")).length,
      copilots: (await activity.copilots(of, "2026-11")).length,
      marks: (await activity.marks(of)).size,
    };
  };
  const nothing = {
    events: 0,
    requests: 0,
    contents: 0,
    minutes: 0,
    days: 0,
    samples: 0,
    users: 0,
    rooms: 0,
    roomUsage: 0,
    months: 0,
    copilots: 0,
    marks: 0,
  };
  const instants = async (activity: ActivityRecords, of: ProjectId = project) => {
    const page = { limit: 10_000 };
    const [events, requests] = [await activity.events(of, {}, page), await activity.requests(of, {}, page)];
    return { events: events.map(({ at }) => at), requests: requests.map(({ at }) => at) };
  };

  describe("a sweep", () => {
    test("without limits deletes nothing", async () => {
      await using under = await open();
      for (const at of [0, farInstant]) await happen(under.activity, at);
      const before = await left(under.activity);
      await under.activity.sweep(project, everything);
      expect(await left(under.activity)).toEqual(before);
      await under.activity.sweep("nowhere" as ProjectId, everything);
    });

    test("forgets events, requests and minutes from before an instant, to the millisecond", async () => {
      await using under = await open();
      const { activity } = under;
      for (const n of [-1, 0, 1]) await happen(activity, farInstant + n);
      await activity.write({ ...noActivity, minutes: [newMinute(farInstant - minuteMs, { done: 1 })] });
      await happen(activity, farInstant - 1, otherProject);
      await activity.sweep(project, { ...everything, before: farInstant });
      const kept = [farInstant + 1, farInstant];
      expect(await instants(activity)).toEqual({ events: kept, requests: kept });
      expect(await left(activity)).toMatchObject({ events: 2, requests: 2, contents: 2 });
      expect((await activity.minutes(project, 0, farInstant * 2, minuteMs)).map(({ at }) => at)).toEqual([farInstant]);
      expect(await activity.contents(project, { at: farInstant - 1, id: String(farInstant - 1) })).toBeUndefined();
      expect(await left(activity, otherProject)).toMatchObject({ events: 1, requests: 1, contents: 1, minutes: 1 });
    });

    test("forgets requests from before another instant than events", async () => {
      await using under = await open();
      const { activity } = under;
      for (const n of [0, 1, 2]) await happen(activity, farInstant + n);
      await activity.sweep(project, { ...everything, before: farInstant + 1, requestsBefore: farInstant + 2 });
      expect(await instants(activity)).toEqual({
        events: [2, 1].map((n) => farInstant + n),
        requests: [farInstant + 2],
      });
      expect(await left(activity)).toMatchObject({ events: 2, requests: 1, contents: 1 });
    });

    test("keeps the newest of each log, and of contents a number of its own", async () => {
      await using under = await open();
      const { activity } = under;
      for (let n = 0; n < 6; n++) await happen(activity, farInstant + n);
      for (let n = 0; n < 6; n++) await happen(activity, n, otherProject);
      await activity.sweep(project, { ...everything, most: 3, mostContents: 1 });
      const kept = [5, 4, 3].map((n) => farInstant + n);
      expect(await instants(activity)).toEqual({ events: kept, requests: kept });
      const last = { at: farInstant + 5, id: String(farInstant + 5) };
      expect(await activity.contents(project, last)).toBeDefined();
      expect(await left(activity)).toMatchObject({ contents: 1 });
      expect(await left(activity, otherProject)).toMatchObject({ events: 6, requests: 6, contents: 6 });
      // Exactly as many as may stay, stay.
      await activity.sweep(project, { ...everything, most: 3, mostContents: 1 });
      expect((await instants(activity)).events).toEqual(kept);
    });

    test("keeps no more than it may of what happened at one instant", async () => {
      await using under = await open();
      const { activity } = under;
      const ids = ["a", "b", "c", "d", "e"];
      await activity.write({
        ...noActivity,
        events: [
          ...ids.map((id) => newEvent(id, { at: farInstant })),
          newEvent("newer", { at: farInstant + 1 }),
          newEvent("older", { at: farInstant - 1 }),
        ],
      });
      await activity.sweep(project, { ...everything, most: 3 });
      const kept = (await activity.events(project, {}, { limit: 100 })).map(({ id }) => id);
      expect(kept[0]).toBe("newer");
      expect(kept.length).toBeLessThanOrEqual(3);
      expect(kept).not.toContain("older");
    });

    test("deletes old samples and visits; days, months and marks stay", async () => {
      await using under = await open();
      const { activity } = under;
      for (const at of [midnight - dayMs, midnight - 1, midnight, midnight + sampleMs]) await happen(activity, at);
      await activity.sweep(project, { ...everything, samplesBefore: midnight + sampleMs });
      expect((await activity.samples(project, 0, farInstant * 2, sampleMs)).map(({ at }) => at)).toEqual([
        midnight + sampleMs,
      ]);
      // Users and rooms are known by day: the day that is cut stays whole.
      for (const what of ["users", "rooms"] as const)
        expect(await activity.activeByDay(project, what, 0, today + 9)).toEqual([{ day: today, count: 1 }]);
      expect((await activity.days(project, 0, today + 9)).map(({ day }) => day)).toEqual([today - 1, today]);
      expect(await left(activity)).toMatchObject({ events: 4, requests: 4, contents: 4, marks: 1 });
      expect((await left(activity)).months).toBeGreaterThan(0);
    });

    test("keeps the counts of the busiest rooms of each day that is over", async () => {
      await using under = await open();
      const { activity } = under;
      const rooms = ["a", "b", "c", "d"].map((room, n) => ({ room, comments: n === 0 ? 9 : n }));
      for (const day of [today - 1, today])
        await activity.write({
          ...noActivity,
          roomUsage: rooms.map(({ room, comments }) => newRoomUsage(room, day, { comments })),
        });
      await activity.write({ ...noActivity, roomUsage: [newRoomUsage("b", today - 1, { project: otherProject })] });
      await activity.sweep(project, { ...everything, mostRooms: 2, today });
      const kept = async (of: ProjectId, day: number) => {
        const found = await Promise.all(rooms.map(({ room }) => activity.roomUsage(of, room, day, day + 1)));
        return found.flat().map(({ room }) => room);
      };
      expect(await kept(project, today - 1)).toEqual(["a", "d"]);
      expect(await kept(project, today)).toEqual(["a", "b", "c", "d"]);
      expect(await kept(otherProject, today - 1)).toEqual(["b"]);
      await activity.sweep(project, { ...everything, samplesBefore: midnight });
      expect(await kept(project, today - 1)).toEqual([]);
    });

    test("deletes more rows than one statement does", async () => {
      await using under = await open();
      const { activity } = under;
      const many = Array.from({ length: 4_100 }, (_, n) => newEvent(String(n).padStart(4, "0"), { at: n }));
      await activity.write({ ...noActivity, events: many });
      await activity.sweep(project, { ...everything, most: 10 });
      expect((await instants(activity)).events).toEqual(
        many
          .slice(-10)
          .map(({ at }) => at)
          .toReversed(),
      );
    });
  });

  describe("a project", () => {
    test("that is deleted leaves nothing behind, and does not affect others", async () => {
      await using under = await open();
      const { activity } = under;
      for (const of of [project, otherProject]) for (const at of [0, farInstant]) await happen(activity, at, of);
      const before = await left(activity, otherProject);
      await activity.forget(project);
      expect([await left(activity), await left(activity, otherProject)]).toEqual([nothing, before]);
      await activity.forget(project);
      await activity.forget("nowhere" as ProjectId);
      expect(await left(activity, otherProject)).toEqual(before);
      expect(await activity.lastAt(project)).toBeUndefined();
      // What happens from now on is known again.
      await happen(activity, farInstant);
      expect(await left(activity)).toMatchObject({ events: 1, days: 1, months: 1, copilots: 1, marks: 1 });
    });

    test("that no longer exists is deleted with all its activity, and existing ones stay", async () => {
      await using under = await open();
      const { activity } = under;
      const gone = ["gone", "", "😀", "p", "p11"] as ProjectId[];
      for (const of of [project, otherProject]) await under.createProject(of);
      for (const of of [project, otherProject, ...gone]) await happen(activity, farInstant, of);
      const before = await left(activity);
      await activity.sweepDeleted();
      for (const of of gone) expect(await left(activity, of)).toEqual(nothing);
      for (const of of [project, otherProject]) expect(await left(activity, of)).toEqual(before);
      await activity.sweepDeleted();
      expect(await left(activity)).toEqual(before);
    });

    test("keeps its rooms and their sizes when its activity is forgotten", async () => {
      await using under = await open();
      const { activity } = under;
      await under.createRoom({ project, room: "a" as RoomId });
      await activity.write({ ...noActivity, sizes: [{ project, room: "a", storageBytes: 5 }] });
      await activity.forget(project);
      await activity.sweepDeleted();
      expect([await activity.rooms(project), (await activity.sizes(project)).storageBytes]).toEqual([1, 5]);
    });
  });
}
