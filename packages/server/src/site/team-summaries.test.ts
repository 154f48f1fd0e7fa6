import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";
import type { Statistics } from "./site-services.ts";

const statistics: Statistics = {
  statistics: async (projects) => new Map(projects.map((project: ProjectId) => [project, numbers])),
};
const numbers = {
  rooms: 3,
  activeUsers24h: 2,
  connectedNow: 1,
  connectedNowIsPartial: false,
  lastActivityAt: undefined,
  activeUsersByDay: Array.from({ length: 14 }, () => 0),
};

/** An account with two teams, one of which has a project; and an account of another team. */
async function signUpTwo(edge: TestEdge) {
  const ada = await edge.signUp({ teamName: "Engines" });
  const bob = await edge.signUp({ teamName: "Others" });
  const engines: string = (await ada.call("GET", "/internal/me")).body.teams[0].id;
  const looms: string = (await ada.call("POST", "/internal/accounts", { name: "Looms" })).body.id;
  const sent = { displayName: "Board", type: "prod" };
  const { body: project } = await ada.call("POST", `/internal/accounts/${engines}/projects`, sent);
  return { ada, bob, engines, looms, project: project._id as string };
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

test("the summary of accounts names one's own teams and their projects, and nothing more", async () => {
  await using edge = await openTestEdge();
  const { ada, bob, engines, looms, project } = await signUpTwo(edge);
  const { status, body } = await ada.call("GET", "/internal/accounts/summary");
  expect(status).toBe(200);
  expect(body.toSorted(byName)).toEqual([
    { id: engines, name: "Engines", projects: [{ id: project, displayName: "Board" }] },
    { id: looms, name: "Looms", projects: [] },
  ]);
  const { body: others } = await bob.call("GET", "/internal/accounts/summary");
  expect(others).toEqual([{ id: expect.any(String), name: "Others", projects: [] }]);
});

test("teams are listed with role, plan and projects, and with statistics of projects when asked", async () => {
  await using edge = await openTestEdge({ site: { statistics } });
  const { ada, engines, looms, project } = await signUpTwo(edge);
  const board = { id: project, displayName: "Board", type: "prod", regionRestriction: "none" };
  const plain = await ada.call("GET", "/internal/teams/info");
  expect(plain.status).toBe(200);
  expect(plain.body.toSorted(byName)).toEqual([
    { id: engines, name: "Engines", role: "owner", plan: "SelfHosted", projects: [board] },
    { id: looms, name: "Looms", role: "owner", plan: "SelfHosted", projects: [] },
  ]);
  const detailed = await ada.call("GET", "/internal/teams/info?detailedProjectStatistics");
  expect(detailed.body.toSorted(byName)[0].projects).toEqual([
    { ...board, statistics: { rooms: 3, activeUsers24h: 2, connectedNow: 1 } },
  ]);
});
