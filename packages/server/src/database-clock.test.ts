import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { createDatabaseClock } from "./database-clock.ts";

function open(wall: number) {
  const machine = { wall, monotonic: 5_000 };
  const clock = createDatabaseClock({ ...systemClock, now: () => machine.wall, monotonic: () => machine.monotonic });
  const pass = (ms: number) => {
    machine.wall += ms;
    machine.monotonic += ms;
  };
  return { machine, clock, pass };
}

test("[PG14] without a reading the time is that of the machine", () => {
  const { clock, machine } = open(1_000_000);
  machine.wall = 900_000;
  expect(clock.now()).toBe(900_000);
});

test("[PG14] a machine whose time is wrong shows that of the database, as exactly as it answers", () => {
  const { clock, pass } = open(1_000_000);
  // Asked at 5,000, answered at 5,040: a minute ahead at some moment in between.
  pass(40);
  clock.correct({ at: 1_060_020, askedAt: 5_000, answeredAt: 5_040 });
  expect(Math.abs(clock.now() - 1_060_040)).toBeLessThanOrEqual(21);
  pass(1_000);
  clock.correct({ at: 1_061_040, askedAt: 6_039, answeredAt: 6_040 });
  expect(Math.abs(clock.now() - 1_061_040)).toBeLessThanOrEqual(1);
});

test("[PG14] a reading that agrees leaves the time as it is", () => {
  const { clock, pass } = open(1_000_000);
  for (let round = 0; round < 50; round += 1) {
    pass(100);
    clock.correct({
      at: 1_000_000 + (round + 1) * 100 - 7,
      askedAt: 5_090 + round * 100,
      answeredAt: 5_100 + round * 100,
    });
    expect(clock.now()).toBe(1_000_100 + round * 100);
  }
});

test("[PG14] once it is corrected, setting the machine's time changes nothing", () => {
  const { clock, machine, pass } = open(1_000_000);
  clock.correct({ at: 1_000_000, askedAt: 5_000, answeredAt: 5_000 });
  machine.wall += 3_600_000;
  pass(10);
  expect(clock.now()).toBe(1_000_010);
});
