import fc from "fast-check";
import { expect, test } from "vitest";
import { readVerdicts, readViewed, stateOf, viewedKey } from "./read-review.ts";

const users = new Set(["ada.x", "ben.x"]);
const files = [{ path: "a b.ts" }, { path: "c.ts" }];

test("a file lists the users who have viewed it", () => {
  const stored = {
    [viewedKey("ben.x", "a b.ts")]: true,
    [viewedKey("ada.x", "a b.ts")]: true,
    [viewedKey("ada.x", "c.ts")]: false,
    [viewedKey("eve.x", "c.ts")]: true,
  };
  expect([...readViewed(stored, users, files)]).toEqual([
    ["a b.ts", ["ada.x", "ben.x"]],
    ["c.ts", []],
  ]);
});

test("verdicts are those of known users", () => {
  const stored = { "ada.x": "approved", "ben.x": "perhaps", "eve.x": "approved" };
  expect([...readVerdicts(stored, users)]).toEqual([["ada.x", "approved"]]);
});

test("anything may be stored", () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      expect(readViewed(stored, users, files).size).toBe(2);
      expect(readVerdicts(stored, users).size).toBeLessThanOrEqual(2);
    }),
  );
});

test("requested changes come before unresolved threads, and these before an approval", () => {
  const approved = new Map([["ada.x", "approved"]] as const);
  const disputed = new Map([
    ["ada.x", "approved"],
    ["ben.x", "changes requested"],
  ] as const);
  expect(stateOf(disputed, 2)).toBe("changes requested");
  expect(stateOf(approved, 2)).toBe("unresolved threads");
  expect(stateOf(approved, 0)).toBe("approved");
  expect(stateOf(new Map(), 0)).toBe("waiting");
});
