/**
 * Sign-in by another site: the whole way, with the library's own calls led to a server on this machine. The addresses of
 * GitHub and Google are the library's and no setting of ours, so only the network is replaced here.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { cookiesOf, fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";

interface Profile {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
}

const ada: Profile = { id: 7, name: "Ada King Lovelace", email: "ada@weft.test", verified: true };
const hosts: ReadonlySet<string> = new Set(["github.com", "api.github.com", "oauth2.googleapis.com"]);

afterEach(() => vi.unstubAllGlobals());

/** Both sites, for one person: a code that is given out is good once. */
async function openProvider() {
  const state = { profile: ada, codes: new Set<string>(), asked: [] as URLSearchParams[] };
  const server = createServer((request, response) => {
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    void text(request).then((sent) => {
      const { id, name, email, verified } = state.profile;
      if (request.url === "/login/oauth/access_token" || request.url === "/token") {
        const form = new URLSearchParams(sent);
        state.asked.push(form);
        if (!state.codes.delete(form.get("code") ?? "")) return answer({ error: "bad_verification_code" }, 400);
        const claims = {
          sub: String(id),
          name,
          given_name: "Ada",
          family_name: "Lovelace",
          email,
          email_verified: verified,
        };
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
        return answer({
          access_token: "at",
          token_type: "bearer",
          id_token: `${part({ alg: "none" })}.${part(claims)}.`,
        });
      }
      if (request.headers.authorization !== "Bearer at") return answer({}, 401);
      if (request.url === "/user") return answer({ id, login: "ada", name, email: null });
      return answer([{ email, primary: true, verified }]);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: string | URL, init?: RequestInit) => {
    const url = new URL(input);
    if (!hosts.has(url.hostname)) return fetch(input, init);
    return fetch(`http://127.0.0.1:${port}${url.pathname}`, init);
  });
  return {
    ...state,
    be: (profile: Partial<Profile>) => (state.profile = { ...ada, ...profile }),
    code() {
      const code = `code_${state.codes.size}_${state.asked.length}`;
      state.codes.add(code);
      return code;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const social = {
  github: { clientId: "github-id", clientSecret: "github-secret" },
  google: { clientId: "google-id", clientSecret: "google-secret" },
};

/** Where a browser is sent to, and what it keeps until it is back. */
async function leave(edge: TestEdge, provider = "github", headers: Readonly<Record<string, string>> = fromSite) {
  const sent = { provider, callbackURL: "/dashboard/account", errorCallbackURL: "/sign-in" };
  const reply = await edge.call("POST", "/internal/auth/sign-in/social", sent, headers);
  expect(reply.status).toBe(200);
  const url = new URL(String(reply.body.url));
  return { url, state: url.searchParams.get("state")!, cookie: cookiesOf(reply) };
}

/** The browser comes back from there. */
function comeBack(edge: TestEdge, query: Readonly<Record<string, string>>, cookie: string, provider = "github") {
  const path = `/internal/auth/callback/${provider}?${new URLSearchParams(query).toString()}`;
  return edge.call("GET", path, undefined, { cookie, "sec-fetch-site": "cross-site" });
}

async function whoIs(edge: TestEdge, cookie: string) {
  return (await edge.call("GET", "/internal/me", undefined, { cookie })).body.user;
}

describe("sign-in by another site", () => {
  test("redirects with everything that the provider needs, and no secrets", async () => {
    await using _ = await openProvider();
    await using edge = await openTestEdge({ site: { social } });
    for (const [provider, host] of [
      ["github", "github.com"],
      ["google", "accounts.google.com"],
    ] as const) {
      const { url, state } = await leave(edge, provider);
      expect([url.protocol, url.host]).toEqual(["https:", host]);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: "code",
        client_id: `${provider}-id`,
        redirect_uri: `https://weft.test/internal/auth/callback/${provider}`,
        code_challenge_method: "S256",
      });
      expect(state.length).toBeGreaterThanOrEqual(32);
      expect(url.href).not.toContain("secret");
    }
  });

  test.for(["github", "google"] as const)(
    "creates an account from the profile at %s, and returns to where it began",
    async (name) => {
      await using provider = await openProvider();
      await using edge = await openTestEdge({ site: { social } });
      const { url, state, cookie } = await leave(edge, name);
      const back = await comeBack(edge, { code: provider.code(), state }, cookie, name);
      expect([back.status, back.headers["location"]]).toEqual([302, "/dashboard/account"]);
      expect(await whoIs(edge, cookiesOf(back))).toMatchObject({
        email: "ada@weft.test",
        emailVerified: true,
        firstName: "Ada",
        lastName: name === "github" ? "King Lovelace" : "Lovelace",
      });
      // Only the browser that left with this challenge can have brought the code back.
      const [asked] = provider.asked;
      const verifier = asked?.get("code_verifier") ?? "";
      expect(createHash("sha256").update(verifier).digest("base64url")).toBe(url.searchParams.get("code_challenge"));
      expect([asked?.get("client_secret"), asked?.get("redirect_uri")]).toEqual([
        `${name}-secret`,
        `https://weft.test/internal/auth/callback/${name}`,
      ]);
    },
  );

  test("recognizes a user, also with another address", async () => {
    await using provider = await openProvider();
    await using edge = await openTestEdge({ site: { social } });
    const ids: unknown[] = [];
    for (const email of ["ada@weft.test", "ada@elsewhere.test"]) {
      provider.be({ email });
      const { state, cookie } = await leave(edge);
      ids.push((await whoIs(edge, cookiesOf(await comeBack(edge, { code: provider.code(), state }, cookie)))).id);
    }
    expect(ids[1]).toBe(ids[0]);
  });

  test("gets its first password by the link of a forgotten one, and with it an authenticator app", async () => {
    await using provider = await openProvider();
    await using edge = await openTestEdge({ site: { social } });
    const signIn = async () => {
      const { state, cookie } = await leave(edge);
      return cookiesOf(await comeBack(edge, { code: provider.code(), state }, cookie));
    };
    const call = (cookie: string, path: string, body?: object) =>
      edge.call(body === undefined ? "GET" : "POST", `/internal/auth/${path}`, body, { ...fromSite, cookie });
    const methods = async (cookie: string) =>
      (await call(cookie, "list-accounts")).body.map(({ providerId }: { providerId: string }) => providerId).sort();
    const password = "correct horse battery";
    const first = await signIn();
    expect(await methods(first)).toEqual(["github"]);
    expect((await call(first, "two-factor/enable", { password })).status).toBe(400);

    await call("", "request-password-reset", { email: ada.email, redirectTo: "/dashboard/account/security" });
    await expect.poll(async () => (await edge.mails()).length).toBe(1);
    const token = /token=([\w.-]+)/.exec((await edge.mails())[0]!.text)![1];
    expect((await call("", "reset-password", { newPassword: password, token })).status).toBe(200);
    expect(await whoIs(edge, first)).toBeNull();

    const second = await signIn();
    expect(await methods(second)).toEqual(["credential", "github"]);
    expect((await call(second, "two-factor/enable", { password })).status).toBe(200);
  });

  test.for([
    ["a state of nobody", { state: "made-up" }, true],
    ["no state", { state: undefined }, true],
    ["another browser's state", {}, false],
    ["a code of nobody", { code: "made-up" }, true],
    ["no code", { code: undefined }, true],
    ["the other site's no", { error: "access_denied", code: undefined }, true],
  ] as const)("lets no one in with %s", async ([, change, ownBrowser]) => {
    await using provider = await openProvider();
    await using edge = await openTestEdge({ site: { social } });
    await edge.signUp();
    const { state, cookie } = await leave(edge);
    const asked: Record<string, string | undefined> = { code: provider.code(), state, ...change };
    const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const back = await comeBack(edge, query, ownBrowser ? cookie : "");
    expect(back.status).toBe(302);
    expect(new URL(back.headers["location"]!, "https://weft.test")).toMatchObject({
      origin: "https://weft.test",
      pathname: "/sign-in",
      search: expect.stringContaining("error="),
    });
    expect(await whoIs(edge, cookiesOf(back))).toBeNull();
  });

  test("works once", async () => {
    await using provider = await openProvider();
    await using edge = await openTestEdge({ site: { social } });
    const { state, cookie } = await leave(edge);
    expect((await comeBack(edge, { code: provider.code(), state }, cookie)).headers["location"]).toBe(
      "/dashboard/account",
    );
    const again = await comeBack(edge, { code: provider.code(), state }, cookie);
    expect(again.headers["location"]).toContain("error=");
    expect(await whoIs(edge, cookiesOf(again))).toBeNull();
  });

  test("[TM4] still requires the second factor of an account that has one", async () => {
    await using provider = await openProvider();
    await using edge = await openTestEdge({ site: { social } });
    const owner = await edge.signUp({ email: ada.email });
    const enabled = await owner.call("POST", "/internal/auth/two-factor/enable", { password: "correct horse battery" });
    const secret = new URL(enabled.body.totpURI).searchParams.get("secret")!;
    const app = createOTP(new TextDecoder().decode(base32.decode(secret)));
    await owner.call("POST", "/internal/auth/two-factor/verify-totp", { code: await app.totp() });

    const { state, cookie } = await leave(edge);
    const back = await comeBack(edge, { code: provider.code(), state }, cookie);
    expect([back.status, back.headers["location"]]).toEqual([302, "/sign-in/two-factor?next=%2Fdashboard%2Faccount"]);
    expect(await whoIs(edge, cookiesOf(back))).toBeNull();

    const headers = { ...fromSite, cookie: cookiesOf(back) };
    const backup = enabled.body.backupCodes[0];
    const done = await edge.call("POST", "/internal/auth/two-factor/verify-backup-code", { code: backup }, headers);
    expect(done.status).toBe(200);
    expect(await whoIs(edge, cookiesOf(done))).toMatchObject({ email: ada.email, twoFactorEnabled: true });
  });

  test("takes over no account by an address that the other site has not confirmed", async () => {
    await using provider = await openProvider();
    await using edge = await openTestEdge({ site: { social } });
    const owner = await edge.signUp({ email: "ada@weft.test" });
    provider.be({ verified: false });
    const { state, cookie } = await leave(edge);
    const back = await comeBack(edge, { code: provider.code(), state }, cookie);
    expect(back.headers["location"]).toMatch(/\/sign-in\?error=account_not_linked/);
    expect(await whoIs(edge, cookiesOf(back))).toBeNull();
    expect((await owner.call("GET", "/internal/auth/list-accounts")).body).toHaveLength(1);
  });

  test("creates no account for an uninvited user on an invitation-only server", async () => {
    await using provider = await openProvider();
    await using edge = await openTestEdge({ site: { social, byInvitation: true } });
    await edge.signUp();
    const { state, cookie } = await leave(edge);
    const back = await comeBack(edge, { code: provider.code(), state }, cookie);
    expect(back.headers["location"]).toContain("/sign-in?error=");
    expect(await whoIs(edge, cookiesOf(back))).toBeNull();
  });

  test("is offered only for providers that are configured", async () => {
    await using edge = await openTestEdge({ site: { social: { github: social.github } } });
    const sent = { provider: "google", callbackURL: "/dashboard" };
    expect((await edge.call("POST", "/internal/auth/sign-in/social", sent, fromSite)).status).toBe(404);
    expect(
      (await edge.call("GET", "/internal/auth/callback/google?code=1&state=1", undefined, {})).headers["location"],
    ).toContain("error=");
    expect((await edge.call("GET", "/internal/auth/callback/facebook?code=1&state=1", undefined, {})).status).toBe(404);
  });
});
