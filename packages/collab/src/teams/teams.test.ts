import { createHash } from "node:crypto";
import { limits } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { createMemoryAuditRecords, createMemoryTeamRecords } from "../../suites/memory-team-records.ts";
import { createCursors } from "../cursor.ts";
import type { PersonRecord } from "./person-records.ts";
import { createTeams } from "./teams.ts";

const person = (id: string, emailVerified = true): PersonRecord => ({
  id,
  email: `${id}@weft.test`,
  emailVerified,
  firstName: id,
  lastName: "Person",
  twoFactorEnabled: false,
  createdAt: 0,
});

async function world() {
  let now = 1_000;
  const people = { ada: person("ada"), bob: person("bob"), cleo: person("cleo"), dan: person("dan", false) };
  const audit = createMemoryAuditRecords();
  const records = createMemoryTeamRecords(Object.values(people), audit);
  const cursors = createCursors(Buffer.alloc(32, 1));
  const teams = createTeams({ records, audit, cursors, plan: "Free", now: () => now });
  const actor = (id: keyof typeof people) => ({ person: people[id], address: "192.0.2.7" });
  const { id: team } = await teams.create(actor("ada"), "Engines");
  const invite = async (id: keyof typeof people, role: "owner" | "member" = "member") => {
    const [outcome] = await teams.invite(actor("ada"), team, [people[id].email], role);
    if (outcome?.outcome !== "invited") throw new Error("Nobody was invited.");
    return outcome.secret;
  };
  return { records, audit, cursors, teams, team, people, actor, invite, pass: (ms: number) => (now += ms) };
}

test("a refusal names a team that has no name", async () => {
  const { records, audit, cursors, actor, team } = await world();
  const nameless = { id: team, name: "", plan: "Free", createdAt: 0 } as const;
  const teams = createTeams({
    records: {
      ...records,
      memberships: async () => [{ team: nameless, role: "member" as const, ssoDomains: ["weft.test"] }],
    },
    audit,
    cursors,
    plan: "Free",
  });
  await expect(teams.checkAddressChange(actor("ada"), undefined)).rejects.toMatchObject({
    code: "SSO_REQUIRED",
    message: "Unnamed team requires single sign-on for your email address.",
  });
});

describe("a team", () => {
  test("[TM1] needs an owner: the last one can neither leave nor be removed or demoted", async () => {
    const { teams, team, actor, invite } = await world();
    const refused = { code: "CONFLICT", message: "A team needs at least one owner." };
    await expect(teams.leave(actor("ada"), team)).rejects.toMatchObject(refused);
    await expect(teams.remove(actor("ada"), team, "ada")).rejects.toMatchObject(refused);
    await expect(teams.setRole(actor("ada"), team, "ada", "member")).rejects.toMatchObject(refused);
    await expect(teams.leaveAll(actor("ada"))).rejects.toMatchObject(refused);
    await teams.accept(actor("bob"), await invite("bob"));
    await teams.setRole(actor("ada"), team, "bob", "owner");
    await teams.leaveAll(actor("ada"));
    expect(await teams.memberships("ada")).toEqual([]);
    await expect(teams.setRole(actor("bob"), team, "ada", "owner")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("[TM2] lists who did what, and from where, in pages", async () => {
    const { teams, team, actor, people, pass } = await world();
    for (let n = 0; n < limits.pageSizeMax; n++) {
      pass(1);
      await teams.note(team, actor("ada"), "key.created", { kind: "key", id: `key_${n}` });
    }
    const first = await teams.auditLog(team, {});
    expect(first.entries).toHaveLength(limits.pageSizeMax);
    expect(first.entries[0]).toMatchObject({
      actor: { id: "ada", name: "ada Person", email: people.ada.email },
      address: "192.0.2.7",
      target: { id: `key_${limits.pageSizeMax - 1}` },
    });
    const second = await teams.auditLog(team, { cursor: first.nextCursor! });
    expect([second.entries.map(({ action }) => action), second.nextCursor]).toEqual([["team.created"], null]);
    await expect(teams.auditLog("team_other", { cursor: first.nextCursor! })).rejects.toMatchObject({
      code: "UNPROCESSABLE_ENTITY",
    });
  });
});

describe("an invitation", () => {
  test("[TM3] has a link of 256 bits, of which only the hash is kept", async () => {
    const { teams, team, invite, records } = await world();
    const secret = await invite("bob");
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const [kept] = await teams.invitations(team);
    expect(JSON.stringify(await records.invitation(kept!.id))).not.toContain(secret);
    expect(kept?.tokenHash).toBe(createHash("sha256").update(secret).digest("hex"));
    await expect(teams.invitation(kept!.tokenHash, undefined)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("[TM3] admits its address once, with the role that was chosen", async () => {
    const { teams, team, people, actor, invite } = await world();
    const secret = await invite("bob");
    expect(await teams.invitation(secret, undefined)).toMatchObject({ state: "open", forYou: false });
    await expect(teams.accept(actor("cleo"), secret)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await teams.accept(actor("bob"), secret)).toBe(team);
    expect(await teams.membership(team, "bob")).toMatchObject({ role: "member" });
    await expect(teams.accept(actor("bob"), secret)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await teams.invitation(secret, people.bob)).toMatchObject({
      state: "used",
      forYou: true,
      alreadyMember: true,
    });
  });

  test("[TM3] ends after seven days, when it is revoked, and when its inviter leaves", async () => {
    const { teams, team, people, actor, invite, pass } = await world();
    const late = await invite("bob");
    pass(limits.invitationLifetimeMs);
    expect(await teams.invitation(late, people.bob)).toMatchObject({ state: "expired" });
    await expect(teams.accept(actor("bob"), late)).rejects.toMatchObject({ code: "CONFLICT" });

    const revoked = await invite("bob");
    const [{ id } = { id: "" }] = await teams.invitations(team);
    await teams.revoke(actor("ada"), team, id);
    await expect(teams.accept(actor("bob"), revoked)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The invitation was revoked.",
    });
    await expect(teams.revoke(actor("ada"), "team_other", id)).rejects.toMatchObject({ code: "NOT_FOUND" });

    await teams.accept(actor("cleo"), await invite("cleo", "owner"));
    const orphan = await invite("bob");
    await teams.remove(actor("cleo"), team, "ada");
    await expect(teams.accept(actor("bob"), orphan)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("[TM5] ends when its inviter becomes a member, who cannot come back as an owner by it", async () => {
    const { teams, team, actor, people, invite } = await world();
    await teams.accept(actor("cleo"), await invite("cleo", "owner"));
    const puppet = await invite("bob", "owner");
    await teams.setRole(actor("cleo"), team, "ada", "member");
    await expect(teams.accept(actor("bob"), puppet)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The invitation was revoked.",
    });
    expect(await teams.membership(team, people.bob.id)).toBeUndefined();
  });

  test("[TM3] that is sent again has another link, and the old one no longer works", async () => {
    const { teams, team, actor, invite, pass } = await world();
    const first = await invite("bob");
    const [{ id } = { id: "" }] = await teams.invitations(team);
    pass(limits.invitationLifetimeMs - 1);
    const { secret } = await teams.resend(actor("ada"), team, id);
    pass(limits.invitationLifetimeMs - 1);
    await expect(teams.accept(actor("bob"), first)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await teams.accept(actor("bob"), secret)).toBe(team);
  });

  test("[TM3] is opened by its id only for a person with a confirmed address", async () => {
    const { teams, team, people, actor, invite } = await world();
    await invite("bob");
    await invite("dan");
    const ids = new Map((await teams.invitations(team)).map(({ email, id }) => [email, id]));
    const bobs = ids.get(people.bob.email)!;
    expect(await teams.waitingFor(people.bob)).toEqual([{ id: bobs, teamName: "Engines" }]);
    expect(await teams.waitingFor(people.dan)).toEqual([]);
    await expect(teams.accept(actor("cleo"), bobs)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(teams.accept(actor("dan"), ids.get(people.dan.email)!)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await teams.accept(actor("bob"), bobs)).toBe(team);
  });

  test("is not sent to users who are in the team or invited already", async () => {
    const { teams, team, actor, people } = await world();
    const emails = [people.ada.email, "BOB@weft.test", people.bob.email, "eve@weft.test"];
    const first = await teams.invite(actor("ada"), team, emails, "member");
    expect(first.map(({ email, outcome }) => [email, outcome])).toEqual([
      ["ada@weft.test", "alreadyMember"],
      ["bob@weft.test", "invited"],
      ["eve@weft.test", "invited"],
    ]);
    const [again] = await teams.invite(actor("ada"), team, ["bob@weft.test"], "owner");
    expect(again?.outcome).toBe("alreadyInvited");
  });
});
