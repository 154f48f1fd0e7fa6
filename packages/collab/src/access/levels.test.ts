import type { AccessMatrix, Level, Permission } from "@weft/protocol";
import { permissions } from "@weft/protocol";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyOptions } from "../../suites/property-options.ts";
import { complete, grantsOf, levels, mergeAccesses, mergePatterns, reaches, scopesOf } from "./levels.ts";
import { isRoomPattern, matches } from "./pattern.ts";

const all = (level: Level): AccessMatrix => ({
  room: level,
  storage: level,
  commentsPublic: level,
  commentsPrivate: level,
  feeds: level,
});

describe("levels", () => {
  test.each<[Permission[], AccessMatrix]>([
    [[], all("none")],
    [["room:presence:write"], all("none")],
    [["storage:write", "comments:write", "feeds:write"], all("none")],
    [["*:read"], all("read")],
    [["room:read", "room:presence:write"], all("read")],
    [["room:write"], all("write")],
    [["*:read", "room:write"], all("write")],
    [["*:write", "storage:none"], { ...all("write"), storage: "none" }],
    [["*:write", "storage:none", "storage:read"], { ...all("write"), storage: "read" }],
    [["*:read", "comments:write"], { ...all("read"), commentsPublic: "write", commentsPrivate: "write" }],
    [
      ["*:read", "comments:write", "comments:private:none"],
      { ...all("read"), commentsPublic: "write", commentsPrivate: "none" },
    ],
    [["*:write", "comments:public:read"], { ...all("write"), commentsPublic: "read" }],
    [["*:write", "feeds:none"], { ...all("write"), feeds: "none" }],
  ])("[CA1] of %j are completed from the room's", (list, expected) => {
    expect(levels(list)).toEqual(expected);
  });
});

describe("scopes", () => {
  test.each<[Permission[], Permission[]]>([
    [[], []],
    [["storage:write"], []],
    [["room:read", "room:presence:write"], ["*:read"]],
    [
      ["storage:read", "room:write"],
      ["*:write", "storage:read"],
    ],
    [["room:read", "storage:read", "comments:read", "feeds:read"], ["*:read"]],
    [
      ["*:write", "comments:read", "comments:public:read", "comments:private:write"],
      ["*:write", "comments:read", "comments:private:write"],
    ],
    [
      ["*:read", "feeds:none", "comments:public:none", "storage:write"],
      ["*:read", "storage:write", "comments:public:none", "feeds:none"],
    ],
  ])("[CA2] of %j name the room first, then only what differs", (list, expected) => {
    expect(scopesOf(grantsOf(list))).toEqual(expected);
  });

  const list = fc.array(fc.constantFrom(...permissions), { maxLength: 8 });

  test("[CA2] say the same as the list they come from, and are their own normal form", () => {
    fc.assert(
      fc.property(list, (given) => {
        const scopes = scopesOf(grantsOf(given));
        expect(levels(scopes)).toEqual(levels(given));
        expect(scopesOf(grantsOf(scopes))).toEqual(scopes);
      }),
      propertyOptions(300),
    );
  });

  test("[CA4] of merged patterns never exceed what some pattern names", () => {
    const pattern = fc.constantFrom("*", "a*", "ab*", "ab", "b", "abc*");
    fc.assert(
      fc.property(fc.array(fc.tuple(pattern, list), { maxLength: 5 }), (entries) => {
        const merged = complete(mergePatterns(entries, "ab") ?? {});
        const matching = entries.filter(([name]) => matches(name, "ab")).flatMap(([, given]) => given);
        if (!matching.some((permission) => /^(\*|room):(read|write)$/.test(permission))) {
          expect(merged).toEqual(all("none"));
        }
        for (const level of Object.values(merged)) {
          if (level !== "none") expect(matching.some((permission) => permission.endsWith(`:${level}`))).toBe(true);
        }
        expect(reaches(levels(matching).room, merged.room)).toBe(true);
      }),
      propertyOptions(300),
    );
  });
});

describe("accesses", () => {
  const merge = (defaults: Permission[], groups: Permission[][], user: Permission[]) =>
    scopesOf(mergeAccesses({ defaults, groups, user }));

  test.each<[string, Permission[], Permission[][], Permission[], Permission[]]>([
    ["nothing at all", [], [], [], []],
    ["the user alone", [], [], ["room:read", "room:presence:write"], ["*:read"]],
    ["two groups", [], [["room:read"], ["*:write", "storage:read"]], [], ["*:write", "storage:read"]],
    [
      "groups at their highest",
      [],
      [
        ["*:read", "storage:none"],
        ["*:read", "storage:write"],
      ],
      [],
      ["*:read", "storage:write"],
    ],
    ["a group below the defaults", ["room:write"], [["room:read"]], [], ["*:read"]],
    ["a user below the groups", ["room:write"], [["room:write"]], ["*:read"], ["*:read"]],
    ["a user who names one resource", ["*:read"], [], ["storage:write"], ["*:read", "storage:write"]],
    ["an entry that names nothing", ["room:write"], [], [], ["*:write"]],
    ["resources without entry", ["storage:write"], [["feeds:write"]], ["comments:write"], []],
    [
      "comments over an earlier visibility",
      ["*:read", "comments:private:write"],
      [],
      ["comments:none"],
      ["*:read", "comments:none"],
    ],
    [
      "a visibility over an earlier comments",
      ["*:read", "comments:write"],
      [],
      ["comments:private:none"],
      ["*:read", "comments:write", "comments:private:none"],
    ],
  ])("[CA3] of %s merge by rank of the part", (_, defaults, groups, user, expected) => {
    expect(merge(defaults, groups, user)).toEqual(expected);
  });
});

describe("patterns", () => {
  const merge = (patterns: Record<string, Permission[]>, room: string) => {
    const grants = mergePatterns(Object.entries(patterns), room);
    return grants && scopesOf(grants);
  };

  test.each<[string, Record<string, Permission[]>, string, Permission[] | undefined]>([
    ["no match", { "b*": ["*:write"] }, "a", undefined],
    ["a match that grants nothing", { a: [] }, "a", []],
    ["an exact id", { a: ["*:write"] }, "a", ["*:write"]],
    ["the base at its highest, however general", { "*": ["*:write"], a: ["*:read"] }, "a", ["*:write"]],
    [
      "the most specific word on a resource",
      { "*": ["*:write", "storage:read"], "a*": ["storage:none"] },
      "ab",
      ["*:write", "storage:none"],
    ],
    [
      "a specific pattern that is silent",
      { "*": ["*:write", "storage:read"], ab: ["*:read"] },
      "ab",
      ["*:write", "storage:read"],
    ],
    [
      "a tie at its highest",
      { ab: ["*:read", "storage:none"], "ab*": ["storage:write"] },
      "ab",
      ["*:read", "storage:write"],
    ],
    [
      "a tie, the other way round",
      { "ab*": ["*:read", "storage:write"], ab: ["storage:none"] },
      "ab",
      ["*:read", "storage:write"],
    ],
    [
      "comments as a word on both visibilities",
      { "*": ["*:write", "comments:public:none"], a: ["comments:read"] },
      "a",
      ["*:write", "comments:read"],
    ],
    [
      "a base that only the general pattern has",
      { "*": ["*:read"], a: ["storage:write"] },
      "a",
      ["*:read", "storage:write"],
    ],
  ])("[CA4] with %s merge as clients merge them", (_, given, room, expected) => {
    expect(merge(given, room)).toEqual(expected);
  });

  test.each([
    ["a", "a", true],
    ["a", "ab", false],
    ["a*", "a", true],
    ["a*", "ab", true],
    ["a*", "b", false],
    ["*", "", true],
    ["*", "anything", true],
    ["a*b", "a*b", false],
    ["a*b", "axb", false],
    ["a**", "a*", false],
    ["**", "a", false],
    ["a.c", "abc", false],
    ["", "", true],
  ])("[CA5] %j on room %j: %j", (pattern, room, expected) => {
    expect(matches(pattern, room)).toBe(expected);
  });

  test.each([
    ["a", true],
    ["*", true],
    ["a*", true],
    ["r".repeat(128), true],
    [`${"r".repeat(128)}*`, true],
    ["r".repeat(129), false],
    [`${"r".repeat(129)}*`, false],
    ["", false],
    ["*a", false],
    ["a*b", false],
    ["a**", false],
  ])("[CA5] may be %j: %j", (pattern, expected) => {
    expect(isRoomPattern(pattern)).toBe(expected);
  });
});
