import { expect, test, vi } from "vitest";
import { listAction } from "./list-action.ts";
import type { ListKeys } from "./list-action.ts";

/** A list of three rows, and what was asked of it by a press. */
function press(key: string, { at = 1, shiftKey = false, count = 3 } = {}) {
  const asked = vi.fn<(what: string, ...rest: readonly unknown[]) => void>();
  const list: ListKeys = {
    count,
    at,
    onMove: (to) => asked("move", to),
    onOpen: (row) => asked("open", row),
    onSelect: (row, range) => asked("select", row, range),
    onRefresh: () => asked("refresh"),
    onToggleLive: () => asked("live"),
  };
  listAction({ key, shiftKey }, list)?.();
  return asked.mock.calls[0];
}

test("J and K go through the rows, and stop at both ends", () => {
  expect(press("j", { at: -1 })).toEqual(["move", 0]);
  expect(press("J")).toEqual(["move", 2]);
  expect(press("j", { at: 2 })).toEqual(["move", 2]);
  expect(press("k")).toEqual(["move", 0]);
  expect(press("k", { at: 0 })).toEqual(["move", 0]);
  expect(press("j", { count: 0, at: -1 })).toBeUndefined();
});

test("Enter opens the row, X selects it, Shift+X selects up to it", () => {
  expect(press("Enter")).toEqual(["open", 1]);
  expect(press("x")).toEqual(["select", 1, false]);
  expect(press("X", { shiftKey: true })).toEqual(["select", 1, true]);
  for (const key of ["Enter", "x"]) {
    expect(press(key, { at: -1 })).toBeUndefined();
    // Rows may have gone since the keyboard was there.
    expect(press(key, { at: 3 })).toBeUndefined();
  }
});

test("R refreshes, L follows live, and other keys are not the list's", () => {
  expect(press("r", { count: 0 })).toEqual(["refresh"]);
  expect(press("l", { count: 0 })).toEqual(["live"]);
  expect(press("a")).toBeUndefined();
  expect(listAction({ key: "l", shiftKey: false }, { count: 1, at: 0 })).toBeUndefined();
});
