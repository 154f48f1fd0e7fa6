import { expect, test } from "vitest";
import { billingHref, dashboardLinks } from "./links.ts";

const accounts = [{ id: "team_1", name: "Acme", projects: [{ id: "proj_1", displayName: "Board" }] }];

test("a project has its screens and those of its team; a team has its own", () => {
  const ofProject = dashboardLinks({ accountId: "team_1", projectId: "proj_1" }, accounts);
  expect(ofProject).toContainEqual({
    title: "Rooms",
    href: "/dashboard/team_1/projects/proj_1/rooms",
    context: "Board",
  });
  expect(ofProject).toContainEqual({ title: "Members", href: "/dashboard/team_1/members", context: "Acme" });
  const ofTeam = dashboardLinks({ accountId: "team_1" }, accounts).map(({ href }) => href);
  expect(ofTeam).toContain("/dashboard/team_1/settings/billing");
  expect(ofTeam.some((href) => href.includes("/projects/"))).toBe(false);
});

test("without a team, there are the dashboard and the page to choose a team for billing", () => {
  expect(dashboardLinks({}, accounts).map(({ href }) => href)).toEqual(["/dashboard", "/dashboard/settings/billing"]);
  expect(billingHref(undefined)).toBe("/dashboard/settings/billing");
});
