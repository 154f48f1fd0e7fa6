import { expect, test } from "vitest";
import type { Effects } from "../src/effects.ts";
import type { SsoConnection, SsoProfile, SsoRecords, SsoSignIn } from "../src/sso/sso-records.ts";
import type { AuditRecords } from "../src/teams/audit-records.ts";
import type { TeamRecords } from "../src/teams/team-records.ts";

interface Under extends AsyncDisposable {
  readonly sso: SsoRecords;
  readonly teams: TeamRecords;
  readonly audit: AuditRecords;
}

/** What every SsoRecords promises. The adapter brings people of the ids `ada`, `bob` and `cleo`. */
export function ssoRecordsSuite(openAdapter: () => Promise<Under>): void {
  const team = "team_1";
  const connection: Omit<SsoConnection, "enforced"> = {
    team,
    entityId: "https://idp.test/",
    signInUrl: "https://idp.test/sign-in",
    certificates: ["pem one", "pem two"],
    attributes: { email: "mail", firstName: null, lastName: null },
    updatedAt: 5,
  };
  const profile: SsoProfile = {
    email: "ada@weft.test",
    firstName: "Ada",
    lastName: "Lovelace",
    attributes: [{ name: "mail", values: ["ada@weft.test"] }],
  };
  const signIn: SsoSignIn = {
    id: "relay",
    team,
    requestId: "_1",
    browser: "browser",
    next: "/dashboard",
    createdAt: 10,
    expiresAt: 20,
    state: "open",
  };
  const claim = (domain: string, of = team) => ({ team: of, domain, record: `record of ${domain}`, createdAt: 5 });
  let told = 0;
  const noted = (action = "test"): Effects => ({ audit: [{ team, id: `told_${told++}`, at: 1, action }] });
  const actions = async ({ audit }: Under) =>
    (await audit.list(team, { limit: 99 })).map(({ action }) => action).filter((action) => action !== "test");

  /** Two teams of Ada; Bob owns the first one, too, and Cleo is a member. */
  const open = async () => {
    const under = await openAdapter();
    const { teams } = under;
    for (const id of [team, "team_2"])
      await teams.insertTeam({ id, name: id, plan: "SelfHosted", createdAt: 1 }, "ada", noted());
    await teams.insertMember(team, "bob", 2, noted());
    await teams.setRole(team, "bob", "owner", noted());
    await teams.insertMember(team, "cleo", 2, noted());
    return under;
  };
  const enforced = async (...breakGlass: readonly string[]) => {
    const under = await open();
    await under.sso.putConnection(connection, noted());
    await under.sso.addDomain(claim("weft.test"), 9, noted());
    await under.sso.verifyDomain(team, "weft.test", 6, noted());
    await under.sso.putTest({ team, person: "ada", at: 7, profile }, noted());
    expect(await under.sso.enforce(team, breakGlass, noted())).toBe(true);
    return under;
  };

  test("a connection is found as it was put, and goes with its team", async () => {
    await using under = await open();
    const { sso, teams } = under;
    expect(await sso.connection(team)).toBeUndefined();
    await sso.putConnection(connection, noted("connected"));
    expect(await sso.connection(team)).toEqual({ ...connection, enforced: false });
    await sso.putConnection({ ...connection, entityId: "other", updatedAt: 6 }, noted("changed"));
    expect(await sso.connection(team)).toMatchObject({ entityId: "other", updatedAt: 6 });
    expect(await sso.connection("team_2")).toBeUndefined();
    expect(await sso.deleteConnection(team, noted("deleted"))).toBe(true);
    expect(await sso.deleteConnection(team, noted("deleted"))).toBe(false);
    expect(await actions(under)).toEqual(["deleted", "changed", "connected"]);
    await sso.putConnection(connection, noted());
    expect(await teams.deleteTeam(team, noted())).toBe(true);
    expect(await sso.connection(team)).toBeUndefined();
  });

  test("[SO1] a domain is verified by one team at a time", async () => {
    await using under = await open();
    const { sso } = under;
    expect(await sso.addDomain(claim("weft.test"), 9, noted("claimed"))).toBe(true);
    expect(await sso.addDomain(claim("weft.test"), 9, noted("claimed"))).toBe(false);
    expect(await sso.addDomain(claim("weft.test", "team_2"), 9, noted())).toBe(true);
    expect(await sso.verifiedDomain("weft.test")).toBeUndefined();
    expect(await sso.domains(team)).toEqual([claim("weft.test")]);
    const both = await Promise.all([
      sso.verifyDomain(team, "weft.test", 8, noted()),
      sso.verifyDomain("team_2", "weft.test", 8, noted()),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const [owner, other] = both[0] ? [team, "team_2"] : ["team_2", team];
    expect(await sso.verifiedDomain("weft.test")).toMatchObject({ team: owner, verifiedAt: 8 });
    expect(await sso.verifyDomain(other, "weft.test", 9, noted())).toBe(false);
    expect(await sso.verifyDomain(team, "none.test", 9, noted())).toBe(false);
    expect(await sso.removeDomain(owner, "weft.test", noted())).toBe(true);
    expect(await sso.removeDomain(owner, "weft.test", noted())).toBe(false);
    expect(await sso.verifyDomain(other, "weft.test", 10, noted())).toBe(true);
    expect(await actions(under)).toEqual(["claimed"]);
  });

  test("a team claims no more domains than it may", async () => {
    await using under = await open();
    const { sso } = under;
    expect(await sso.addDomain(claim("one.test"), 2, noted())).toBe(true);
    expect(await sso.addDomain(claim("two.test"), 2, noted())).toBe(true);
    expect(await sso.addDomain(claim("three.test"), 2, noted())).toBe(false);
    expect(await sso.addDomain(claim("three.test", "team_2"), 2, noted())).toBe(true);
    expect((await sso.domains(team)).map(({ domain }) => domain)).toEqual(["one.test", "two.test"]);
  });

  test("[SO6] single sign-on is required after a test, with a verified domain and a break-glass owner", async () => {
    await using under = await open();
    const { sso, teams } = under;
    const enforce = (...ids: readonly string[]) => sso.enforce(team, ids, noted("enforced"));
    expect(await enforce("ada")).toBe(false);
    await sso.putConnection(connection, noted());
    expect(await enforce("ada")).toBe(false);
    await sso.putTest({ team, person: "ada", at: 7, profile }, noted());
    expect(await sso.test(team)).toEqual({ team, person: "ada", at: 7, profile });
    expect(await enforce("ada")).toBe(false);
    await sso.addDomain(claim("weft.test"), 9, noted());
    expect(await enforce("ada")).toBe(false);
    await sso.verifyDomain(team, "weft.test", 8, noted());
    expect(await enforce()).toBe(false);
    expect(await enforce("cleo")).toBe(false);
    expect(await enforce("ada", "unknown-user")).toBe(false);
    expect(await sso.breakGlass(team)).toEqual([]);
    expect(await teams.membership(team, "cleo")).not.toHaveProperty("ssoDomains");
    expect(await enforce("ada", "bob")).toBe(true);
    expect(await sso.breakGlass(team)).toEqual(["ada", "bob"]);
    expect(await teams.membership(team, "cleo")).toEqual({
      team: await teams.team(team),
      role: "member",
      ssoDomains: ["weft.test"],
    });
    expect(await teams.membership(team, "ada")).toMatchObject({ breakGlass: true, ssoDomains: ["weft.test"] });
    expect(await teams.membership("team_2", "ada")).not.toHaveProperty("breakGlass");
    // Another choice, and the end.
    expect(await enforce("bob")).toBe(true);
    expect(await sso.breakGlass(team)).toEqual(["bob"]);
    expect(await sso.stopEnforcing(team, noted("stopped"))).toBe(true);
    expect(await sso.stopEnforcing(team, noted("stopped"))).toBe(false);
    expect(await sso.breakGlass(team)).toEqual([]);
    expect(await teams.membership(team, "cleo")).not.toHaveProperty("ssoDomains");
    expect(await actions(under)).toEqual(["stopped", "enforced", "enforced"]);
  });

  test("[SO6] another connection is tested again before it is required, and stays required if it was", async () => {
    {
      await using under = await enforced("ada");
      await under.sso.putConnection({ ...connection, entityId: "other" }, noted());
      expect(await under.sso.test(team)).toBeUndefined();
      expect(await under.sso.connection(team)).toMatchObject({ entityId: "other", enforced: true });
      expect(await under.sso.enforce(team, ["bob"], noted())).toBe(true);
    }
    await using under = await enforced("ada");
    await under.sso.deleteConnection(team, noted());
    expect([await under.sso.test(team), await under.sso.breakGlass(team)]).toEqual([undefined, []]);
    await under.sso.putConnection(connection, noted());
    expect(await under.sso.connection(team)).toMatchObject({ enforced: false });
    expect(await under.sso.enforce(team, ["ada"], noted())).toBe(false);
  });

  test("[SO6] while it is required, the last verified domain and the last break-glass owner stay", async () => {
    await using under = await enforced("ada");
    const { sso, teams } = under;
    await sso.addDomain(claim("claimed.test"), 9, noted());
    expect(await sso.removeDomain(team, "weft.test", noted())).toBe(false);
    expect(await teams.setRole(team, "ada", "member", noted())).toBe("lastBreakGlass");
    expect(await teams.removeMember(team, "ada", noted())).toBe("lastBreakGlass");
    expect(await teams.removeMember(team, "cleo", noted())).toBe("done");
    expect(await sso.removeDomain(team, "claimed.test", noted())).toBe(true);
    await sso.addDomain(claim("more.test"), 9, noted());
    await sso.verifyDomain(team, "more.test", 9, noted());
    expect(await sso.removeDomain(team, "weft.test", noted())).toBe(true);
    expect(await sso.enforce(team, ["ada", "bob"], noted())).toBe(true);
    expect(await teams.setRole(team, "ada", "member", noted())).toBe("done");
    expect(await sso.breakGlass(team)).toEqual(["bob"]);
    expect(await teams.removeMember(team, "bob", noted())).toBe("lastOwner");
    await teams.setRole(team, "ada", "owner", noted());
    expect(await sso.breakGlass(team)).toEqual(["bob"]);
    expect(await teams.removeMember(team, "bob", noted())).toBe("lastBreakGlass");
    await sso.stopEnforcing(team, noted());
    expect(await teams.removeMember(team, "bob", noted())).toBe("done");
  });

  test("[SO3] a response is accepted once, in time, and its browser comes back once", async () => {
    await using under = await open();
    const { sso } = under;
    await sso.putConnection(connection, noted());
    expect(await sso.addSignIn(signIn, 9)).toBe(true);
    expect(await sso.signIn("relay")).toEqual(signIn);
    expect(await sso.endSignIn("relay")).toBe(false);
    expect(await sso.answerSignIn("relay", profile, 20)).toBe(false);
    expect(await sso.answerSignIn("other", profile, 11)).toBe(false);
    const both = await Promise.all([
      sso.answerSignIn("relay", profile, 11),
      sso.answerSignIn("relay", { ...profile, firstName: "Eve" }, 11),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await sso.signIn("relay")).toMatchObject({ state: "answered", profile: { email: profile.email } });
    const ends = await Promise.all([sso.endSignIn("relay"), sso.endSignIn("relay")]);
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await sso.signIn("relay")).toEqual({ ...signIn, state: "ended" });
    expect(await sso.answerSignIn("relay", profile, 12)).toBe(false);
  });

  test("sign-ins that were refused end, and expired ones are deleted with the next", async () => {
    await using under = await open();
    const { sso } = under;
    const tested = { ...signIn, id: "test", browser: undefined, tester: "ada" };
    expect(await sso.addSignIn(tested, 2)).toBe(true);
    expect(await sso.addSignIn({ ...signIn, expiresAt: 40 }, 2)).toBe(true);
    expect(await sso.addSignIn({ ...signIn, id: "other", team: "team_2" }, 2)).toBe(true);
    expect(await sso.signIn("test")).toEqual(tested);
    await sso.dropSignIn("test");
    expect(await sso.signIn("test")).toMatchObject({ state: "ended" });
    expect(await sso.answerSignIn("test", profile, 11)).toBe(false);
    expect(await sso.addSignIn({ ...signIn, id: "third", createdAt: 20, expiresAt: 30 }, 2)).toBe(true);
    expect(await sso.signIn("test")).toBeUndefined();
    expect(await sso.signIn("relay")).toMatchObject({ state: "open" });
    await sso.dropExpiredSignIns(30);
    expect(await sso.signIn("third")).toBeUndefined();
    expect(await sso.signIn("relay")).toMatchObject({ state: "open" });
    await sso.putConnection(connection, noted());
    expect(await sso.signIn("relay")).toBeUndefined();
  });

  test("[SO9] of a team with as many sign-ins under way as it may have, the network with the most makes room", async () => {
    await using under = await open();
    const { sso } = under;
    const add = (id: string, network: string, createdAt: number) =>
      sso.addSignIn({ ...signIn, id, network, createdAt, expiresAt: 100 }, 4);
    const underWay = async () => {
      const ids = ["honest", "old", "s1", "s2", "s3", "s4", "late"];
      const found = await Promise.all(ids.map((id) => sso.signIn(id)));
      return ids.filter((_, index) => found[index] !== undefined);
    };
    expect(await sso.addSignIn({ ...signIn, id: "old", createdAt: 10, expiresAt: 100 }, 4)).toBe(true);
    await add("honest", "192.0.2.1", 11);
    await add("s1", "2001:db8::/64", 12);
    await add("s2", "2001:db8::/64", 13);
    expect(await add("s3", "2001:db8::/64", 14)).toBe(true);
    expect(await underWay()).toEqual(["honest", "old", "s2", "s3"]);
    // One that has ended makes room before older ones that are open.
    await sso.dropSignIn("s3");
    expect(await add("s4", "2001:db8::/64", 15)).toBe(true);
    expect(await underWay()).toEqual(["honest", "old", "s2", "s4"]);
    expect(await add("late", "198.51.100.7", 16)).toBe(true);
    expect(await underWay()).toEqual(["honest", "old", "s4", "late"]);
    expect(await sso.signIn("honest")).toMatchObject({ network: "192.0.2.1" });
  });
}
