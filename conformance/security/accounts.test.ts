import { limits } from "@weft/protocol";
import type { TestServer } from "@weft/testkit";
import { startServer } from "@weft/testkit";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** S9 over the wire: forms of another origin, cookies set by an attacker, replayed invitations, guessing. */
let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly body: any;
  readonly cookie: string | undefined;
  readonly headers: Headers;
}

const password = "correct horse battery";

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    redirect: "manual",
    headers: { origin: server.url, "x-weft-csrf": "1", "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]!);
  return {
    status: response.status,
    body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
    cookie: cookies.length === 0 ? undefined : cookies.join("; "),
    headers: response.headers,
  };
}

let people = 0;
/** Creates an account, and returns a function that calls as its browser. */
async function signUp(more: object = {}) {
  const email = `person-${++people}@weft.test`;
  const person = { email, password, firstName: "Ada", lastName: "Lovelace", ...more };
  expect((await call("POST", "/internal/auth/sign-up/email", person)).status).toBe(200);
  const { cookie = "", status } = await call("POST", "/internal/auth/sign-in/email", person);
  expect(status).toBe(200);
  return {
    email,
    cookie,
    call: (method: string, path: string, body?: unknown, headers = {}) =>
      call(method, path, body, { cookie, ...headers }),
  };
}

const teamOf = async (person: Awaited<ReturnType<typeof signUp>>): Promise<string> =>
  (await person.call("GET", "/internal/me")).body.teams[0].id;

describe("a page of another site", () => {
  test("cannot sign users in or out, change anything, or read anything", async () => {
    const ada = await signUp({ teamName: "Engines" });
    const evil = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    const form = { ...evil, "content-type": "application/x-www-form-urlencoded" };
    const fields = new URLSearchParams({ email: ada.email, password }).toString();
    const forced = await call("POST", "/internal/auth/sign-in/email", fields, form);
    expect([forced.status, forced.cookie]).toEqual([403, undefined]);
    expect((await ada.call("POST", "/internal/auth/sign-out", "", form)).status).toBe(403);
    expect((await ada.call("POST", "/internal/accounts", { name: "Evil" }, evil)).status).toBe(403);
    const read = await ada.call("GET", "/internal/me", undefined, evil);
    expect(read.headers.get("access-control-allow-origin")).toBeNull();
    const asked = { "access-control-request-method": "POST", "access-control-request-headers": "x-weft-csrf" };
    const preflight = await call("OPTIONS", "/internal/accounts", undefined, { ...evil, ...asked });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    expect(preflight.headers.get("access-control-allow-headers")).toBeNull();
    expect((await ada.call("GET", "/internal/me")).body.teams).toHaveLength(1);
  });
});

describe("a cookie", () => {
  test("from before the sign-in is replaced by a new one", async () => {
    const ada = await signUp();
    const planted = await call(
      "POST",
      "/internal/auth/sign-in/email",
      { email: ada.email, password },
      { cookie: ada.cookie },
    );
    expect(planted.cookie).toBeDefined();
    expect(planted.cookie).not.toBe(ada.cookie);
    const made = await call("GET", "/internal/accounts/summary", undefined, { cookie: "weft.session_token=mine.AAAA" });
    expect(made.status).toBe(401);
  });

  test("cannot open a room, and a secret key cannot open a page", async () => {
    const ada = await signUp();
    expect((await ada.call("GET", "/v2/rooms")).status).toBe(401);
    const authorization = `Bearer ${server.secretKey}`;
    expect((await call("GET", "/internal/accounts/summary", undefined, { authorization })).status).toBe(401);
  });
});

describe("an invitation", () => {
  test("admits its address once, and no one else with the link", async () => {
    const ada = await signUp({ teamName: "Engines" });
    const [bob, cleo] = [await signUp(), await signUp()];
    const invited = { emails: [bob.email], role: "member" };
    const { body } = await ada.call("POST", `/internal/teams/${await teamOf(ada)}/invitations`, invited);
    const link = new URL(body[0].link);
    const path = `/internal/invitations/${link.pathname.split("/").at(-1)!}/accept`;
    expect((await cleo.call("POST", path)).status).toBe(403);
    expect((await call("POST", path)).status).toBe(401);
    const both = await Promise.all([bob.call("POST", path), bob.call("POST", path)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await ada.call(
      "DELETE",
      `/internal/teams/${await teamOf(ada)}/members/${(await bob.call("GET", "/internal/me")).body.user.id}`,
    );
    expect((await bob.call("POST", path)).status).toBe(409);
    expect((await bob.call("GET", "/internal/me")).body.teams).toEqual([]);
  });
});

describe("a project that is deleted", () => {
  test("disconnects everyone, and admits no one again", async () => {
    const ada = await signUp({ teamName: "Engines" });
    const { body: made } = await ada.call("POST", `/internal/accounts/${await teamOf(ada)}/projects`, {
      displayName: "Short-lived",
    });
    const url = `/internal/projects/${made._id}`;
    await ada.call("PATCH", url, { publicKeyCreatesRooms: true });
    const enter = () => {
      const query = new URLSearchParams({ roomId: "r", pubkey: made.publicKey });
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v8?${query.toString()}`);
      socket.on("error", () => {});
      const entered = new Promise<void>((resolve) => socket.once("message", () => resolve()));
      const closed = new Promise<number>((resolve) => socket.once("close", (code) => resolve(code)));
      return { entered, closed };
    };
    const visit = enter();
    await visit.entered;
    expect((await ada.call("GET", `${url}/api/rooms/r/active_users`)).body.data).toHaveLength(1);
    expect((await ada.call("DELETE", url, { displayName: "Short-lived" })).status).toBe(200);
    expect(await visit.closed).toBe(4100);
    expect(await enter().closed).toBe(4001);
    expect((await ada.call("GET", url)).status).toBe(404);
  });
});

// Last: it uses up this address's tries.
describe("guessing", () => {
  test("ends after five attempts, equally fast for an unknown address", async () => {
    const ada = await signUp();
    const guess = (email: string) => call("POST", "/internal/auth/sign-in/email", { email, password: "a wrong guess" });
    const answers = async (email: string) => {
      const statuses: number[] = [];
      for (let n = 0; n <= limits.signInsPerAccount; n++) statuses.push((await guess(email)).status);
      return statuses;
    };
    const expected = [...Array.from({ length: limits.signInsPerAccount }, () => 401), 429];
    expect(await answers(ada.email)).toEqual(expected);
    expect(await answers("nobody@weft.test")).toEqual(expected);
    const locked = await call("POST", "/internal/auth/sign-in/email", { email: ada.email, password });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
  });
});
