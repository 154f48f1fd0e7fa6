import { expect, test } from "vitest";
import { avatarColor, initialsOf } from "./avatar-face.ts";

test.each([
  ["Ada Lovelace", "AL"],
  ["Ada", "A"],
  ["Grace Brewster Murray Hopper", "GH"],
  ["  grace.h ", "G"],
  ["", ""],
  ["🦊 Fox", "🦊F"],
])("the initials of %j are %j", (name, initials) => expect(initialsOf(name)).toBe(initials));

test("one id has one color, and ids are spread over all twelve", () => {
  expect(avatarColor("user_1")).toBe(avatarColor("user_1"));
  const seen = new Set(Array.from({ length: 400 }, (_, index) => avatarColor(`user_${index}`)));
  expect(seen.size).toBe(12);
});
