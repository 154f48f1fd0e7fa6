import { describe, expect, test } from "vitest";
import { displayNameFault } from "./form-rules.ts";
import { displayName } from "./names.ts";

const maximum = 64;

describe.each(["Team", "Project"] as const)("the name of a %s", (what) => {
  test.each([
    ["", `${what} name is required`],
    ["   ", `${what} name is required`],
    ["Acme", undefined],
    ["  Acme  ", undefined],
    ["Acme (R-D) v1.0_x", undefined],
    ["Équipe 日本", undefined],
    ["Acme & Co", "Invalid characters"],
    ["R&D", "Invalid characters"],
    ["a/b", "Invalid characters"],
    ["team!", "Invalid characters"],
    ["O'Neil", "Invalid characters"],
    ["🚀", "Invalid characters"],
    ["a".repeat(64), undefined],
    ["a".repeat(65), `${what} name must be at most 64 characters`],
    ["&".repeat(65), `${what} name must be at most 64 characters`],
  ])("%j: %s", (typed, fault) => {
    expect(displayNameFault(what, typed, maximum)).toBe(fault);
    const answer = displayName(what, maximum).safeParse(typed);
    expect(answer.success ? undefined : answer.error.issues[0]?.message, "as the schema judges").toBe(fault);
  });
});
