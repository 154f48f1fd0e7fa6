import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryAuditRecords, createMemoryTeamRecords } from "../../suites/memory-team-records.ts";
import { createMemoryProjectRecords } from "../../suites/memory-project-records.ts";
import { createCursors } from "../cursor.ts";
import { createProjects } from "../projects/projects.ts";
import { createTeams } from "../teams/teams.ts";
import { createManagedProjects } from "./managed-projects.ts";

const hourMs = 3_600_000;
const draft = { type: "dev", region: "earth", versionCreationTimeout: false } as const;

function world({ regions = [] as readonly string[] } = {}) {
  let now = 1_700_000_000_000;
  const records = createMemoryProjectRecords();
  const projects = createProjects({ records, now: () => now });
  const audit = createMemoryAuditRecords();
  const cursors = createCursors(Buffer.alloc(32, 1));
  const teams = createTeams({
    records: createMemoryTeamRecords([], audit),
    audit,
    cursors,
    plan: "Free",
    now: () => now,
  });
  const managed = createManagedProjects({
    projects,
    removeProject: async ({ id }, effects) =>
      void (await projects.closeProject(id, now + 1, effects("project.closed"))),
    teams,
    cursors,
    regions,
    now: () => now,
  });
  const token = { id: "mt_1", name: "Deploy" };
  const caller = { team: "team_1", token, address: "192.0.2.7" };
  const stranger = { team: "team_2", token: { id: "mt_2", name: "Other" } };
  const opens = (key: string) =>
    projects.authenticateSecret(`Bearer ${key}`).then(
      () => true,
      () => false,
    );
  const lets = (key: string) =>
    projects.authenticatePublic(key).then(
      () => true,
      () => false,
    );
  return { records, projects, managed, caller, stranger, opens, lets, pass: (ms: number) => (now += ms) };
}

test("a project is created as it was asked for, and clients may create rooms in development alone", async () => {
  const { managed, projects, caller } = world();
  const created = await managed.create(caller, {
    ...draft,
    type: "prod",
    name: "Docs",
    description: "Drafts",
    versionCreationTimeout: 60,
  });
  expect(created).toMatchObject({
    teamId: "team_1",
    type: "prod",
    name: "Docs",
    description: "Drafts",
    createdAt: "2023-11-14T22:13:20.000Z",
    updatedAt: "2023-11-14T22:13:20.000Z",
    publicKey: { activated: true, value: expect.stringMatching(/^pk_prod_/) },
    secretKey: { value: expect.stringMatching(/^sk_prod_/) },
    region: "earth",
    versionCreationTimeout: 60,
  });
  expect((await projects.find(created.id))?.publicKeyCreatesRooms).toBe(false);
  const dev = await managed.create(caller, draft);
  expect(dev).toMatchObject({ name: "Untitled project", description: null, versionCreationTimeout: false });
  expect((await projects.find(dev.id))?.publicKeyCreatesRooms).toBe(true);
});

test("a project is restricted to a region that the server has, and to no other", async () => {
  const { managed, projects, caller } = world({ regions: ["eu"] });
  const european = await managed.create(caller, { ...draft, region: "eu" });
  expect(european.region).toBe("eu");
  expect((await projects.find(european.id))?.region).toBe("eu");
  await expect(managed.create(caller, { ...draft, region: "fedramp" })).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
    message: "Value at key 'region': this server has no region \"fedramp\".",
  });
  await expect(world().managed.create(caller, { ...draft, region: "eu" })).rejects.toMatchObject({
    message: "Value at key 'region': this server has no region \"eu\".",
  });
});

test("an update changes what it names, and when it was", async () => {
  const { managed, caller, pass } = world();
  const created = await managed.create(caller, { ...draft, name: "Docs", description: "Drafts" });
  pass(1_000);
  const renamed = await managed.update(caller, created.id, { name: "Notes" });
  expect(renamed).toMatchObject({ name: "Notes", description: "Drafts", createdAt: created.createdAt });
  expect(renamed.updatedAt).toBe("2023-11-14T22:13:21.000Z");
  expect(await managed.update(caller, created.id, { description: null, versionCreationTimeout: 30 })).toMatchObject({
    name: "Notes",
    description: null,
    versionCreationTimeout: 30,
  });
  expect(await managed.get(caller, created.id)).toMatchObject({ name: "Notes", description: null });
});

test("[MT4] projects of another team, and those that are being deleted, are not found", async () => {
  const { managed, caller, stranger, records } = world();
  const { id } = await managed.create(caller, { ...draft, name: "Docs" });
  const before = [await records.find(id), await records.apiKeys(id)];
  const calls = (by: typeof caller | typeof stranger, project: ProjectId) => [
    managed.get(by, project),
    managed.update(by, project, { name: "Mine" }),
    managed.switchPublicKey(by, project, false),
    managed.rollPublicKey(by, project, { oldKeyMs: 0 }),
    managed.rollSecretKey(by, project, { oldKeyMs: 0 }),
    managed.delete(by, project),
  ];
  for (const call of calls(stranger, id)) await expect(call).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  for (const call of calls(caller, "proj_missing" as ProjectId))
    await expect(call).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  expect([await records.find(id), await records.apiKeys(id)]).toEqual(before);
  expect((await managed.list(stranger, { limit: 9 })).data).toEqual([]);

  await managed.delete(caller, id);
  for (const call of calls(caller, id)) await expect(call).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  expect((await managed.list(caller, { limit: 9 })).data).toEqual([]);
});

test("[MT4] two deletions at the same time delete once, and the other finds nothing", async () => {
  const { managed, caller, records } = world();
  const { id } = await managed.create(caller, draft);
  const outcomes = await Promise.allSettled([managed.delete(caller, id), managed.delete(caller, id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "PROJECT_NOT_FOUND" } });
  expect(records.told.filter(({ action }) => action === "project.closed")).toHaveLength(1);
});

test("[MT4] a list is followed by cursors of its own, and filtered by name", async () => {
  const { managed, caller, stranger, pass } = world();
  for (const name of ["One", "Two", "Two"]) {
    await managed.create(caller, { ...draft, name });
    pass(1);
  }
  const names = async (cursor?: string) => {
    const { data, nextCursor } = await managed.list(caller, { limit: 2, cursor });
    return { names: data.map(({ name }) => name), nextCursor };
  };
  const first = await names();
  expect(first.names).toEqual(["Two", "Two"]);
  expect(await names(first.nextCursor!)).toEqual({ names: ["One"], nextCursor: null });
  const foreign = { limit: 2, cursor: first.nextCursor! };
  await expect(managed.list(stranger, foreign)).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
  expect((await managed.list(caller, { limit: 9, query: 'name:"Two"' })).data).toHaveLength(2);
  expect((await managed.list(caller, { limit: 9, query: "name:'two'" })).data).toEqual([]);
  expect((await managed.list(caller, { limit: 9, query: "" })).data).toHaveLength(3);
  for (const query of ['name^"T"', 'type:"dev"', "name:1", "   "])
    await expect(managed.list(caller, { limit: 9, query })).rejects.toMatchObject({ code: "INVALID_QUERY" });
});

test("[MT7] a rolled secret key is shown once, and the old one works as long as was asked for", async () => {
  const { managed, caller, opens, pass, projects } = world();
  const { id, secretKey: first } = await managed.create(caller, draft);
  pass(1);
  const second = await managed.rollSecretKey(caller, id, { oldKeyMs: hourMs });
  expect(second.value).not.toBe(first!.value);
  expect((await managed.get(caller, id)).secretKey).toEqual({
    createdAt: second.createdAt,
    value: `sk_…${second.value.slice(-4)}`,
  });
  expect([await opens(first!.value), await opens(second.value)]).toEqual([true, true]);
  pass(hourMs);
  expect([await opens(first!.value), await opens(second.value)]).toEqual([false, true]);
  const third = await managed.rollSecretKey(caller, id, { oldKeyMs: 0, newKeyMs: 2 * hourMs });
  expect([await opens(second.value), await opens(third.value)]).toEqual([false, true]);
  pass(hourMs);
  // Its own end comes before the time for which the old key may work on.
  const fourth = await managed.rollSecretKey(caller, id, { oldKeyMs: 24 * hourMs });
  pass(hourMs);
  expect([await opens(third.value), await opens(fourth.value)]).toEqual([false, true]);

  const extra = await projects.createKey(id, { name: "Extra", createdBy: "ada" });
  expect((await managed.get(caller, id)).secretKey?.value).toBe(`sk_…${extra.key.slice(-4)}`);
  await managed.rollSecretKey(caller, id, { oldKeyMs: 0 });
  expect([await opens(fourth.value), await opens(extra.key)]).toEqual([true, false]);
});

test("[MT7] a project whose secret keys were all revoked shows none, and gets one", async () => {
  const { managed, caller, opens, projects } = world();
  const { id } = await managed.create(caller, draft);
  const [secret] = (await projects.workingKeys(id)).filter(({ kind }) => kind === "secret");
  await projects.revokeKey(id, secret!.id);
  expect((await managed.get(caller, id)).secretKey).toBeNull();
  const { value } = await managed.rollSecretKey(caller, id, { oldKeyMs: 0 });
  expect(await opens(value)).toBe(true);
});

test("[MT7] a deactivated public key opens nothing, nor does the one before it; it is not rolled", async () => {
  const { managed, caller, lets, pass, records } = world();
  const { id, publicKey: first } = await managed.create(caller, draft);
  pass(1);
  const second = await managed.rollPublicKey(caller, id, { oldKeyMs: hourMs });
  expect((await managed.get(caller, id)).publicKey).toEqual(second);
  expect([await lets(first.value), await lets(second.value)]).toEqual([true, true]);
  await managed.switchPublicKey(caller, id, false);
  expect([await lets(first.value), await lets(second.value)]).toEqual([false, false]);
  expect((await managed.get(caller, id)).publicKey).toEqual({ ...second, activated: false });
  await expect(managed.rollPublicKey(caller, id, { oldKeyMs: 0 })).rejects.toMatchObject({
    code: "PUBLIC_KEY_NOT_ENABLED",
  });
  const written = records.told.length;
  await managed.switchPublicKey(caller, id, false);
  expect(records.told).toHaveLength(written);
  await managed.switchPublicKey(caller, id, true);
  expect([await lets(first.value), await lets(second.value)]).toEqual([true, true]);
  pass(hourMs);
  expect([await lets(first.value), await lets(second.value)]).toEqual([false, true]);
});

test("[MT6] every change is in the audit log under the name of its token", async () => {
  const { managed, caller, records, pass } = world();
  const { id } = await managed.create(caller, { ...draft, name: "Docs" });
  await managed.update(caller, id, { name: "Notes" });
  pass(1);
  await managed.rollPublicKey(caller, id, { oldKeyMs: 0 });
  await managed.rollSecretKey(caller, id, { oldKeyMs: 0 });
  await managed.switchPublicKey(caller, id, false);
  await managed.delete(caller, id);
  expect(records.told.map(({ action }) => action)).toEqual([
    "project.created",
    "project.updated",
    "key.rolled",
    "key.rolled",
    "key.updated",
    "project.closed",
  ]);
  for (const { team, actor, address } of records.told)
    expect({ team, actor, address }).toEqual({
      team: "team_1",
      actor: { id: "mt_1", name: "Deploy", email: "" },
      address: "192.0.2.7",
    });
});
