import { expect, test } from "vitest";
import { createFrameTurns } from "./frame-turns.ts";

test("[SE15] long frames are handled one in each turn of the event loop, in order", () => {
  let deferred: (() => void)[] = [];
  const turns = createFrameTurns((run) => void deferred.push(run));
  const endTurn = () => {
    const due = deferred;
    deferred = [];
    for (const run of due) run();
  };
  const handled: string[] = [];
  for (const name of ["a", "b", "c"]) turns.wait(() => void handled.push(name));
  expect(handled).toEqual([]);
  endTurn();
  expect(handled).toEqual(["a"]);
  turns.wait(() => {
    handled.push("d");
    turns.wait(() => void handled.push("e"));
  });
  const inTurn: number[] = [];
  while (deferred.length > 0) {
    endTurn();
    inTurn.push(handled.length);
  }
  expect(inTurn).toEqual([2, 3, 4, 5]);
  expect(handled).toEqual(["a", "b", "c", "d", "e"]);
});
