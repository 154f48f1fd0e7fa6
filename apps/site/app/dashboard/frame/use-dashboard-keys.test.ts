import { describe, expect, test } from "vitest";
import { shortcutGroups } from "../../shell/shortcuts.ts";
import { projectGroups, teamGroups } from "./destinations.ts";
import type { Place } from "./place.ts";
import { addressOf } from "./use-dashboard-keys.ts";

const project: Place = { kind: "project", teamId: "team_1", projectId: "proj_1", section: "rooms" };
const inProject = "/dashboard/team_1/projects/proj_1";

describe("G and a letter", () => {
  test.for([
    ["p", "/dashboard/team_1"],
    ["u", "/dashboard/team_1/settings/billing"],
    ["r", `${inProject}/rooms`],
    ["e", `${inProject}/events`],
    ["k", `${inProject}/api-keys`],
    ["z", undefined],
  ] as const)("%s leads from a project to %s", ([letter, address]) => expect(addressOf(project, letter)).toBe(address));

  test("do not open project pages if no project is open", () => {
    expect(addressOf({ kind: "team", teamId: "team_1" }, "p")).toBe("/dashboard/team_1");
    expect(addressOf({ kind: "team", teamId: "team_1" }, "r")).toBeUndefined();
  });

  test("open the last visited team from the account pages", () => {
    expect(addressOf({ kind: "account" }, "p", "team_2")).toBe("/dashboard/team_2");
    expect(addressOf({ kind: "account" }, "p")).toBeUndefined();
  });
});

test("the sheet lists only the letters that open a page", () => {
  const listed = shortcutGroups
    .flatMap(({ shortcuts }) => shortcuts)
    .flatMap(({ keys: [first, second] }) => (first === "G" && second !== undefined ? [second.toLowerCase()] : []));
  const letters = [...teamGroups, ...projectGroups]
    .flatMap(({ destinations }) => destinations)
    .flatMap(({ letter }) => letter ?? []);
  expect(listed.toSorted()).toEqual(letters.toSorted());
});
