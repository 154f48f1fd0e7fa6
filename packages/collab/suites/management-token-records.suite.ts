import { describe, expect, test } from "vitest";
import type { ManagementTokenRecord, ManagementTokenRecords } from "../src/management/management-token-records.ts";
import type { AuditRecords } from "../src/teams/audit-records.ts";
import type { TeamRecords } from "../src/teams/team-records.ts";

interface UnderTest extends AsyncDisposable {
  readonly tokens: ManagementTokenRecords;
  readonly teams: TeamRecords;
  readonly audit: AuditRecords;
}

function newToken(id: string, change: Partial<ManagementTokenRecord> = {}): ManagementTokenRecord {
  return {
    team: "team_1",
    id,
    name: "Deploy",
    scopes: ["read:all", "write:all"],
    tokenHash: `hash of ${id}`,
    lastFour: "wxyz",
    createdBy: "ada",
    createdAt: 1_700_000_000_000,
    expiresAt: 1_700_000_001_000,
    ...change,
  };
}

const bounds = { limit: 2, keptFrom: 0 };
const noted = (id: string) => ({ audit: [{ team: "team_1", id, at: 1, action: "test" }] });

/** What every ManagementTokenRecords promises. `ada` is a person of the adapter. An adapter's test file is one call. */
export function managementTokenRecordsSuite(openRecords: () => Promise<UnderTest>): void {
  async function open(): Promise<UnderTest> {
    const under = await openRecords();
    for (const id of ["team_1", "team_2"])
      await under.teams.insertTeam({ id, name: id, plan: "Free", createdAt: 1 }, "ada");
    return under;
  }
  const listed = async ({ audit }: UnderTest) => (await audit.list("team_1", { limit: 9 })).map(({ id }) => id);

  describe("ManagementTokenRecords", () => {
    test("a token is found by its hash and listed in its team, as it was inserted, newest first", async () => {
      await using under = await open();
      const { tokens } = under;
      expect(await tokens.tokenOf("hash of a")).toBeUndefined();
      const [a, b] = [
        newToken("a"),
        newToken("b", { name: `It's "b" é`, scopes: ["read:all"], createdAt: 1_700_000_000_001 }),
      ];
      const other = newToken("a", { team: "team_2", tokenHash: "other" });
      for (const token of [a, b, other]) expect(await tokens.insert(token, bounds)).toBe(true);
      expect(await tokens.tokenOf(a.tokenHash)).toEqual(a);
      expect(await tokens.tokenOf("other")).toEqual(other);
      expect(await tokens.ofTeam("team_1")).toEqual([b, a]);
      expect(await tokens.ofTeam("team_2")).toEqual([other]);
    });

    test("a hash is taken once, and a team that does not exist gets no token", async () => {
      await using under = await open();
      const { tokens } = under;
      expect(await tokens.insert(newToken("a", { team: "team_9" }), bounds)).toBe(false);
      expect(await tokens.insert(newToken("a"), bounds)).toBe(true);
      const same = newToken("b", { team: "team_2", tokenHash: "hash of a" });
      await expect(tokens.insert(same, bounds)).rejects.toThrow();
      expect(await tokens.ofTeam("team_2")).toEqual([]);
    });

    test("[MT5] a team has a bounded number of tokens that work, even when they are created at the same time", async () => {
      await using under = await open();
      const { tokens } = under;
      const insert = (id: string, change?: Partial<ManagementTokenRecord>) =>
        tokens.insert(newToken(id, change), bounds);
      expect((await Promise.all(["a", "b", "c", "d"].map((id) => insert(id)))).filter(Boolean)).toHaveLength(2);
      const [one] = await tokens.ofTeam("team_1");
      expect(await insert("e", { team: "team_2" })).toBe(true);
      expect(await tokens.revoke("team_1", one!.id, 5)).toBe(true);
      expect(await insert("f")).toBe(true);
      expect(await insert("g")).toBe(false);
      // From their expiry on they do not count.
      expect(await insert("h", { createdAt: newToken("a").expiresAt })).toBe(true);
    });

    test("[MT2] a token is revoked once, in its own team, together with its audit entry", async () => {
      await using under = await open();
      const { tokens } = under;
      expect(await tokens.insert(newToken("a"), bounds, noted("1"))).toBe(true);
      await expect(tokens.revoke("team_1", "a", 7, noted("1"))).rejects.toThrow();
      expect(await tokens.tokenOf("hash of a")).toEqual(newToken("a"));
      expect(await tokens.revoke("team_2", "a", 7, noted("2"))).toBe(false);
      expect(await tokens.revoke("team_1", "b", 7, noted("2"))).toBe(false);
      expect(await tokens.revoke("team_1", "a", 7, noted("2"))).toBe(true);
      expect(await tokens.revoke("team_1", "a", 8, noted("3"))).toBe(false);
      expect(await tokens.tokenOf("hash of a")).toEqual(newToken("a", { revokedAt: 7 }));
      // A refused token leaves no entry.
      expect(await tokens.insert(newToken("b", { team: "team_9" }), bounds, noted("4"))).toBe(false);
      expect(await listed(under)).toEqual(["2", "1"]);
    });

    test("the latest use counts, in whatever order uses are noted", async () => {
      await using under = await open();
      const { tokens } = under;
      await tokens.insert(newToken("a"), bounds);
      await tokens.insert(newToken("b"), bounds);
      for (const at of [1_700_000_000_005, 1_700_000_000_009, 1_700_000_000_007])
        await tokens.noteUse("team_1", "a", at);
      await tokens.noteUse("team_2", "b", 9);
      await tokens.noteUse("team_1", "missing", 9);
      expect((await tokens.tokenOf("hash of a"))?.lastUsedAt).toBe(1_700_000_000_009);
      expect((await tokens.tokenOf("hash of b"))?.lastUsedAt).toBeUndefined();
    });

    test("tokens that ended long ago are deleted with the next one, and all of them with their team", async () => {
      await using under = await open();
      const { tokens, teams } = under;
      const at = newToken("a").expiresAt;
      await tokens.insert(newToken("expired"), bounds);
      await tokens.insert(newToken("revoked", { expiresAt: at + 500 }), bounds);
      await tokens.revoke("team_1", "revoked", at);
      await tokens.insert(newToken("kept", { team: "team_2" }), bounds);
      const ids = async (team = "team_1") => (await tokens.ofTeam(team)).map(({ id }) => id);
      await tokens.insert(newToken("one", { createdAt: at + 1, expiresAt: at + 500 }), { ...bounds, keptFrom: at });
      expect(await ids()).toEqual(["one", "revoked", "expired"]);
      await tokens.insert(newToken("two", { createdAt: at + 2, expiresAt: at + 500 }), { ...bounds, keptFrom: at + 1 });
      expect(await ids()).toEqual(["two", "one"]);
      expect(await teams.deleteTeam("team_1")).toBe(true);
      expect(await tokens.tokenOf("hash of one")).toBeUndefined();
      expect(await ids("team_2")).toEqual(["kept"]);
    });
  });
}
