import { expect, test } from "vitest";
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
  const join = async (teams: TeamRecords, person: string, role: "owner" | "member") => {
    const id = `inv_${person}`;
    await teams.insertInvitation({ ...invitation, id, role, tokenHash: id });
    expect(await teams.acceptInvitation(id, person, 11)).toBe(true);
  };

  test("a team is found as it was put, by its members and nobody else", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada");
    expect(await under.teams.team(team.id)).toEqual(team);
    expect(await under.teams.memberships("ada")).toEqual([{ team, role: "owner" }]);
    expect(await under.teams.memberships("bob")).toEqual([]);
    expect(await under.teams.membership(team.id, "bob")).toBeUndefined();
    await under.teams.updateTeam(team.id, { image: "data:" });
    await under.teams.updateTeam(team.id, { name: "It's" });
    expect(await under.teams.team(team.id)).toEqual({ ...team, name: "It's", image: "data:" });
    await under.teams.updateTeam(team.id, { image: null });
    expect(await under.teams.team(team.id)).toEqual({ ...team, name: "It's" });
    expect(await under.teams.deleteTeam(team.id)).toBe(true);
    expect(await under.teams.memberships("ada")).toEqual([]);
  });

  test("the last owner stays, also when two leave at the same time", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada");
    expect(await under.teams.setRole(team.id, "ada", "member")).toBe("lastOwner");
    expect(await under.teams.setRole(team.id, "ada", "owner")).toBe("done");
    expect(await under.teams.removeMember(team.id, "ada")).toBe("lastOwner");
    expect(await under.teams.removeMember(team.id, "bob")).toBe("missing");
    await join(under.teams, "bob", "owner");
    const outcomes = await Promise.all([
      under.teams.removeMember(team.id, "ada"),
      under.teams.setRole(team.id, "bob", "member"),
    ]);
    expect(outcomes).toEqual(["done", "lastOwner"]);
    expect((await under.teams.members(team.id)).map(({ person, role }) => [person.id, role])).toEqual([
      ["bob", "owner"],
    ]);
  });

  test("an invitation lets one person in, once, in time, and with its role", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada");
    await under.teams.insertInvitation(invitation);
    expect(await under.teams.invitation(invitation.id)).toEqual(invitation);
    expect(await under.teams.invitationOf("hash")).toEqual(invitation);
    expect(await under.teams.invitationOf("other")).toBeUndefined();
    expect(await under.teams.openInvitations(team.id, 19)).toEqual([invitation]);
    expect(await under.teams.invitationsFor("bob@weft.test", 19)).toEqual([invitation]);
    expect(await under.teams.openInvitations(team.id, 20)).toEqual([]);
    expect(await under.teams.acceptInvitation(invitation.id, "bob", 20)).toBe(false);
    const both = await Promise.all(
      ["bob", "cleo"].map((person) => under.teams.acceptInvitation(invitation.id, person, 19)),
    );
    expect(both).toEqual([true, false]);
    expect(await under.teams.membership(team.id, "bob")).toMatchObject({ role: "member" });
    expect(await under.teams.membership(team.id, "cleo")).toBeUndefined();
    expect(await under.teams.renewInvitation(invitation.id, { tokenHash: "new", expiresAt: 99 })).toBe(false);
    expect(await under.teams.revokeInvitation(invitation.id)).toBe(false);
  });

  test("a renewed invitation has the new link alone, a revoked one none", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada");
    await under.teams.insertInvitation(invitation);
    expect(await under.teams.renewInvitation(invitation.id, { tokenHash: "new", expiresAt: 99 })).toBe(true);
    expect(await under.teams.invitationOf("hash")).toBeUndefined();
    expect(await under.teams.invitationOf("new")).toMatchObject({ expiresAt: 99 });
    expect(await under.teams.revokeInvitation(invitation.id)).toBe(true);
    expect(await under.teams.acceptInvitation(invitation.id, "bob", 11)).toBe(false);
  });

  test("whoever is removed takes the open invitations of theirs along", async () => {
    await using under = await open();
    await under.teams.insertTeam(team, "ada");
    await join(under.teams, "bob", "owner");
    await under.teams.insertInvitation({ ...invitation, id: "inv_2", tokenHash: "2", invitedBy: "bob" });
    await under.teams.insertInvitation({ ...invitation, id: "inv_3", tokenHash: "3" });
    expect(await under.teams.removeMember(team.id, "bob")).toBe("done");
    expect((await under.teams.openInvitations(team.id, 11)).map(({ id }) => id)).toEqual(["inv_3"]);
  });

  test("the audit log is listed newest first, in pages and by filters", async () => {
    await using under = await open();
    const actor = { id: "ada", name: "Ada", email: "ada@weft.test" };
    const entry = (id: string, at: number, action: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
      team: team.id,
      id,
      at,
      action,
      ...more,
    });
    const entries = [
      entry("a", 1, "team.created", { actor, target: { kind: "team", id: team.id, name: "Engines" } }),
      entry("b", 2, "key.created", { actor, target: { kind: "key", id: "key_1" }, address: "::1" }),
      entry("c", 2, "key.rolled"),
      entry("d", 3, "keys.other"),
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
