import { expect, test } from "vitest";
import { createMemoryStatusRecords } from "../../suites/memory-status-records.ts";
import { createStatusHistory } from "./status-history.ts";

const day = 86_400_000;
const minute = 60_000;
const midnight = Date.UTC(2026, 0, 10);

function openHistory(startsAt: number) {
  let now = startsAt;
  const records = createMemoryStatusRecords();
  const history = createStatusHistory({ records, now: () => now, keptMs: 90 * day });
  return {
    records,
    history,
    /** Runs for a while, with a check each minute. */
    run: async (ms: number) => {
      for (const end = now + ms; now < end; now += minute) await history.record();
    },
    /** Passes a while in which the server does not run. */
    rest: (ms: number) => {
      now += ms;
    },
  };
}

test("a server without a record has no history", async () => {
  expect(await openHistory(midnight).history.days()).toEqual([]);
});

test("the time before the first record does not count", async () => {
  const { history, run } = openHistory(midnight + 12 * 60 * minute);
  await run(60 * minute);
  expect(await history.days()).toEqual([{ date: "2026-01-10", available: 12, total: 12 }]);
});

test("time in which the server does not run counts as unavailable, whole days too", async () => {
  const { history, run, rest } = openHistory(midnight);
  await run(20 * minute);
  rest(10 * minute);
  await run(30 * minute);
  rest(2 * day);
  await run(5 * minute);
  expect(await history.days()).toEqual([
    { date: "2026-01-10", available: 10, total: 288 },
    { date: "2026-01-11", available: 0, total: 288 },
    { date: "2026-01-12", available: 1, total: 13 },
  ]);
});

test("a restart within a slot leaves no gap", async () => {
  const { history, run, rest } = openHistory(midnight);
  await run(6 * minute);
  rest(2 * minute);
  await run(7 * minute);
  expect(await history.days()).toEqual([{ date: "2026-01-10", available: 3, total: 3 }]);
});

test("a slot in progress does not count as unavailable", async () => {
  const { history, run, rest } = openHistory(midnight);
  await run(5 * minute);
  rest(2 * minute);
  expect(await history.days()).toEqual([{ date: "2026-01-10", available: 1, total: 1 }]);
});

test("several nodes are available together", async () => {
  const { records, history, run } = openHistory(midnight);
  await run(10 * minute);
  const other = createStatusHistory({ records, now: () => midnight + 10 * minute, keptMs: 90 * day });
  await other.record();
  expect(await history.days()).toEqual([{ date: "2026-01-10", available: 3, total: 3 }]);
});

test("history is kept for as long as it is said, and no longer", async () => {
  const { records, history, run, rest } = openHistory(midnight);
  await run(minute);
  rest(90 * day);
  await run(minute);
  expect((await history.days())[0]).toEqual({ date: "2026-01-10", available: 1, total: 288 });
  rest(day);
  await run(minute);
  expect((await history.days()).map(({ date }) => date)).toEqual(["2026-04-10", "2026-04-11"]);
  expect(await records.from(0)).toHaveLength(2);
});
