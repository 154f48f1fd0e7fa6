/** Rooms in the dashboard. Who may make these calls is held by `roles.test.ts`. */
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

async function openWorld() {
  const edge = await openTestEdge();
  const owner = await edge.signUp({ teamName: "Engines" });
  const team: string = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const draft = { displayName: "One", type: "prod" };
  const project: string = (await owner.call("POST", `/internal/accounts/${team}/projects`, draft)).body._id;
  const call = (method: string, path: string, body?: unknown) =>
    owner.call(method, `/internal/projects/${project}${path}`, body);
  return { edge, owner, team, project, call, [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose]() };
}

test("a token for the developer tools opens one room for a few minutes, and writes only if it was asked to", async () => {
  await using world = await openWorld();
  const { edge, call, owner, team, project } = world;
  const { tokens, now } = edge.services;
  await call("POST", "/api/rooms", { id: "board", defaultAccesses: [], organizationId: "acme" });
  const claimsFor = async (writes: boolean) => {
    const { body } = await call("POST", "/rooms/board/devtools-token", { writes });
    return tokens.verify(String(body.token), now());
  };
  const reader = await claimsFor(false);
  expect(reader).toMatchObject({ kind: "access", project, userId: `dashboard:${owner.id}`, organizationId: "acme" });
  const permissionsOf = (claims: unknown) => [...(claims as { permissions: Map<string, unknown> }).permissions];
  expect(permissionsOf(reader)).toEqual([["board", ["room:read"]]]);
  expect(reader.expiresAt - now()).toBeLessThanOrEqual(300_000);
  const log = async () => (await owner.call("GET", `/internal/teams/${team}/audit-log?action=api.`)).body.data;
  expect((await log()).map(({ action }: { action: string }) => action)).toEqual(["api.create-room"]);
  expect(permissionsOf(await claimsFor(true))).toEqual([["board", ["room:write"]]]);
  expect((await log())[0]).toMatchObject({ action: "api.devtools-token", target: { kind: "room", id: "board" } });

  const { token } = (await call("POST", "/rooms/board/devtools-token", { writes: true })).body;
  const storage = (room: string) =>
    edge.call("GET", `/v2/c/rooms/${room}/threads`, undefined, { authorization: `Bearer ${token}` });
  await call("POST", "/api/rooms", { id: "other", defaultAccesses: [] });
  expect([(await storage("board")).status, (await storage("other")).status]).toEqual([200, 403]);
});

test("there is no token for a room that does not exist, or of a project that is being deleted", async () => {
  await using world = await openWorld();
  const { call } = world;
  const missing = await call("POST", "/rooms/none/devtools-token", { writes: false });
  expect([missing.status, missing.body.error]).toEqual([404, "ROOM_NOT_FOUND"]);
  await call("POST", "/api/rooms", { id: "board", defaultAccesses: [] });
  await call("DELETE", "", { displayName: "One" });
  const closed = await call("POST", "/rooms/board/devtools-token", { writes: false });
  expect([closed.status, closed.body.error]).toEqual([403, "PROJECT_CLOSED"]);
});

test("rooms are found by a part of their id, in any case", async () => {
  await using world = await openWorld();
  const { call } = world;
  for (const id of ["acme:okrs-2026", "OKRS", "acme:retro", "other"])
    await call("POST", "/api/rooms", { id, defaultAccesses: [] });
  const found = async (text: string) =>
    (await call("GET", `/rooms?search=${encodeURIComponent(text)}`)).body.data.map(({ id }: { id: string }) => id);
  expect((await found("okrs")).toSorted()).toEqual(["OKRS", "acme:okrs-2026"]);
  expect(await found("retro")).toEqual(["acme:retro"]);
  expect(await found("none of them")).toEqual([]);
});
