import { expect, test } from "vitest";
import { createReadingTurns } from "./reading-turns.ts";

const MiB = 1_024 * 1_024;

function setUp() {
  const deferred: (() => void)[] = [];
  const turns = createReadingTurns((run) => void deferred.push(run));
  /** Ends the turn of the event loop; nothing may be deferred twice for one turn. */
  const endTurn = () => {
    expect(deferred.length).toBeLessThanOrEqual(1);
    deferred.pop()?.();
  };
  return { turns, endTurn, deferred };
}

test("[SE24] a few megabytes are read in one turn, and as many again in the next", () => {
  const { turns, endTurn, deferred } = setUp();
  expect([turns.take(3 * MiB), turns.take(MiB), turns.take(1)]).toEqual([true, true, false]);
  endTurn();
  expect(turns.take(4 * MiB)).toBe(true);
  endTurn();
  expect(deferred).toEqual([]);
});

test("[SE24] those who wait go on in order, a few in each turn", () => {
  const { turns, endTurn } = setUp();
  turns.take(5 * MiB);
  const wentOn: number[] = [];
  for (let n = 0; n < 100; n++) turns.wait(() => void wentOn.push(n));
  expect(wentOn).toEqual([]);
  const inTurn = [endTurn, endTurn, endTurn].map((end) => {
    end();
    return wentOn.length;
  });
  expect(inTurn).toEqual([64, 100, 100]);
  expect(wentOn).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test("[SE24] who goes on and has to wait again is behind the others", () => {
  const { turns, endTurn } = setUp();
  const read: string[] = [];
  const reader = (name: string) => () => {
    read.push(name);
    if (!turns.take(3 * MiB)) turns.wait(reader(name));
  };
  turns.take(5 * MiB);
  for (const name of ["a", "b", "c"]) turns.wait(reader(name));
  endTurn();
  endTurn();
  // The first of each turn goes on reading, and the others wait again.
  expect(read).toEqual(["a", "b", "c", "b", "c"]);
});
