import { expect, test } from "vitest";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { SignedIn, TestEdge } from "../testing/test-edge.ts";

const teamOf = async (person: SignedIn): Promise<string> => (await person.call("GET", "/internal/me")).body.teams[0].id;

/** A team with a project, its owner, and a member. */
async function openTeam(edge: TestEdge) {
  const owner = await edge.signUp({ teamName: "Engines" });
  const member = await edge.signUp();
  const team = await teamOf(owner);
  const { body: project } = await owner.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
  const invited = { emails: [member.email], role: "owner" };
  const { body: outcomes } = await owner.call("POST", `/internal/teams/${team}/invitations`, invited);
  const secret = String(outcomes[0].link).split("/").at(-1)!;
  expect((await member.call("POST", `/internal/invitations/${secret}/accept`)).status).toBe(200);
  return { owner, member, team, project: String(project._id) };
}

test("[AD2] to outsiders, resources of another team and missing ones look alike", async () => {
  await using edge = await openTestEdge();
  const { team, project } = await openTeam(edge);
  const outsider = await edge.signUp({ teamName: "Others" });
  for (const [there, missing] of [
    [`/internal/teams/${team}`, "/internal/teams/team_nowhere"],
    [`/internal/projects/${project}`, "/internal/projects/proj_nowhere"],
    [`/internal/projects/${project}/api/rooms`, "/internal/projects/proj_nowhere/api/rooms"],
  ] as const) {
    const [known, unknown] = [await outsider.call("GET", there), await outsider.call("GET", missing)];
    expect([known.status, known.body.error]).toEqual([404, "NOT_FOUND"]);
    expect({ ...known.body, requestId: "" }).toEqual({ ...unknown.body, requestId: "" });
  }
});

test("[AD3] a revoked role has no effect from the next call on", async () => {
  await using edge = await openTestEdge();
  const { owner, member, team, project } = await openTeam(edge);
  const rename = async (person: SignedIn) =>
    (await person.call("PATCH", `/internal/teams/${team}`, { name: "Renamed" })).status;
  const look = async () => (await member.call("GET", `/internal/projects/${project}`)).status;
  expect([await rename(member), await look()]).toEqual([200, 200]);
  const place = `/internal/teams/${team}/members/${member.id}`;
  expect((await owner.call("PATCH", place, { role: "member" })).status).toBe(200);
  expect([await rename(member), await look()]).toEqual([403, 200]);
  expect((await owner.call("DELETE", place)).status).toBe(200);
  expect([await rename(member), await look()]).toEqual([404, 404]);
  expect((await owner.call("POST", "/internal/auth/sign-out", {})).status).toBe(200);
  expect(await rename(owner)).toBe(401);
});

test("[AD4] a session gives no access to REST, and a key or token none to the site", async () => {
  await using edge = await openTestEdge();
  const { owner, project } = await openTeam(edge);
  const rest = await edge.call("GET", "/v2/rooms", undefined, owner.headers);
  expect([rest.status, rest.body.error]).toEqual([401, "MISSING_SECRET_KEY"]);
  const asUser = await edge.call("GET", "/v2/c/rooms/r/storage", undefined, owner.headers);
  expect([asUser.status, asUser.body.error]).toEqual([403, "INVALID_TOKEN"]);
  for (const key of [edge.secretKey, edge.publicKey, edge.userToken])
    for (const path of ["/internal/accounts/summary", `/internal/projects/${project}/api/rooms`]) {
      const reply = await edge.call("GET", path, undefined, { ...fromSite, authorization: `Bearer ${key}` });
      expect([reply.status, reply.body.error]).toEqual([401, "UNAUTHENTICATED"]);
    }
});

test("[AD5] only users with a confirmed address on the company's domain are staff", async () => {
  await using edge = await openTestEdge({ site: { staffDomain: "Weft.test" } });
  // The first account of a server needs no confirmation.
  await edge.signUp({ email: "first@example.com" });
  const confirm = async (email: string) => {
    await expect.poll(async () => (await edge.mails()).some(({ to }) => to === email)).toBe(true);
    const { text } = (await edge.mails()).find(({ to }) => to === email)!;
    const token = /token=([^&\s]+)/.exec(text)![1]!;
    const opened = await edge.call("GET", `/internal/auth/verify-email?token=${token}`, undefined, fromSite);
    expect(opened.status).toBe(200);
  };
  const state = async (person: SignedIn) => {
    const { body } = await person.call("GET", "/internal/me");
    const { status } = await person.call("GET", "/internal/staff/messages");
    return [body.user.emailVerified, body.user.isStaff, status];
  };
  const sam = await edge.signUp({ email: "Sam@WEFT.test" });
  expect(await state(sam)).toEqual([false, false, 403]);
  await confirm(sam.email);
  expect(await state(sam)).toEqual([true, true, 200]);
  for (const email of [
    "eve@sub.weft.test",
    "eve@other-weft.test",
    "eve@weft.test.example.com",
    "weft.test@example.com",
  ]) {
    const eve = await edge.signUp({ email });
    await confirm(email);
    expect([email, ...(await state(eve))]).toEqual([email, true, false, 403]);
  }
});

test("[AD5] a server without a company's domain has no staff", async () => {
  await using edge = await openTestEdge();
  const first = await edge.signUp({ email: "sam@weft.test" });
  expect((await first.call("GET", "/internal/me")).body.user.isStaff).toBe(false);
  expect((await first.call("GET", "/internal/staff/messages")).status).toBe(403);
});
