import type { Kysely } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { limits } from "@weft/protocol";
import { cookiesOf, fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { SignedIn, TestEdge } from "../testing/test-edge.ts";
import type { Mail } from "../mail/mail-job.ts";

const password = "correct horse battery";

describe("an account", () => {
  test("is created, signed in, and known to the site", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "  Engines " });
    const me = await ada.call("GET", "/internal/me");
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({
      user: { id: ada.id, email: ada.email, emailVerified: true, isStaff: false, twoFactorEnabled: false },
      teams: [{ id: expect.stringMatching(/^team_/), name: "Engines", role: "owner", plan: "SelfHosted" }],
    });
    expect(ada.id).toMatch(/^user_/);
    const stranger = await edge.call("GET", "/internal/me", undefined, {});
    expect([stranger.status, stranger.body.user]).toEqual([200, null]);
  });

  test("signs in again with another session id, and out permanently", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const reply = await edge.call(
      "POST",
      "/internal/auth/sign-in/email",
      { email: ada.email.toUpperCase(), password },
      ada.headers,
    );
    expect(reply.status).toBe(200);
    const cookie = cookiesOf(reply);
    expect(cookie).not.toBe(ada.headers["cookie"]);
    expect(String(reply.headers["set-cookie"])).toMatch(
      /^__Host-weft\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await edge.call("POST", "/internal/auth/sign-out", {}, { ...fromSite, cookie });
    const after = await edge.call("GET", "/internal/accounts/summary", undefined, { cookie });
    expect([after.status, after.body.error]).toEqual([401, "UNAUTHENTICATED"]);
    expect(after.body.requestId).toBe(after.headers["x-request-id"]);
  });
});

describe("[AD12] the token of a session", () => {
  const databaseOf = async (edge: TestEdge) =>
    ((await edge.services.site.signIn.options()).database as { db: Kysely<any> }).db;
  const tokenOf = (cookie: string) => /session_token=([^;.]+)\./.exec(decodeURIComponent(cookie))![1]!;

  test("is only in its cookie: neither in answers nor in the database", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const again = await edge.call("POST", "/internal/auth/sign-in/email", { email: ada.email, password }, fromSite);
    const tokens = [tokenOf(ada.headers["cookie"]!), tokenOf(cookiesOf(again))];
    expect(new Set(tokens).size).toBe(2);
    const stored = await (await databaseOf(edge)).selectFrom("sessions").selectAll().execute();
    expect(stored).toHaveLength(2);
    const texts = [
      again.text,
      JSON.stringify(stored),
      ...(await Promise.all(
        ["get-session", "list-sessions"].map(async (path) => (await ada.call("GET", `/internal/auth/${path}`)).text),
      )),
    ];
    for (const token of tokens) for (const text of texts) expect(text).not.toContain(token);
  });

  test("cannot be replaced by its stored hash", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const cookie = ada.headers["cookie"]!;
    const [{ token: hash }] = (await (await databaseOf(edge)).selectFrom("sessions").select("token").execute()) as [
      any,
    ];
    const forged = cookie.replace(tokenOf(cookie), hash);
    expect(forged).not.toBe(cookie);
    const me = await edge.call("GET", "/internal/me", undefined, { ...fromSite, cookie: forged });
    expect(me.body.user).toBeNull();
  });

  test("stays the same when its session is extended, and sessions can be listed and ended by their hashes", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const other = await edge.call("POST", "/internal/auth/sign-in/email", { email: ada.email, password }, fromSite);
    const list = async () => (await ada.call("GET", "/internal/auth/list-sessions")).body as { token: string }[];
    const own = (await ada.call("GET", "/internal/auth/get-session")).body.session.token as string;
    const [another] = (await list()).filter(({ token }) => token !== own);
    expect((await ada.call("POST", "/internal/auth/revoke-session", { token: another!.token })).status).toBe(200);
    const otherMe = await edge.call("GET", "/internal/me", undefined, { cookie: cookiesOf(other) });
    expect(otherMe.body.user).toBeNull();
    await (
      await databaseOf(edge)
    )
      .updateTable("sessions")
      .set({ expiresAt: new Date(Date.now() + 86_400_000).toISOString(), updatedAt: new Date(0).toISOString() })
      .execute();
    const extended = await ada.call("GET", "/internal/me");
    expect(extended.body.user).toMatchObject({ id: ada.id });
    expect(tokenOf(cookiesOf(extended))).toBe(tokenOf(ada.headers["cookie"]!));
    expect((await ada.call("POST", "/internal/auth/revoke-other-sessions", {})).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });
});

const signIn = (edge: TestEdge, email: string, sent = password, headers: Readonly<Record<string, string>> = fromSite) =>
  edge.call("POST", "/internal/auth/sign-in/email", { email, password: sent }, headers);

/** The token of the newest mail's link. */
async function mailedToken(edge: TestEdge): Promise<string> {
  const [mail] = await edge.mails();
  return decodeURIComponent(/token=([^&\s]+)/.exec(mail?.text ?? "")?.[1] ?? "");
}

/** Asks for a new password; answers what sets it by the link of the mail. */
async function askForPassword(edge: TestEdge, email: string) {
  const known = (await edge.mails()).length;
  await edge.call("POST", "/internal/auth/request-password-reset", { email, redirectTo: "/reset-password" }, fromSite);
  await expect.poll(async () => (await edge.mails()).length).toBeGreaterThan(known);
  const token = await mailedToken(edge);
  return (newPassword: string) => edge.call("POST", "/internal/auth/reset-password", { newPassword, token }, fromSite);
}

describe("guessing (S9)", () => {
  test("[AD10] ends for a while after five tries per account, whether or not the address has one", async () => {
    await using edge = await openTestEdge({ limits: { signInsPerAddress: 1_000 } });
    const ada = await edge.signUp();
    const tries = async (email: string) => {
      const answers: string[] = [];
      for (let n = 0; n <= limits.signInsPerAccount; n++) {
        const reply = await signIn(edge, email, "wrong password");
        answers.push(`${reply.status} ${reply.text}`);
      }
      return answers;
    };
    const known = await tries(ada.email);
    expect(known.at(-2)).toContain("401");
    expect(known.at(-1)).toContain("429");
    const withoutIds = (answers: readonly string[]) => answers.map((text) => text.replace(/"requestId":"[^"]*"/, ""));
    expect(withoutIds(await tries("nobody@weft.test"))).toEqual(withoutIds(known));
    const locked = await signIn(edge, ada.email.toUpperCase());
    expect([locked.status, locked.headers["retry-after"]]).toEqual([429, String(limits.signInWindowMs / 1_000)]);
    edge.advance(limits.signInWindowMs);
    expect((await signIn(edge, ada.email)).status).toBe(200);
  });

  test("[AD10] costs as much work for an address without an account", async () => {
    let hashed = 0;
    const passwords = {
      hash: async (text: string) => (hashed++, `kept:${text}`),
      verify: async (sent: { hash: string; password: string }) => (hashed++, sent.hash === `kept:${sent.password}`),
    };
    await using edge = await openTestEdge({ site: { passwords } });
    const ada = await edge.signUp();
    const work = async (email: string) => {
      hashed = 0;
      await signIn(edge, email, "wrong password");
      return hashed;
    };
    expect([await work(ada.email), await work("nobody@weft.test")]).toEqual([1, 1]);
  });

  test("[AD10] ends after twenty tries per address, and successful tries do not count", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    for (let n = 1; n < 2 * limits.signInsPerAddress; n++) expect((await signIn(edge, ada.email)).status).toBe(200);
    // One try went to making the account.
    for (let n = 1; n < limits.signInsPerAddress; n++)
      expect((await signIn(edge, `nobody-${n}@weft.test`)).status).toBe(401);
    expect((await signIn(edge, "one-more@weft.test")).status).toBe(429);
  });

  test("[AD10] ends after twenty tries per IPv6 network, whatever addresses of it they come from", async () => {
    await using edge = await openTestEdge({ trustedProxies: 1 });
    const statuses: number[] = [];
    for (let n = 0; n <= limits.signInsPerAddress; n++) {
      const sent = { email: `someone-${n}@weft.test`, password };
      const headers = { ...fromSite, "x-forwarded-for": `[2001:db8:7:1::${n.toString(16)}]:${20_000 + n}` };
      statuses.push((await edge.call("POST", "/internal/auth/sign-in/email", sent, headers)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(limits.signInsPerAddress);
    expect(statuses.at(-1)).toBe(429);
  });

  test.for([
    ["POST", "sign-in/social", { provider: "github", callbackURL: "/dashboard" }],
    ["GET", "passkey/generate-authenticate-options", undefined],
  ] as const)("does not make the server store data without bounds: %s %s", async ([method, path, body]) => {
    const github = { clientId: "id", clientSecret: "secret" };
    await using edge = await openTestEdge({ site: { social: { github } }, limits: { restAddressRateBurst: 3 } });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++)
      statuses.push((await edge.call(method, `/internal/auth/${path}`, body, fromSite)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    edge.advance(1_000);
    expect((await edge.call(method, `/internal/auth/${path}`, body, fromSite)).status).toBe(200);
  });

  test("finds no common password", async () => {
    await using edge = await openTestEdge();
    for (const common of ["password", "PASSWORD123", "12345678", "short", "x".repeat(129)])
      await expect(edge.signUp({ password: common })).rejects.toThrow("UNPROCESSABLE_ENTITY");
  });
});

test("a body that is nested too deep is refused before it is parsed", async () => {
  await using edge = await openTestEdge();
  const deep = `{"email":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const reply = await edge.call("POST", "/internal/auth/sign-in/email", deep, fromSite);
  expect([reply.status, reply.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
});

test("[AK14] signing up does not reveal which addresses have an account, even without email", async () => {
  await using edge = await openTestEdge();
  await edge.signUp();
  const ada = await edge.signUp({ email: "ada@weft.test" });
  const signUp = async (email: string) => {
    const person = { email, password: "another good one", firstName: "Ada", lastName: "L", teamName: "Engines" };
    const reply = await edge.call("POST", "/internal/auth/sign-up/email", person, fromSite);
    const { user, ...rest } = reply.body;
    const { id, createdAt, updatedAt, ...said } = user;
    expect([typeof id, typeof createdAt, typeof updatedAt]).toEqual(["string", "string", "string"]);
    return [reply.status, reply.headers["set-cookie"], rest, { ...said, email: "" }, Object.keys(user)];
  };
  expect(await signUp(ada.email)).toEqual(await signUp("bob@weft.test"));
  // Nothing of the account has changed.
  expect((await signIn(edge, ada.email, "another good one")).status).toBe(401);
  expect((await signIn(edge, ada.email)).status).toBe(200);
  expect((await signIn(edge, "bob@weft.test", "another good one")).status).toBe(200);
});

test("[AK11] a flood of passwords is checked a few at a time, and what is beyond the queue is not counted as a try", async () => {
  const gate = Promise.withResolvers<void>();
  const seen = { active: 0, most: 0, checked: 0 };
  let isSlow = false;
  const slowly = async <T>(answer: T) => {
    if (!isSlow) return answer;
    seen.most = Math.max(seen.most, ++seen.active);
    seen.checked++;
    await gate.promise;
    seen.active--;
    return answer;
  };
  const passwords = { hash: async () => slowly("hash"), verify: async () => slowly(!isSlow) };
  const bounds = { passwordHashesAtOnce: 2, passwordHashesWaiting: 10, signInsPerAddress: 1_000 };
  await using edge = await openTestEdge({ site: { passwords }, limits: bounds });
  const ada = await edge.signUp();
  await edge.call("POST", "/internal/auth/request-password-reset", { email: ada.email, redirectTo: "/" }, fromSite);
  await expect.poll(async () => (await edge.mails())[0]?.subject).toBe("Reset your password");
  const token = await mailedToken(edge);
  isSlow = true;
  const wrong = (n: number) => signIn(edge, `${n}@weft.test`, "a wrong one");
  const refused: (string | undefined)[] = [];
  const flood = Array.from({ length: 50 }, async (_, n) => {
    const reply = await wrong(n);
    if (reply.status === 429) refused.push(reply.headers["retry-after"]);
    return reply.status;
  });
  // Two are being checked and ten wait, until the gate opens.
  await expect.poll(() => refused.length, { timeout: 30_000 }).toBe(50 - 12);
  expect(refused.every((seconds) => Number(seconds) > 0)).toBe(true);
  // A rejected call does not use up a link for a new password.
  const reset = { newPassword: "another good one", token };
  const shed = await edge.call("POST", "/internal/auth/reset-password", reset, fromSite);
  expect([shed.status, Number(shed.headers["retry-after"]) > 0]).toEqual([429, true]);
  gate.resolve();
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 401)).toHaveLength(12);
  expect(seen).toEqual({ active: 0, most: 2, checked: 12 });
  expect((await edge.call("POST", "/internal/auth/reset-password", reset, fromSite)).status).toBe(200);
  // A rejected user has all their tries left.
  const turnedAway = statuses.indexOf(429);
  for (let n = 0; n < limits.signInsPerAccount; n++) expect((await wrong(turnedAway)).status).toBe(401);
  expect((await wrong(turnedAway)).status).toBe(429);
});

describe("calls of other sites (S9)", () => {
  test.for([
    { origin: "https://evil.test" },
    { origin: "null" },
    { origin: "https://weft.test", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    {},
  ])("[AD6] sign no one in: %j", async (headers) => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const json = { "content-type": "application/json" };
    const reply = await signIn(edge, ada.email, password, { ...json, ...headers } as Record<string, string>);
    expect([reply.status, reply.body.error, reply.headers["set-cookie"]]).toEqual([403, "FORBIDDEN", undefined]);
  });

  test("[AD6] cannot submit forms or confirm an address", async () => {
    await using edge = await openTestEdge();
    const form = { ...fromSite, "content-type": "application/x-www-form-urlencoded" };
    const sent = await edge.call("POST", "/internal/auth/sign-in/email", `email=a%40weft.test&password=x`, form);
    expect([sent.status, sent.body.error]).toEqual([400, "BAD_REQUEST"]);
    const link = await edge.call("GET", "/internal/auth/verify-email?token=x", undefined, {});
    expect([link.status, link.body.error]).toEqual([403, "FORBIDDEN"]);
  });

  test("[AD9] reach no unlisted call of the library", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    for (const path of ["update-user", "update-session", "organization/create", "get-access-token", "set-password"])
      expect((await ada.call("POST", `/internal/auth/${path}`, { name: "x" })).status).toBe(404);
  });
});

describe("cookies (S9)", () => {
  test("[AD11] that another user chose are not those of the sign-in, and altered ones open nothing", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const name = "__Host-weft.session_token";
    const chosen = `${name}=chosen-by-somebody.AAAA`;
    const reply = await signIn(edge, ada.email, password, { ...fromSite, cookie: chosen });
    expect(cookiesOf(reply)).not.toContain("chosen-by-somebody");
    const own = ada.headers["cookie"]!;
    for (const cookie of [
      chosen,
      own.replace(/=(.)/, "=x$1"),
      own.split(".").slice(0, -1).join("."),
      own.replace("__Host-", ""),
    ])
      expect((await edge.call("GET", "/internal/accounts/summary", undefined, { cookie })).status).toBe(401);
  });

  test("have no prefix where the site is reached by http", async () => {
    await using edge = await openTestEdge({ site: { publicUrl: "http://localhost:7070" } });
    const ada = await edge.signUp();
    expect(ada.headers["cookie"]).toMatch(/^weft\.session_token=/);
  });

  test("[AD11] of other sign-ins end when the password changes", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const elsewhere = { ...fromSite, cookie: cookiesOf(await signIn(edge, ada.email)) };
    const changed = await ada.call("POST", "/internal/auth/change-password", {
      currentPassword: password,
      newPassword: "another good one",
    });
    expect(changed.status).toBe(200);
    const state = async (headers: Readonly<Record<string, string>>) =>
      (await edge.call("GET", "/internal/accounts/summary", undefined, headers)).status;
    expect([await state(elsewhere), await state(ada.headers), await state({ cookie: cookiesOf(changed) })]).toEqual([
      401, 401, 200,
    ]);
    expect((await signIn(edge, ada.email)).status).toBe(401);
  });
});

describe("a forgotten password", () => {
  test("is requested with the same answer for any address, and replaced once by the link in the mail", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const ask = async (email: string) => {
      const body = { email, redirectTo: "/reset-password" };
      const reply = await edge.call("POST", "/internal/auth/request-password-reset", body, fromSite);
      return [reply.status, reply.text];
    };
    expect(await ask("nobody@weft.test")).toEqual(await ask(ada.email));
    await expect
      .poll(async () => (await edge.mails())[0])
      .toMatchObject({ to: ada.email, subject: "Reset your password" });
    const token = await mailedToken(edge);
    const reset = (newPassword: string) =>
      edge.call("POST", "/internal/auth/reset-password", { newPassword, token }, fromSite);
    expect((await reset("password123")).status).toBe(422);
    expect((await reset("another good one")).status).toBe(200);
    expect((await reset("a third good one")).status).toBe(400);
    expect((await ada.call("GET", "/internal/me")).body.user).toBeNull();
    expect((await signIn(edge, ada.email, "another good one")).status).toBe(200);
  });
});

describe("[AK12] a mailed link", () => {
  /** Asks for another address, and returns the token in the link of the newest email. */
  const ask = async (edge: TestEdge, ada: SignedIn, newEmail: string) => {
    const known = (await edge.mails()).length;
    expect((await ada.call("POST", "/internal/auth/change-email", { newEmail })).status).toBe(200);
    await expect.poll(async () => (await edge.mails()).length).toBeGreaterThan(known);
    return mailedToken(edge);
  };
  const open = (edge: TestEdge, token: string, headers: Readonly<Record<string, string>> = fromSite) =>
    edge.call("GET", `/internal/auth/verify-email?token=${encodeURIComponent(token)}`, undefined, headers);
  const sessions = async (ada: SignedIn) => (await ada.call("GET", "/internal/auth/list-sessions")).body.length;

  /** A user whose address is not confirmed: the link to the new one is the only one. */
  const unverified = async (edge: TestEdge) => {
    await edge.signUp();
    return edge.signUp();
  };

  test("changes the address once, and signs no one in", async () => {
    await using edge = await openTestEdge();
    const ada = await unverified(edge);
    const token = await ask(edge, ada, "New@weft.test");
    const before = await sessions(ada);
    const opened = await open(edge, token);
    expect([opened.status, opened.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(await sessions(ada)).toBe(before);
    expect((await ada.call("GET", "/internal/me")).body.user).toMatchObject({ email: "new@weft.test" });
    expect((await open(edge, token)).status).toBe(401);
  });

  test("keeps a signed-in user signed in", async () => {
    await using edge = await openTestEdge();
    const ada = await unverified(edge);
    const token = await ask(edge, ada, "new@weft.test");
    expect((await open(edge, token, ada.headers)).status).toBe(200);
    expect((await ada.call("GET", "/internal/me")).body.user).toMatchObject({ email: "new@weft.test" });
  });

  test("of a confirmed address asks both, and only for the address that was requested last", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const older = await ask(edge, ada, "older@weft.test");
    const newer = await ask(edge, ada, "newer@weft.test");
    expect((await open(edge, older)).status).toBe(401);
    const known = (await edge.mails()).length;
    expect((await open(edge, newer)).status).toBe(200);
    await expect.poll(async () => (await edge.mails()).length).toBeGreaterThan(known);
    const opened = await open(edge, await mailedToken(edge));
    expect([opened.status, opened.headers["set-cookie"]]).toEqual([200, undefined]);
    expect((await ada.call("GET", "/internal/me")).body.user).toMatchObject({ email: "newer@weft.test" });
  });

  test.for([
    ["change-password", { currentPassword: password, newPassword: "another good one" }],
    ["revoke-sessions", {}],
    ["revoke-other-sessions", {}],
  ] as const)("to another address, or to a new password, ends with %s", async ([path, body]) => {
    await using edge = await openTestEdge();
    const ada = await unverified(edge);
    const change = await ask(edge, ada, "new@weft.test");
    const reset = await askForPassword(edge, ada.email);
    expect((await ada.call("POST", `/internal/auth/${path}`, body)).status).toBe(200);
    expect((await open(edge, change)).status).toBe(401);
    expect((await reset("a third good one")).status).toBe(400);
  });

  test("ends when another one for a new password was used", async () => {
    await using edge = await openTestEdge();
    const ada = await unverified(edge);
    const change = await ask(edge, ada, "new@weft.test");
    const first = await askForPassword(edge, ada.email);
    const second = await askForPassword(edge, ada.email);
    expect((await second("another good one")).status).toBe(200);
    expect((await first("a third good one")).status).toBe(400);
    expect((await open(edge, change)).status).toBe(401);
    expect((await signIn(edge, ada.email, "another good one")).status).toBe(200);
  });
});

describe("with mail", () => {
  /** A mailer that sends emails. */
  function postOffice() {
    const sent: Mail[] = [];
    const mailer = {
      leaves: true,
      failed: (error: unknown) => {
        throw error;
      },
      send: async (mail: Mail) => void sent.push(mail),
      job: () => {
        throw new Error("Nothing of a sign-in is mailed with another change.");
      },
    };
    return { sent, mailer };
  }

  test("no one is signed in before the address is confirmed, and a taken address looks like any other", async () => {
    const { sent, mailer } = postOffice();
    await using edge = await openTestEdge({ site: { mailer, staffDomain: "weft.test" } });
    const person = { email: "ada@weft.test", password, firstName: "Ada", lastName: "L", teamName: "Engines" };
    const signUp = () => edge.call("POST", "/internal/auth/sign-up/email", person, fromSite);
    const first = await signUp();
    expect([first.status, first.headers["set-cookie"]]).toEqual([200, undefined]);
    expect((await signIn(edge, person.email)).status).toBe(403);
    const again = await signUp();
    expect([again.status, Object.keys(again.body.user)]).toEqual([200, Object.keys(first.body.user)]);
    const token = /token=(\S+)/.exec(sent[0]!.text)![1]!;
    const verified = await edge.call("GET", `/internal/auth/verify-email?token=${token}`, undefined, fromSite);
    expect(verified.status).toBe(200);
    const cookie = cookiesOf(await signIn(edge, person.email));
    const me = await edge.call("GET", "/internal/me", undefined, { cookie });
    expect(me.body).toMatchObject({ user: { emailVerified: true, isStaff: true }, teams: [{ name: "Engines" }] });
  });
});

describe("the link of a mail", () => {
  const nextOf = (mail: Mail | undefined) => {
    const link = /https:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    return new URL(link).searchParams.get("next");
  };

  test.for([
    ["/accept-invitation/a_b-C1", "/accept-invitation/a_b-C1"],
    ["/dashboard/team_1/members?find=ada#top", "/dashboard/team_1/members?find=ada#top"],
    [undefined, null],
    ["/", null],
    [`/docs?q=${"a".repeat(500)}`, null],
  ] as const)("continues to its reader's destination: from %s to %s", async ([callbackURL, next]) => {
    await using edge = await openTestEdge();
    await edge.signUp();
    const person = { email: "ada@weft.test", password, firstName: "Ada", lastName: "L", callbackURL };
    const signUp = await edge.call("POST", "/internal/auth/sign-up/email", person, fromSite);
    expect(signUp.status).toBe(200);
    await expect.poll(async () => (await edge.mails())[0]?.to).toBe(person.email);
    expect(nextOf((await edge.mails())[0])).toBe(next);
    const asked = { email: person.email, redirectTo: callbackURL ?? "/" };
    await edge.call("POST", "/internal/auth/request-password-reset", asked, fromSite);
    await expect.poll(async () => (await edge.mails())[0]?.subject).toBe("Reset your password");
    expect(nextOf((await edge.mails())[0])).toBe(next);
  });
});

test.for([
  ["sign-up/email", "callbackURL"],
  ["sign-in/email", "callbackURL"],
  ["sign-in/social", "callbackURL"],
  ["sign-in/social", "errorCallbackURL"],
  ["sign-in/social", "newUserCallbackURL"],
  ["send-verification-email", "callbackURL"],
  ["request-password-reset", "redirectTo"],
] as const)("/%s redirects to no other site by %s", async ([path, name]) => {
  await using edge = await openTestEdge();
  const ada = await edge.signUp();
  for (const asked of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/docs/..//evil.example",
    "/\t/evil.example",
    "javascript:1",
  ]) {
    const sent = { email: ada.email, password, firstName: "A", lastName: "B", provider: "github", [name]: asked };
    const reply = await edge.call("POST", `/internal/auth/${path}`, sent, fromSite);
    expect([reply.status, reply.body.message]).toEqual([422, `Value at key '${name}': must be a path of this site.`]);
  }
});

describe("a change of how a user signs in", () => {
  test("is announced by email to the owner of the address", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const subjects = async () => (await edge.mails()).map(({ to, subject }) => [to, subject]);
    const before = (await edge.mails()).length;
    const wrong = { currentPassword: "not my password", newPassword: "another good one" };
    expect((await ada.call("POST", "/internal/auth/change-password", wrong)).status).toBe(400);
    expect(await edge.mails()).toHaveLength(before);
    const right = { ...wrong, currentPassword: password };
    expect((await ada.call("POST", "/internal/auth/change-password", right)).status).toBe(200);
    await expect.poll(async () => (await subjects())[0]).toEqual([ada.email, "Your password was changed"]);
  });
});

describe("a server by invitation", () => {
  test("admits its first account, and then invited ones", async () => {
    await using edge = await openTestEdge({ site: { byInvitation: true } });
    const ada = await edge.signUp({ teamName: "Engines" });
    await expect(edge.signUp({ email: "bob@weft.test" })).rejects.toThrow("FORBIDDEN");
    const team = (await ada.call("GET", "/internal/me")).body.teams[0].id;
    await ada.call("POST", `/internal/teams/${team}/invitations`, { emails: ["bob@weft.test"], role: "member" });
    await edge.signUp({ email: "bob@weft.test" });
  });
});

describe("a second factor", () => {
  test("[AK13] is asked for, and its codes cannot be guessed, nor used twice", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const enabled = await ada.call("POST", "/internal/auth/two-factor/enable", { password });
    expect(enabled.body).toMatchObject({ totpURI: expect.stringMatching(/^otpauth:/), backupCodes: expect.any(Array) });
    const { createOTP } = await import("@better-auth/utils/otp");
    const { base32 } = await import("@better-auth/utils/base32");
    const secret = new TextDecoder().decode(base32.decode(new URL(enabled.body.totpURI).searchParams.get("secret")!));
    const code = await createOTP(secret).totp();
    expect((await ada.call("POST", "/internal/auth/two-factor/verify-totp", { code })).status).toBe(200);

    const half = await signIn(edge, ada.email);
    expect(half.body).toMatchObject({ twoFactorRedirect: true });
    const headers = { ...fromSite, cookie: cookiesOf(half) };
    expect((await edge.call("GET", "/internal/me", undefined, headers)).body.user).toBeNull();
    const backUp = { code: enabled.body.backupCodes[0] };
    const done = await edge.call("POST", "/internal/auth/two-factor/verify-backup-code", backUp, headers);
    expect(done.status).toBe(200);
    const me = await edge.call("GET", "/internal/me", undefined, { cookie: cookiesOf(done) });
    expect(me.body.user).toMatchObject({ id: ada.id, twoFactorEnabled: true });

    const later = await createOTP(secret).totp();
    for (const isFirst of later === code ? [false] : [true, false]) {
      const asked = { ...fromSite, cookie: cookiesOf(await signIn(edge, ada.email)) };
      const reply = await edge.call("POST", "/internal/auth/two-factor/verify-totp", { code: later }, asked);
      expect([reply.status, reply.headers["set-cookie"] !== undefined]).toEqual(isFirst ? [200, true] : [401, false]);
    }

    const guessing = { ...fromSite, cookie: cookiesOf(await signIn(edge, ada.email)) };
    for (let n = 0; n < limits.signInsPerAccount; n++)
      await edge.call("POST", "/internal/auth/two-factor/verify-totp", { code: "000000" }, guessing);
    const right = { code: await createOTP(secret).totp() };
    const locked = await edge.call("POST", "/internal/auth/two-factor/verify-totp", right, guessing);
    expect(locked.status).not.toBe(200);
    expect(locked.headers["set-cookie"] ?? "").not.toContain("session_token=");
  });

  test.for([
    ["verify-totp", "000000"],
    ["verify-backup-code", "AAAAA-AAAAA"],
  ] as const)("[AK13] compares no more codes in parallel than in sequence: %s", async ([path, code]) => {
    await using edge = await openTestEdge({ trustedProxies: 1 });
    const ada = await edge.signUp();
    const enabled = await ada.call("POST", "/internal/auth/two-factor/enable", { password });
    const { createOTP } = await import("@better-auth/utils/otp");
    const { base32 } = await import("@better-auth/utils/base32");
    const secret = new TextDecoder().decode(base32.decode(new URL(enabled.body.totpURI).searchParams.get("secret")!));
    const right = { code: await createOTP(secret).totp() };
    expect((await ada.call("POST", "/internal/auth/two-factor/verify-totp", right)).status).toBe(200);
    const asked = await Promise.all(
      [1, 2, 3, 4].map(async () => ({ ...fromSite, cookie: cookiesOf(await signIn(edge, ada.email)) })),
    );
    const guesses = Array.from({ length: 24 }, (_, n) => {
      const headers = { ...asked[n % asked.length]!, "x-forwarded-for": `203.0.113.${n}` };
      return edge.call("POST", `/internal/auth/two-factor/${path}`, { code }, headers);
    });
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(limits.signInsPerAccount);
    // Successes are given back.
    edge.advance(limits.signInWindowMs);
    expect((await signIn(edge, ada.email)).body).toMatchObject({ twoFactorRedirect: true });
  });
});

describe("the first account", () => {
  test.for([false, true])("[AK16] is one of 16 sign-ups at once, by invitation only: %s", async (byInvitation) => {
    await using edge = await openTestEdge({ site: { byInvitation } });
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) => {
        const person = { email: `person-${n}@weft.test`, password, firstName: "Ada", lastName: "Lovelace" };
        const headers = { ...fromSite, "x-forwarded-for": `203.0.113.${n}` };
        return edge.call("POST", "/internal/auth/sign-up/email", person, headers);
      }),
    );
    const created = replies.filter(({ status }) => status === 200);
    expect(created).toHaveLength(byInvitation ? 1 : 16);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(byInvitation ? 15 : 0);
    const people = await Promise.all(
      created.map(({ body }) => edge.services.site.people.person(body.user.id as string)),
    );
    const verified = people.filter((person) => person?.emailVerified === true);
    expect(verified).toHaveLength(1);
    expect(await edge.services.site.people.firstPerson()).toBe(verified[0]!.id);
  });

  test.for([1, 2])("[AK16] is not joined by one that another overtook before read %i of the first", async (read) => {
    await using edge = await openTestEdge({ site: { byInvitation: true } });
    const { people } = edge.services.site;
    const signUp = (email: string) =>
      edge.call("POST", "/internal/auth/sign-up/email", { email, password, firstName: "Ada" }, fromSite);
    const firstPerson = people.firstPerson.bind(people);
    let reads = 0;
    let overtaking: ReturnType<typeof signUp> | undefined;
    const spy = vi.spyOn(people, "firstPerson").mockImplementation(async () => {
      if (++reads === read) await (overtaking = signUp("grace@weft.test"));
      return firstPerson();
    });
    const overtaken = await signUp("ada@weft.test");
    spy.mockRestore();
    expect(reads).toBeGreaterThanOrEqual(read);
    expect([(await overtaking)?.status, overtaken.status]).toEqual([200, 403]);
  });
});
