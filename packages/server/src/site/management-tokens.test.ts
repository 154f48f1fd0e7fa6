/** Management tokens in the dashboard. Who may make these calls is held by `roles.test.ts`. */
import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

async function openWorld() {
  const edge = await openTestEdge();
  const owner = await edge.signUp({ teamName: "Engines", firstName: "Ada", lastName: "Lovelace" });
  const team: string = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const url = `/internal/teams/${team}/management-tokens`;
  const list = async () => (await owner.call("GET", url)).body;
  const create = (body: unknown) => owner.call("POST", url, body);
  return { edge, owner, team, url, list, create };
}
const both = ["read:all", "write:all"];

test("[MT1] a token is shown when it is created, and never again", async () => {
  const { edge, list, create } = await openWorld();
  await using _ = edge;
  expect(await list()).toEqual([]);
  const { status, body } = await create({ name: "  Deploy  ", scopes: ["write:all", "read:all", "write:all"] });
  expect(status).toBe(200);
  expect(body.token).toMatchObject({ name: "Deploy", scopes: both, createdBy: "Ada Lovelace", lastUsedAt: null });
  expect(Date.parse(body.token.expiresAt) - Date.parse(body.token.createdAt)).toBe(limits.managementTokenLifetimeMs);
  expect(await list()).toEqual([body.token]);
  expect(JSON.stringify(await list())).not.toContain(body.secret);
  const headers = { authorization: `Bearer ${body.secret}` };
  expect((await edge.call("GET", "/v2/management/projects", undefined, headers)).status).toBe(200);
  await expect.poll(async () => (await list())[0].lastUsedAt).toBe(new Date(edge.services.now()).toISOString());
});

test("[MT2] a revoked token is refused from the next call on; a token of another team is not found", async () => {
  const { edge, owner, team, url, list, create } = await openWorld();
  await using _ = edge;
  const { body } = await create({ name: "Deploy", scopes: both });
  const headers = { authorization: `Bearer ${body.secret}` };
  const call = () => edge.call("GET", "/v2/management/projects", undefined, headers);
  const stranger = await edge.signUp({ teamName: "Others" });
  const other: string = (await stranger.call("GET", "/internal/me")).body.teams[0].id;
  const foreign = await stranger.call("DELETE", `/internal/teams/${other}/management-tokens/${body.token.id}`);
  expect([foreign.status, foreign.body.error]).toEqual([404, "NOT_FOUND"]);
  expect((await call()).status).toBe(200);
  expect((await owner.call("DELETE", `${url}/${body.token.id}`)).body).toEqual({ done: true });
  expect((await call()).body.error).toBe("REVOKED_MANAGEMENT_API_ACCESS_TOKEN");
  expect(await list()).toEqual([]);
  expect((await owner.call("DELETE", `${url}/${body.token.id}`)).status).toBe(404);
  const { body: log } = await owner.call("GET", `/internal/teams/${team}/audit-log?action=managementToken.`);
  expect(log.data.map(({ action, target }: any) => [action, target.name])).toEqual([
    ["managementToken.revoked", "Deploy"],
    ["managementToken.created", "Deploy"],
  ]);
});

test("a token needs a name and a scope", async () => {
  const { edge, create, list } = await openWorld();
  await using _ = edge;
  for (const body of [
    { name: " ", scopes: both },
    { name: "x".repeat(limits.keyNameLength + 1), scopes: both },
    { name: "Deploy", scopes: [] },
    { name: "Deploy", scopes: ["admin"] },
    { name: "Deploy" },
  ])
    expect([body, (await create(body)).status]).toEqual([body, 422]);
  expect(await list()).toEqual([]);
});
