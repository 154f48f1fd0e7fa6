import { expect, test } from "vitest";
import { currentPath, placeOf, projectPath, teamPath } from "./place.ts";

test("an address says whose page it is", () => {
  expect(placeOf("/dashboard")).toEqual({ kind: "elsewhere" });
  expect(placeOf("/dashboard/new")).toEqual({ kind: "elsewhere" });
  expect(placeOf("/dashboard/settings/billing")).toEqual({ kind: "elsewhere" });
  expect(placeOf("/dashboard/account/security")).toEqual({ kind: "account" });
  expect(placeOf("/dashboard/team_1/members")).toEqual({ kind: "team", teamId: "team_1" });
  expect(placeOf("/dashboard/team_1/projects/proj_1")).toMatchObject({ kind: "project", section: "" });
  expect(placeOf("/dashboard/team_1/projects/proj_1/rooms/a%2Fb")).toEqual({
    kind: "project",
    teamId: "team_1",
    projectId: "proj_1",
    section: "rooms",
  });
  expect(placeOf("/dashboard/%E0%A4%A/members")).toEqual({ kind: "team", teamId: "%E0%A4%A" });
});

test("ids are encoded in addresses", () => {
  expect(teamPath("team_1")).toBe("/dashboard/team_1");
  expect(projectPath("team_1", "a/b")).toBe("/dashboard/team_1/projects/a%2Fb");
});

test("the longest path that an address begins with is the current one", () => {
  const paths = ["", "/settings", "/settings/billing", "/rooms"];
  expect(currentPath("/dashboard/t/settings/billing", "/dashboard/t", paths)).toBe("/settings/billing");
  expect(currentPath("/dashboard/t/rooms/x", "/dashboard/t", paths)).toBe("/rooms");
  expect(currentPath("/dashboard/t/", "/dashboard/t", paths)).toBe("");
  expect(currentPath("/dashboard/t/other", "/dashboard/t", paths)).toBeUndefined();
});
