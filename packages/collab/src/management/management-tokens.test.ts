import { createHash } from "node:crypto";
import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryAuditRecords, createMemoryTeamRecords } from "../../suites/memory-team-records.ts";
import { createMemoryManagementTokenRecords } from "../../suites/memory-management-token-records.ts";
import { createCursors } from "../cursor.ts";
import type { PersonRecord } from "../teams/person-records.ts";
import { createTeams } from "../teams/teams.ts";
import { createManagementTokens } from "./management-tokens.ts";

const ada: PersonRecord = {
  id: "ada",
  email: "ada@weft.test",
  emailVerified: true,
  firstName: "Ada",
  lastName: "Lovelace",
  twoFactorEnabled: false,
  createdAt: 0,
};
const minuteMs = 60_000;

async function world() {
  let now = 1_700_000_000_000;
  const audit = createMemoryAuditRecords();
  const teamRecords = createMemoryTeamRecords([ada], audit);
  const cursors = createCursors(Buffer.alloc(32, 1));
  const teams = createTeams({ records: teamRecords, audit, cursors, plan: "Free", now: () => now });
  const records = createMemoryManagementTokenRecords(teamRecords, audit);
  const open = () => createManagementTokens({ records, teams, now: () => now });
  const actor = { person: ada, address: "192.0.2.7" };
  const { id: team } = await teams.create(actor, "Engines");
  const tokens = open();
  const create = (name = "Deploy") => tokens.create(actor, team, { name, scopes: ["read:all"] });
  const entries = async () => (await teams.auditLog(team, { action: "managementToken." })).entries;
  return { records, tokens, elsewhere: open(), actor, team, create, entries, pass: (ms: number) => (now += ms) };
}

test("[MT1] a token has 256 bits, and is stored as its hash and last four characters", async () => {
  const { tokens, records, create, team, entries } = await world();
  const { token, record } = await create();
  expect(token).toMatch(/^wmt_[\w-]{43}$/);
  expect(record.tokenHash).toBe(createHash("sha256").update(token).digest("hex"));
  expect(record.lastFour).toBe(token.slice(-4));
  expect(JSON.stringify([await records.ofTeam(team), await entries()])).not.toContain(token);
  expect(await tokens.authenticate(`Bearer ${token}`)).toMatchObject({ team, id: record.id, scopes: ["read:all"] });
  expect((await create()).token).not.toBe(token);
});

test.for([
  [undefined, "MISSING"],
  ["", "MISSING"],
  ["Bearer", "MISSING"],
  ["Bearer   ", "MISSING"],
  ["Basic d210Xw==", "MISSING"],
  [`wmt_${"a".repeat(43)}`, "MISSING"],
  ["Bearer sk_dev_key", "INVALID"],
  [`Bearer wmt_${"a".repeat(42)}`, "INVALID"],
  [`Bearer wmt_${"a".repeat(44)}`, "INVALID"],
  [`Bearer wmt_${"ä".repeat(43)}`, "INVALID"],
  [`Bearer wmt_${"a".repeat(43)} x`, "INVALID"],
  [`Bearer WMT_${"a".repeat(43)}`, "INVALID"],
  [`Bearer wmt_${"a".repeat(43)}`, "NOT_EXISTING"],
] as const)("%j is refused as %s", async ([header, kind]) => {
  const { tokens } = await world();
  await expect(tokens.authenticate(header)).rejects.toMatchObject({ code: `${kind}_MANAGEMENT_API_ACCESS_TOKEN` });
});

test("the scheme is read in any case, and blanks around the token are no part of it", async () => {
  const { tokens, create } = await world();
  const { token } = await create();
  for (const header of [`bEARER ${token}`, `Bearer   ${token}  `])
    expect(await tokens.authenticate(header)).toBeDefined();
});

test("[MT2] a revoked token is refused at once on every node, and its revocation is in the audit log", async () => {
  const { tokens, elsewhere, create, actor, team, entries } = await world();
  const { token, record } = await create("Deploy");
  await elsewhere.authenticate(`Bearer ${token}`);
  await tokens.revoke(actor, team, record.id);
  for (const node of [tokens, elsewhere])
    await expect(node.authenticate(`Bearer ${token}`)).rejects.toMatchObject({
      code: "REVOKED_MANAGEMENT_API_ACCESS_TOKEN",
    });
  expect(await tokens.list(team)).toEqual([]);
  await expect(tokens.revoke(actor, team, record.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(tokens.revoke(actor, "team_other", record.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const target = { kind: "managementToken", id: record.id, name: "Deploy" };
  expect(await entries()).toMatchObject([
    { action: "managementToken.revoked", target, actor: { id: "ada" }, address: "192.0.2.7" },
    { action: "managementToken.created", target, actor: { id: "ada" } },
  ]);
});

test("[MT2] a token works for a year", async () => {
  const { tokens, create, pass } = await world();
  const { token } = await create();
  pass(limits.managementTokenLifetimeMs - 1);
  expect(await tokens.authenticate(`Bearer ${token}`)).toBeDefined();
  pass(1);
  await expect(tokens.authenticate(`Bearer ${token}`)).rejects.toMatchObject({
    code: "EXPIRED_MANAGEMENT_API_ACCESS_TOKEN",
  });
});

test("[MT5] a team has at most so many tokens that work", async () => {
  const { tokens, create, actor, team } = await world();
  const created = [];
  for (let n = 0; n < limits.managementTokensPerTeam; n++) created.push(await create(`Token ${n}`));
  await expect(create()).rejects.toMatchObject({ code: "CONFLICT" });
  await tokens.revoke(actor, team, created[0]!.record.id);
  expect(await create()).toBeDefined();
});

test("the use of a token is noted, at most once a minute", async () => {
  const { tokens, records, create, pass } = await world();
  const { token, record } = await create();
  const lastUsedAt = async () => {
    await tokens.authenticate(`Bearer ${token}`);
    return (await records.tokenOf(record.tokenHash))?.lastUsedAt;
  };
  const first = await lastUsedAt();
  expect(first).toBe(record.createdAt);
  pass(minuteMs - 1);
  expect(await lastUsedAt()).toBe(first);
  pass(1);
  expect(await lastUsedAt()).toBe(record.createdAt + minuteMs);
});
