/** The management API over HTTP: who is let in, what they reach, and how keys behave afterwards. */
import { internalEndpoints, limits, managedWebhookEndpoints, managementEndpoints } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { afterAll, describe, expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { HttpReply } from "../testing/test-edge.ts";
import type { TestTeam } from "../testing/test-team.ts";
import { exampleOf } from "./test-requests.ts";
import type { ExampleContext } from "./test-requests.ts";

const edge = await openTestEdge({ limits: { restAddressRateBurst: 1e9, signInsPerAddress: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const outcome = ({ status, body }: HttpReply) => [status, body?.error].filter((part) => part !== undefined).join(" ");
const base = "/v2/management/projects";

/** The endpoint's own request about a team's project. */
function ask(
  endpoint: Endpoint,
  { project, webhook }: TestTeam,
  headers: Readonly<Record<string, string>>,
): Promise<HttpReply> {
  // These calls are about a project, and about nothing in it.
  const context = { managedProject: project.id as string, managedWebhook: webhook } as ExampleContext;
  const { method, url, body } = exampleOf(endpoint, "", context);
  return edge.call(method, url, body, headers);
}

/** Everything of a team that the management API can change. */
async function stateOf({ team, project, caller }: TestTeam) {
  const { site, managedWebhooks } = edge.services;
  const { projects } = site;
  return {
    projects: await projects.ofTeam(team.id),
    keys: await projects.keys(project.id),
    webhooks: await managedWebhooks.list(caller, project.id, {}),
  };
}

describe.for(
  [...managementEndpoints, ...managedWebhookEndpoints].map(
    (endpoint) => [endpoint.route, endpoint as Endpoint] as const,
  ),
)("%s", ([, endpoint]) => {
  test("[MT3] opens to tokens of its scope alone, and nothing changes for others", async () => {
    const own = await edge.openTeam();
    const person = await edge.signUp();
    const before = await stateOf(own);
    const other = endpoint.scope === "read:all" ? "write:all" : "read:all";
    const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      none: {},
      session: person.headers,
      secretKey: bearer(edge.secretKey),
      publicKey: bearer(edge.publicKey),
      userToken: bearer(edge.userToken),
      revoked: bearer(own.revokedToken),
      expired: bearer(own.expiredToken),
      otherScope: bearer(own.scoped[other]),
    };
    const seen: Record<string, string> = {};
    for (const [kind, headers] of Object.entries(credentials)) seen[kind] = outcome(await ask(endpoint, own, headers));
    expect(seen).toEqual({
      none: "401 MISSING_MANAGEMENT_API_ACCESS_TOKEN",
      session: "401 MISSING_MANAGEMENT_API_ACCESS_TOKEN",
      secretKey: "401 INVALID_MANAGEMENT_API_ACCESS_TOKEN",
      publicKey: "401 INVALID_MANAGEMENT_API_ACCESS_TOKEN",
      userToken: "401 INVALID_MANAGEMENT_API_ACCESS_TOKEN",
      revoked: "401 REVOKED_MANAGEMENT_API_ACCESS_TOKEN",
      expired: "401 EXPIRED_MANAGEMENT_API_ACCESS_TOKEN",
      otherScope: "403 INVALID_MANAGEMENT_API_ACCESS_TOKEN_SCOPE",
    });
    expect(await stateOf(own)).toEqual(before);
    expect(outcome(await ask(endpoint, own, bearer(own.scoped[endpoint.scope!])))).toBe("200");
  });

  test("[MT4] another team's token finds nothing, and changes nothing", async () => {
    const [own, others] = [await edge.openTeam(), await edge.openTeam()];
    const before = await stateOf(own);
    const reply = await ask(endpoint, own, bearer(others.token));
    if (endpoint.path !== undefined) expect(outcome(reply)).toBe("404 PROJECT_NOT_FOUND");
    else expect(JSON.stringify(reply.body)).not.toContain(own.team.id);
    expect(await stateOf(own)).toEqual(before);
    const missing = { ...own, project: { ...own.project, id: `${own.project.id}x` as typeof own.project.id } };
    if (endpoint.path !== undefined)
      expect((await ask(endpoint, missing, bearer(others.token))).body).toEqual(reply.body);
  });
});

test("[MT3] a management token opens nothing of a project, and no call of the site", async () => {
  const { token, team } = await edge.openTeam();
  expect(outcome(await edge.call("GET", "/v2/rooms", undefined, bearer(token)))).toBe("403 INVALID_SECRET_KEY");
  const storage = await edge.call("GET", "/v2/c/rooms/r/storage", undefined, bearer(token));
  expect(outcome(storage)).toBe("403 INVALID_TOKEN");
  for (const { method, template, role } of internalEndpoints) {
    if (role === "anyone" || method !== "GET") continue;
    const url = template.replaceAll("{teamId}", team.id).replaceAll(/\{\w+\}/g, "nothing");
    expect([url, outcome(await edge.call(method, url, undefined, bearer(token)))]).toEqual([
      url,
      "401 UNAUTHENTICATED",
    ]);
  }
});

test("[MT5] a token has a rate of its own, and calls beyond it are told how long to wait", async () => {
  await using limited = await openTestEdge({ limits: { managementRatePerMinute: 60, managementRateBurst: 2 } });
  const own = await limited.openTeam();
  const list = (token: string) => limited.call("GET", base, undefined, bearer(token));
  expect((await list(own.token)).status).toBe(200);
  expect((await list(own.token)).status).toBe(200);
  const refused = await list(own.token);
  expect([outcome(refused), refused.headers["retry-after"]]).toEqual(["429 TOO_MANY_REQUESTS", "1"]);
  expect((await list(own.scoped["read:all"])).status).toBe(200);
  limited.advance(1_000);
  expect((await list(own.token)).status).toBe(200);
  expect([limits.managementRatePerMinute, limits.managementRateBurst]).toEqual([1_000, 1_000]);
});

test("[MT7] lifetimes of rolled keys are read as they are spelled, and the old key ends at once unless one is given", async () => {
  const { token, project, publicKey } = await edge.openTeam();
  const roll = (kind: "public" | "secret", body?: unknown) =>
    edge.call("POST", `${base}/${project.id}/api-keys/${kind}/roll`, body, bearer(token));
  const rooms = async (key: string) => (await edge.call("GET", "/v2/rooms", undefined, bearer(key))).status;
  const lets = async (publicApiKey: string) =>
    (await edge.call("POST", "/v2/rooms/r/public/authorize", { publicApiKey }, {})).body?.error;
  const first = (await roll("secret")).body.secretKey.value;
  expect(await rooms(first)).toBe(200);
  const second = (await roll("secret", {})).body.secretKey.value;
  expect([await rooms(first), await rooms(second)]).toEqual([403, 200]);

  const third = (await roll("secret", { expirationIn: "1 hour", newKeyExpirationIn: "3d" })).body.secretKey.value;
  edge.advance(3_599_000);
  expect([await rooms(second), await rooms(third)]).toEqual([200, 200]);
  edge.advance(1_000);
  expect([await rooms(second), await rooms(third)]).toEqual([403, 200]);
  edge.advance(3 * 86_400_000);
  expect(await rooms(third)).toBe(403);

  const rolled = (await roll("public", { expirationIn: "24hrs" })).body.publicKey;
  expect(rolled).toMatchObject({ activated: true, value: expect.stringMatching(/^pk_dev_/) });
  expect(await lets(publicKey)).not.toBe("INVALID_PUBLIC_KEY");
  edge.advance(86_400_000);
  expect(await lets(publicKey)).toBe("INVALID_PUBLIC_KEY");

  for (const expirationIn of ["now", "1h", "1hour", "1 hour", "24hrs", "24hours", "24 hours", "3d", "3days", "7 days"])
    expect([expirationIn, (await roll("public", { expirationIn })).status]).toEqual([expirationIn, 200]);
  for (const newKeyExpirationIn of ["now", "3 min", "5m", "48hrs", "21 days", "30d", "1year"])
    expect([newKeyExpirationIn, (await roll("secret", { newKeyExpirationIn })).status]).toEqual([
      newKeyExpirationIn,
      200,
    ]);
  for (const body of [
    { expirationIn: "2h" },
    { expirationIn: 1 },
    { newKeyExpirationIn: "2 years" },
    { expirationIn: "30d" },
  ])
    expect([body, (await roll("secret", body)).status]).toEqual([body, 422]);
});

test("a production project is closed for its grace period, and a development project is deleted with its rooms", async () => {
  const { token, team, project, owner } = await edge.openTeam();
  const { site, rooms } = edge.services;
  const created = await edge.call("POST", base, { type: "prod", name: "Live" }, bearer(token));
  await rooms.create(project.id, "r", { defaultAccesses: [] });
  const remove = (id: string) => edge.call("DELETE", `${base}/${id}`, undefined, bearer(token));
  expect((await remove(created.body.id)).status).toBe(200);
  expect((await remove(project.id)).text).toBe("");
  expect(await site.projects.find(project.id)).toBeUndefined();
  expect(await rooms.find(project.id, "r")).toBeUndefined();
  expect(outcome(await edge.call("GET", "/v2/rooms", undefined, bearer(created.body.secretKey.value)))).toBe(
    "403 PROJECT_CLOSED",
  );
  expect(await site.projects.find(created.body.id)).toMatchObject({
    deletesAt: edge.services.now() + limits.projectGraceMs,
  });
  expect((await edge.call("GET", base, undefined, bearer(token))).body).toEqual({ data: [], nextCursor: null });
  const { entries } = await site.teams.auditLog(team.id, { action: "project." });
  expect(entries.map(({ action, actor }) => [action, actor?.name])).toEqual([
    ["project.deleted", "Deploy"],
    ["project.closed", "Deploy"],
    ["project.created", "Deploy"],
  ]);
  expect(owner.id).not.toBe(entries[0]!.actor?.id);
});

test("names, descriptions and timeouts follow the rules of the dashboard", async () => {
  const { token, project } = await edge.openTeam();
  const update = (body: unknown) => edge.call("POST", `${base}/${project.id}`, body, bearer(token));
  expect((await update({ name: "  Docs  " })).body.name).toBe("Docs");
  expect((await update({ description: "x".repeat(limits.projectDescriptionLength) })).status).toBe(200);
  for (const body of [
    { name: "" },
    { name: "<b>" },
    { name: "x".repeat(limits.projectNameLength + 1) },
    { name: null },
    { description: "x".repeat(limits.projectDescriptionLength + 1) },
    { versionCreationTimeout: 29 },
    { versionCreationTimeout: 301 },
    { versionCreationTimeout: true },
  ])
    expect([body, (await update(body)).status]).toEqual([body, 422]);
});
