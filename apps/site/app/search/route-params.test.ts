import { expect, test } from "vitest";
import { routeParams } from "./route-params.ts";

test.each([
  ["/", {}],
  ["/docs/rooms", {}],
  ["/dashboard", {}],
  ["/dashboard/new", {}],
  ["/dashboard/account/security", {}],
  ["/dashboard/settings/billing", {}],
  ["/dashboard/team_1", { accountId: "team_1" }],
  ["/dashboard/team_1/", { accountId: "team_1" }],
  ["/dashboard/team_1/settings/billing", { accountId: "team_1" }],
  ["/dashboard/team_1/projects", { accountId: "team_1" }],
  ["/dashboard/team_1/projects/proj_2", { accountId: "team_1", projectId: "proj_2" }],
  ["/dashboard/team_1/projects/proj_2/rooms/a%2Fb", { accountId: "team_1", projectId: "proj_2" }],
  ["/dashboard/team%201/projects/a%2Fb", { accountId: "team 1", projectId: "a/b" }],
])("%s holds %j", (pathname, params) => {
  expect(routeParams(pathname)).toEqual(params);
});
