/** What a team requires of its members' sign-ins: a second factor from a date on, and a recent sign-in. */
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { expect, test } from "vitest";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { SignedIn, TestEdge } from "../testing/test-edge.ts";

const password = "correct horse battery";
const hourMs = 3_600_000;

/** A team with a project, an owner and a member. */
async function openWorld() {
  const edge = await openTestEdge();
  const owner = await edge.signUp({ teamName: "Engines" });
  const member = await edge.signUp();
  const team: string = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const { body: project } = await owner.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
  const invited = { emails: [member.email], role: "member" };
  const { body: outcomes } = await owner.call("POST", `/internal/teams/${team}/invitations`, invited);
  await member.call("POST", `/internal/invitations/${String(outcomes[0].link).split("/").at(-1)}/accept`);
  return { edge, owner, member, team, url: `/internal/teams/${team}/security`, project: String(project._id) };
}

/** Sets up an authenticator app; answers the same person, signed in by it. */
async function withTwoFactor(edge: TestEdge, person: SignedIn): Promise<SignedIn> {
  const enabled = await person.call("POST", "/internal/auth/two-factor/enable", { password });
  const secret = new URL(enabled.body.totpURI).searchParams.get("secret")!;
  const code = await createOTP(new TextDecoder().decode(base32.decode(secret))).totp();
  const done = await person.call("POST", "/internal/auth/two-factor/verify-totp", { code });
  expect(done.status).toBe(200);
  const cookie = String(done.headers["set-cookie"]).match(/weft\.session_token=[^;]+/)?.[0] ?? "";
  const headers = { ...fromSite, cookie: `__Host-${cookie}` };
  return { ...person, headers, call: (method, url, body) => edge.call(method, url, body, headers) };
}

/** The cookies that an answer sets, as a browser sends them. */
const cookiesOf = (set: unknown) =>
  [...String(set).matchAll(/(?:^|,\s*)((?:__Host-)?weft\.\w+=[^;]+)/g)].map(([, pair]) => pair).join("; ");

const now = (edge: TestEdge) => edge.services.site.now();
const at = (ms: number) => new Date(ms).toISOString();

test("an owner without a second factor cannot require one", async () => {
  const { edge, owner, url } = await openWorld();
  await using _ = edge;
  const refused = await owner.call("PATCH", url, { requireTwoFactorFrom: at(now(edge)) });
  expect([refused.status, refused.body.error]).toEqual([409, "CONFLICT"]);
  expect((await owner.call("GET", url)).body).toEqual({
    requireTwoFactorFrom: null,
    sessionHours: null,
    signInMethods: null,
  });
});

test("[TM4] from the date on, every call of the team refuses members without a second factor", async () => {
  const { edge, owner, member, team, url, project } = await openWorld();
  await using _ = edge;
  const safe = await withTwoFactor(edge, owner);
  const from = at(now(edge) + hourMs);
  expect((await safe.call("PATCH", url, { requireTwoFactorFrom: from })).body).toEqual({
    requireTwoFactorFrom: from,
    sessionHours: null,
    signInMethods: null,
  });
  expect((await member.call("GET", `/internal/teams/${team}`)).body).toMatchObject({ requireTwoFactorFrom: from });
  expect((await member.call("GET", "/internal/teams/info")).body[0].projects).toHaveLength(1);

  edge.advance(hourMs);
  for (const path of [
    `/internal/teams/${team}`,
    `/internal/teams/${team}/projects`,
    `/internal/projects/${project}`,
    `/internal/projects/${project}/api/rooms`,
    `/internal/projects/${project}/events/stream`,
  ]) {
    const { status, body } = await member.call("GET", path);
    expect([path, status, body.error]).toEqual([path, 403, "TWO_FACTOR_REQUIRED"]);
  }
  expect((await member.call("GET", "/internal/me")).body.teams).toHaveLength(1);
  expect((await member.call("GET", "/internal/teams/info")).body[0].projects).toEqual([]);
  expect((await member.call("GET", "/internal/accounts/summary")).body[0].projects).toEqual([]);
  expect((await safe.call("GET", `/internal/teams/${team}`)).status).toBe(200);

  const safeMember = await withTwoFactor(edge, member);
  expect((await safeMember.call("GET", `/internal/projects/${project}/api/rooms`)).status).toBe(200);
  await safe.call("PATCH", url, { requireTwoFactorFrom: null });
  expect((await member.call("GET", `/internal/teams/${team}`)).body.error).not.toBe("TWO_FACTOR_REQUIRED");
});

test("[TM4] a sign-in that is older than the team allows no longer gives access to it", async () => {
  const { edge, owner, member, team, url } = await openWorld();
  await using _ = edge;
  // Sign-ins are dated by the library, which keeps its own time.
  edge.advance(Date.now() - now(edge));
  expect((await owner.call("PATCH", url, { sessionHours: 2 })).body).toMatchObject({ sessionHours: 2 });
  expect((await member.call("GET", `/internal/teams/${team}`)).status).toBe(200);
  edge.advance(2 * hourMs);
  const refused = await member.call("GET", `/internal/teams/${team}`);
  expect([refused.status, refused.body.error]).toEqual([403, "SIGN_IN_TOO_OLD"]);
  expect((await member.call("GET", "/internal/me")).body.user).not.toBeNull();
  expect((await owner.call("GET", url)).body.error).toBe("SIGN_IN_TOO_OLD");
});

test("invalid hours and dates are refused", async () => {
  const { edge, owner, url } = await openWorld();
  await using _ = edge;
  for (const body of [
    { sessionHours: 0 },
    { sessionHours: 721 },
    { sessionHours: 1.5 },
    { requireTwoFactorFrom: "soon" },
  ])
    expect([body, (await owner.call("PATCH", url, body)).status]).toEqual([body, 422]);
});

test("an owner can't allow only methods that their session wasn't opened by, or that the server doesn't offer", async () => {
  const { edge, owner, url } = await openWorld();
  await using _ = edge;
  for (const [signInMethods, status, error] of [
    [["passkey"], 409, "CONFLICT"],
    [["saml"], 409, "CONFLICT"],
    [["password", "github"], 422, "UNPROCESSABLE_ENTITY"],
    [[], 422, "UNPROCESSABLE_ENTITY"],
  ] as const) {
    const refused = await owner.call("PATCH", url, { signInMethods });
    expect([signInMethods, refused.status, refused.body.error]).toEqual([signInMethods, status, error]);
  }
  expect((await owner.call("GET", url)).body).toMatchObject({ signInMethods: null });
});

test("[TM4] a team is closed to sign-ins by other methods than it allows, and nothing else is", async () => {
  const { edge, owner, member, team, url, project } = await openWorld();
  await using _ = edge;
  const changed = await owner.call("PATCH", url, { signInMethods: ["password", "passkey", "password"] });
  expect(changed.body).toMatchObject({ signInMethods: ["password", "passkey"] });
  const { body: me } = await member.call("GET", "/internal/me");
  expect([me.signedInWith, me.teams[0].signInMethods]).toEqual(["password", ["password", "passkey"]]);
  expect((await member.call("GET", `/internal/projects/${project}/api/rooms`)).status).toBe(200);

  const person = (await edge.services.site.people.person(owner.id))!;
  await edge.services.site.teams.secure({ person }, team, { signInMethods: ["passkey"] });
  for (const path of [
    `/internal/teams/${team}`,
    `/internal/projects/${project}`,
    `/internal/projects/${project}/api/rooms`,
    `/internal/projects/${project}/events/stream`,
  ])
    for (const caller of [owner, member]) {
      const { status, body } = await caller.call("GET", path);
      expect([path, status, body.error]).toEqual([path, 403, "SIGN_IN_METHOD_NOT_ALLOWED"]);
    }
  expect((await member.call("GET", "/internal/me")).body.teams).toHaveLength(1);
  expect((await member.call("GET", "/internal/accounts/summary")).body[0].projects).toEqual([]);
});

test("[TM4] a sign-in with a second factor is by the method of its first step", async () => {
  const { edge, owner, url } = await openWorld();
  await using _ = edge;
  const enabled = await owner.call("POST", "/internal/auth/two-factor/enable", { password });
  const secret = new TextDecoder().decode(base32.decode(new URL(enabled.body.totpURI).searchParams.get("secret")!));
  await owner.call("POST", "/internal/auth/two-factor/verify-totp", { code: await createOTP(secret).totp() });
  const first = await edge.call("POST", "/internal/auth/sign-in/email", { email: owner.email, password }, fromSite);
  expect(first.body).toMatchObject({ twoFactorRedirect: true });
  const cookie = cookiesOf(first.headers["set-cookie"]);
  const { backupCodes } = enabled.body as { readonly backupCodes: readonly string[] };
  const code = { code: backupCodes[0] };
  const second = await edge.call("POST", "/internal/auth/two-factor/verify-backup-code", code, { ...fromSite, cookie });
  expect(second.status).toBe(200);
  const headers = { ...fromSite, cookie: cookiesOf(second.headers["set-cookie"]) };
  const me = await edge.call("GET", "/internal/me", undefined, headers);
  expect(me.body).toMatchObject({ user: { id: owner.id }, signedInWith: "password" });
  expect((await edge.call("PATCH", url, { signInMethods: ["password"] }, headers)).status).toBe(200);
});

test("data is kept as long as the team decides, within its plan, and every member sees it", async () => {
  const { edge, owner, member, team, project } = await openWorld();
  await using _ = edge;
  const retention = `/internal/teams/${team}/retention`;
  const whole = { events: 30, requestLogs: 30, webhookDeliveries: 7, aiChats: null };
  expect((await member.call("GET", retention)).body).toEqual({ days: whole, maximum: whole });
  const changed = await owner.call("PATCH", retention, { events: 2, aiChats: 90 });
  expect(changed.body).toEqual({ days: { ...whole, events: 2, aiChats: 90 }, maximum: whole });
  expect((await member.call("GET", `/internal/projects/${project}/events`)).body.retentionDays).toBe(2);
  expect((await member.call("GET", `/internal/projects/${project}/requests`)).body.retentionDays).toBe(30);
  for (const body of [{ events: 31 }, { webhookDeliveries: 8 }, { aiChats: 0 }, { requestLogs: 1.5 }])
    expect([body, (await owner.call("PATCH", retention, body)).status]).toEqual([body, 422]);
  expect((await member.call("PATCH", retention, { events: 1 })).status).toBe(403);
  expect((await owner.call("PATCH", retention, { events: null, aiChats: null })).body.days).toEqual(whole);
  const { body: log } = await owner.call("GET", `/internal/teams/${team}/audit-log?action=team.retentionChanged`);
  expect(log.data).toHaveLength(2);
});

test("changes are in the audit log", async () => {
  const { edge, owner, team, url } = await openWorld();
  await using _ = edge;
  await owner.call("PATCH", url, { sessionHours: 8 });
  const { body } = await owner.call("GET", `/internal/teams/${team}/audit-log?action=team.securityChanged`);
  expect(body.data).toMatchObject([{ actor: { id: owner.id }, target: { kind: "team", id: team } }]);
});
