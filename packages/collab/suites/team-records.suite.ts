import { expect, test } from "vitest";
import type { Effects } from "../src/effects.ts";
import type { AuditRecord, AuditRecords } from "../src/teams/audit-records.ts";
import type { InvitationRecord, TeamRecord, TeamRecords } from "../src/teams/team-records.ts";

/** What every TeamRecords and AuditRecords promises. The adapter brings people of the ids `ada`, `bob` and `cleo`. */
export function teamRecordsSuite(
  open: () => Promise<{ readonly teams: TeamRecords; readonly audit: AuditRecords } & AsyncDisposable>,
): void {
  const team: TeamRecord = { id: "team_1", name: "Engines", plan: "SelfHosted", createdAt: 5 };
  const invitation: InvitationRecord = {
    id: "inv_1",
    team: team.id,
    email: "bob@weft.test",
    role: "member",
    tokenHash: "hash",
    invitedBy: "ada",
    createdAt: 10,
    expiresAt: 20,
    state: "open",
  };
  let told = 0;
  const entry = (action = "test", id = `told_${told++}`): AuditRecord => ({ team: team.id, id, at: 1, action });
  const noted = (...of: Parameters<typeof entry>): Effects => ({ audit: [entry(...of)] });
  const join = async (teams: TeamRecords, person: string, role: "owner" | "member") => {
    const id = `inv_${person}`;
    await teams.insertInvitation({ ...invitation, id, role, tokenHash: id }, noted());
    expect(await teams.acceptInvitation(id, person, 11, noted())).toBe(true);
  };

  test("a team is found as it was stored, by its members and no one else", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada", noted());
    expect(await under.teams.team(team.id)).toEqual(team);
    expect(await under.teams.memberships("ada")).toEqual([{ team, role: "owner" }]);
    expect(await under.teams.memberships("bob")).toEqual([]);
    expect(await under.teams.membership(team.id, "bob")).toBeUndefined();
    await under.teams.updateTeam(team.id, { image: "data:" }, noted());
    await under.teams.updateTeam(team.id, { name: "It's" }, noted());
    expect(await under.teams.team(team.id)).toEqual({ ...team, name: "It's", image: "data:" });
    await under.teams.updateTeam(team.id, { twoFactorFrom: 40, sessionMs: 50 }, noted());
    await under.teams.updateTeam(team.id, { sessionMs: null }, noted());
    expect((await under.teams.membership(team.id, "ada"))?.team).toMatchObject({ twoFactorFrom: 40, image: "data:" });
    expect((await under.teams.team(team.id))?.sessionMs).toBeUndefined();
    await under.teams.updateTeam(team.id, { twoFactorFrom: null }, noted());
    await under.teams.updateTeam(team.id, { image: null }, noted());
    expect(await under.teams.team(team.id)).toEqual({ ...team, name: "It's" });
    await under.teams.updateTeam(team.id, { timeZone: "Europe/Berlin" }, noted());
    expect((await under.teams.team(team.id))?.timeZone).toBe("Europe/Berlin");
    await under.teams.updateTeam(team.id, { signInMethods: ["saml", "passkey"], retention: { events: 3 } }, noted());
    await under.teams.updateTeam(team.id, { retention: null }, noted());
    expect((await under.teams.membership(team.id, "ada"))?.team.signInMethods).toEqual(["saml", "passkey"]);
    expect((await under.teams.team(team.id))?.retention).toBeUndefined();
    expect(await under.teams.deleteTeam(team.id, noted())).toBe(true);
    expect(await under.teams.memberships("ada")).toEqual([]);
  });

  test("the last owner stays, even when two leave at the same time", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada", noted());
    expect(await under.teams.setRole(team.id, "ada", "member", noted())).toBe("lastOwner");
    expect(await under.teams.setRole(team.id, "ada", "owner", noted())).toBe("done");
    expect(await under.teams.removeMember(team.id, "ada", noted())).toBe("lastOwner");
    expect(await under.teams.removeMember(team.id, "bob", noted())).toBe("missing");
    await join(under.teams, "bob", "owner");
    const outcomes = await Promise.all([
      under.teams.removeMember(team.id, "ada", noted()),
      under.teams.setRole(team.id, "bob", "member", noted()),
    ]);
    // Either may be first when two processes write.
    expect(outcomes.toSorted()).toEqual(["done", "lastOwner"]);
    expect((await under.teams.members(team.id)).map(({ person, role }) => [person.id, role])).toEqual(
      outcomes[0] === "done"
        ? [["bob", "owner"]]
        : [
            ["ada", "owner"],
            ["bob", "member"],
          ],
    );
  });

  test("an invitation admits one person, once, in time, and with its role", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada", noted());
    await under.teams.insertInvitation(invitation, noted());
    expect(await under.teams.invitation(invitation.id)).toEqual(invitation);
    expect(await under.teams.invitationOf("hash")).toEqual(invitation);
    expect(await under.teams.invitationOf("other")).toBeUndefined();
    expect(await under.teams.openInvitations(team.id, 19)).toEqual([invitation]);
    expect(await under.teams.invitationsFor("bob@weft.test", 19)).toEqual([invitation]);
    expect(await under.teams.openInvitations(team.id, 20)).toEqual([]);
    expect(await under.teams.acceptInvitation(invitation.id, "bob", 20, noted())).toBe(false);
    const both = ["bob", "cleo"];
    const outcomes = await Promise.all(
      both.map((person) => under.teams.acceptInvitation(invitation.id, person, 19, noted())),
    );
    // Either may be first when two processes write.
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    for (const [index, person] of both.entries()) {
      const membership = await under.teams.membership(team.id, person);
      expect(membership?.role).toBe(outcomes[index] === true ? "member" : undefined);
    }
    expect(await under.teams.renewInvitation(invitation.id, { tokenHash: "new", expiresAt: 99 }, noted())).toBe(false);
    expect(await under.teams.revokeInvitation(invitation.id, noted())).toBe(false);
  });

  test("a renewed invitation has only the new link, a revoked one none", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada", noted());
    await under.teams.insertInvitation(invitation, noted());
    expect(await under.teams.renewInvitation(invitation.id, { tokenHash: "new", expiresAt: 99 }, noted())).toBe(true);
    expect(await under.teams.invitationOf("hash")).toBeUndefined();
    expect(await under.teams.invitationOf("new")).toMatchObject({ expiresAt: 99 });
    expect(await under.teams.revokeInvitation(invitation.id, noted())).toBe(true);
    expect(await under.teams.acceptInvitation(invitation.id, "bob", 11, noted())).toBe(false);
  });

  test("removing a member revokes the open invitations that they sent", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada", noted());
    await join(under.teams, "bob", "owner");
    await under.teams.insertInvitation({ ...invitation, id: "inv_2", tokenHash: "2", invitedBy: "bob" }, noted());
    await under.teams.insertInvitation({ ...invitation, id: "inv_3", tokenHash: "3" }, noted());
    expect(await under.teams.removeMember(team.id, "bob", noted())).toBe("done");
    expect((await under.teams.openInvitations(team.id, 11)).map(({ id }) => id)).toEqual(["inv_3"]);
  });

  test("a member is added once, to a team that exists, together with the entry", async () => {
    await using under = await open();
    const { teams, audit } = under;
    await teams.insertTeam(team, "ada", noted());
    expect(await teams.insertMember(team.id, "bob", 7, { audit: [entry("joined")] })).toBe(true);
    expect(await teams.insertMember(team.id, "bob", 8, { audit: [entry("joined")] })).toBe(false);
    expect(await teams.insertMember(team.id, "ada", 8, { audit: [entry("joined")] })).toBe(false);
    expect(await teams.insertMember("team_none", "bob", 8, { audit: [entry("joined")] })).toBe(false);
    expect(await teams.membership(team.id, "bob")).toEqual({ team, role: "member" });
    expect(await teams.membership(team.id, "ada")).toMatchObject({ role: "owner" });
    expect(await audit.list(team.id, { limit: 9, action: "joined" })).toHaveLength(1);
  });

  test("[TM5] making an owner a member revokes the open invitations that they sent", async () => {
    await using under = await open();
    const { teams } = under;
    await teams.insertTeam(team, "ada", noted());
    await join(teams, "bob", "owner");
    const sent = { ...invitation, email: "cleo@weft.test", role: "owner" } as const;
    await teams.insertInvitation({ ...sent, id: "inv_2", tokenHash: "2", invitedBy: "bob" }, noted());
    await teams.insertInvitation({ ...sent, id: "inv_3", tokenHash: "3" }, noted());
    expect(await teams.setRole(team.id, "bob", "owner", noted())).toBe("done");
    expect(await teams.openInvitations(team.id, 11)).toHaveLength(2);
    expect(await teams.setRole(team.id, "bob", "member", noted())).toBe("done");
    expect((await teams.openInvitations(team.id, 11)).map(({ id }) => id)).toEqual(["inv_3"]);
    expect(await teams.acceptInvitation("inv_2", "cleo", 11, noted())).toBe(false);
    // Written after the change of role, by a call that was admitted before it.
    await teams.insertInvitation({ ...sent, id: "inv_4", tokenHash: "4", invitedBy: "bob" }, noted());
    expect(await teams.acceptInvitation("inv_4", "cleo", 11, noted())).toBe(false);
    expect(await teams.membership(team.id, "cleo")).toBeUndefined();
    expect(await teams.acceptInvitation("inv_3", "cleo", 11, noted())).toBe(true);
  });

  test("[TM2] a change has its entry, and a refused one has none", async () => {
    await using under = await open();
    const { teams, audit } = under;
    const actions = async () => (await audit.list(team.id, { limit: 100 })).map(({ action }) => action);
    await teams.insertTeam(team, "ada", noted("created", "1"));
    await teams.updateTeam(team.id, { name: "It's" }, noted("renamed", "2"));
    await teams.insertInvitation(invitation, noted("invited", "3"));
    await teams.renewInvitation(invitation.id, { tokenHash: "new", expiresAt: 30 }, noted("resent", "4"));
    await teams.acceptInvitation(invitation.id, "bob", 11, noted("joined", "5"));
    await teams.acceptInvitation(invitation.id, "cleo", 11, noted("refused"));
    await teams.renewInvitation(invitation.id, { tokenHash: "other", expiresAt: 99 }, noted("refused"));
    await teams.revokeInvitation(invitation.id, noted("refused"));
    await teams.setRole(team.id, "ada", "member", noted("refused"));
    await teams.removeMember(team.id, "ada", noted("refused"));
    await teams.removeMember(team.id, "cleo", noted("refused"));
    await teams.updateTeam(team.id, {}, noted("refused"));
    await teams.setRole(team.id, "bob", "owner", noted("changed", "6"));
    await teams.removeMember(team.id, "ada", noted("removed", "7"));
    await teams.insertInvitation({ ...invitation, id: "inv_2", tokenHash: "2" }, noted("invited", "8"));
    await teams.revokeInvitation("inv_2", noted("revoked", "9"));
    expect((await actions()).toReversed()).toEqual([
      "created",
      "renamed",
      "invited",
      "resent",
      "joined",
      "changed",
      "removed",
      "invited",
      "revoked",
    ]);
    await teams.deleteTeam(team.id, noted("deleted", "9a"));
    expect((await actions())[0]).toBe("deleted");
    expect(await teams.deleteTeam(team.id, noted("refused"))).toBe(false);
    expect(await actions()).toHaveLength(10);
  });

  test("[TM2] a change whose entry cannot be written is not made", async () => {
    await using under = await open();
    const { teams, audit } = under;
    // An id that is taken: the entry fails, as a full disk in the middle would.
    const taken = entry("taken");
    await audit.add(taken);
    const effects = { audit: [taken] };
    await expect(teams.insertTeam(team, "ada", effects)).rejects.toThrow();
    expect([await teams.team(team.id), await teams.memberships("ada")]).toEqual([undefined, []]);
    await teams.insertTeam(team, "ada", noted());
    await join(teams, "bob", "member");
    await teams.insertInvitation(invitation, noted());
    const changes = [
      () => teams.updateTeam(team.id, { name: "Other" }, effects),
      () => teams.deleteTeam(team.id, effects),
      () => teams.setRole(team.id, "bob", "owner", effects),
      () => teams.removeMember(team.id, "bob", effects),
      () => teams.insertInvitation({ ...invitation, id: "inv_2", tokenHash: "2" }, effects),
      () => teams.renewInvitation(invitation.id, { tokenHash: "new", expiresAt: 99 }, effects),
      () => teams.revokeInvitation(invitation.id, effects),
      () => teams.acceptInvitation(invitation.id, "cleo", 11, effects),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow();
    expect(await teams.team(team.id)).toEqual(team);
    expect((await teams.members(team.id)).map(({ person, role }) => [person.id, role])).toEqual([
      ["ada", "owner"],
      ["bob", "member"],
    ]);
    expect(await teams.openInvitations(team.id, 11)).toEqual([invitation]);
  });

  test("the audit log is listed newest first, in pages and by filters", async () => {
    await using under = await open();
    const actor = { id: "ada", name: "Ada", email: "ada@weft.test" };
    const at = (id: string, instant: number, action: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
      ...entry(action, id),
      at: instant,
      ...more,
    });
    const entries = [
      at("a", 1, "team.created", { actor, target: { kind: "team", id: team.id, name: "Engines" } }),
      at("b", 2, "key.created", { actor, target: { kind: "key", id: "key_1" }, address: "::1" }),
      at("c", 2, "key.rolled"),
      at("d", 3, "keys.other"),
    ];
    for (const one of entries) await under.audit.add(one);
    await under.audit.add({ ...entries[0]!, team: "team_2" });
    const list = (filter: object) => under.audit.list(team.id, { limit: 10, ...filter });
    expect(await list({})).toEqual(entries.toReversed());
    expect(await list({ limit: 2 })).toEqual([entries[3], entries[2]]);
    expect(await list({ before: { at: 2, id: "c" } })).toEqual([entries[1], entries[0]]);
    expect(await list({ action: "key." })).toEqual([entries[2], entries[1]]);
    expect(await list({ action: "key.created" })).toEqual([entries[1]]);
    expect(await list({ actor: "ada@weft.test", target: "key_1" })).toEqual([entries[1]]);
    expect(await list({ actor: "ada" })).toHaveLength(2);
  });
}
