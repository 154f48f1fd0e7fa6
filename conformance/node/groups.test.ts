import type { Liveblocks } from "@liveblocks/node";
import { LiveblocksError } from "@liveblocks/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
let api: Liveblocks;
beforeAll(async () => {
  lobby = await openLobby();
  ({ api } = lobby);
});
afterAll(() => lobby[Symbol.asyncDispose]());

async function failure(call: Promise<unknown>): Promise<LiveblocksError> {
  const outcome = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(outcome).toBeInstanceOf(LiveblocksError);
  return outcome as LiveblocksError;
}
const memberIds = ({ members }: { readonly members: readonly { readonly id: string }[] }) =>
  members.map(({ id }) => id);

test("a group is created once, changed, found by its members, and deleted twice", async () => {
  const groupId = "eng/ineering 😀";
  const created = await api.createGroup({ groupId, memberIds: ["bob", "ada"], organizationId: "acme" });
  expect(created).toMatchObject({ type: "group", id: groupId, organizationId: "acme", tenantId: "acme" });
  expect(created).toMatchObject({ scopes: { mention: true }, members: [{ id: "bob" }, { id: "ada" }] });
  expect([created.createdAt, created.updatedAt, created.members[0]!.addedAt]).toEqual(
    Array.from({ length: 3 }, () => expect.any(Date)),
  );
  expect(await failure(api.createGroup({ groupId, memberIds: [] }))).toMatchObject({
    status: 409,
    message: "Group already exists",
  });

  expect(memberIds(await api.addGroupMembers({ groupId, memberIds: ["ada", "eve"] }))).toEqual(["bob", "ada", "eve"]);
  const fewer = await api.removeGroupMembers({ groupId, memberIds: ["bob", "nobody"] });
  expect(memberIds(fewer)).toEqual(["ada", "eve"]);
  expect(await api.getGroup({ groupId })).toEqual(fewer);
  expect(await api.addGroupMembers({ groupId, memberIds: ["ada"] })).toEqual(fewer);
  expect((await api.getUserGroups({ userId: "eve" })).data).toEqual([fewer]);
  expect((await api.getUserGroups({ userId: "bob" })).data).toEqual([]);
  expect((await api.getGroups()).data).toEqual([fewer]);

  await api.deleteGroup({ groupId });
  await api.deleteGroup({ groupId });
  expect((await failure(api.getGroup({ groupId }))).status).toBe(404);
  expect((await failure(api.addGroupMembers({ groupId, memberIds: [] }))).status).toBe(404);
  expect((await api.getUserGroups({ userId: "eve" })).data).toEqual([]);
});

test("groups are listed newest first, page by page", async () => {
  const ids = Array.from({ length: 5 }, (_, n) => `listed ${n}`);
  for (const groupId of ids) await api.createGroup({ groupId, memberIds: ["lister"] });
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await api.getUserGroups({ userId: "lister", limit: 2, ...(cursor && { startingAfter: cursor }) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(seen).toHaveLength(5);
  expect((await api.getGroups({ limit: 2 })).data).toHaveLength(2);
  expect((await failure(api.getGroups({ limit: 101 }))).status).toBe(422);
});

test("a malformed group is answered with 400", async () => {
  const url = `${lobby.server.url}/v2/groups`;
  const headers = { Authorization: `Bearer ${lobby.server.secretKey}` };
  const bodies = [{}, { memberIds: ["ada"] }, { id: "" }, { id: "x", memberIds: "ada" }, { id: "x", memberIds: [1] }];
  for (const body of bodies) {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    expect([response.status, await response.json()]).toMatchObject([400, { error: "BAD_REQUEST" }]);
  }
  await api.createGroup({ groupId: "strict", memberIds: [] });
  for (const body of [{}, { memberIds: null }, { memberIds: ["x".repeat(129)] }]) {
    const response = await fetch(`${url}/strict/add-members`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(response.status).toBe(400);
  }
});

test("clients find the groups of their organization that can be mentioned", async () => {
  const groups = [
    { groupId: "mine", memberIds: ["ada"] },
    { groupId: "theirs", memberIds: ["ada"], organizationId: "acme" },
    { groupId: "silent", memberIds: ["ada"], scopes: {} },
  ];
  for (const group of groups) await api.createGroup(group);
  const find = async (organizationId?: string) => {
    const { body } = await api.identifyUser({ userId: "ada", groupIds: [], ...(organizationId && { organizationId }) });
    const response = await fetch(`${lobby.server.url}/v2/c/groups/find`, {
      method: "POST",
      headers: { Authorization: `Bearer ${(JSON.parse(body) as { token: string }).token}` },
      body: JSON.stringify({ groupIds: [...groups.map(({ groupId }) => groupId), "nowhere"] }),
    });
    const found = (await response.json()) as { groups: { id: string }[] };
    return found.groups.map(({ id }) => id);
  };
  expect([await find(), await find("acme")]).toEqual([["mine"], ["theirs"]]);
});
