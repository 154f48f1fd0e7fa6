import { expect, test } from "vitest";
import { accessInRoom, accessOf, allows } from "./access.ts";
import { createCredentials } from "./credentials.ts";
import type { CredentialsOptions } from "./credentials.ts";

const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString("base64url");
let tokens = 0;
const tokenFor = (perms: Record<string, readonly string[]>, lifeS = 3_600) =>
  `h.${encode({ k: "acc", uid: "ada", perms, iat: 1_000, exp: 1_000 + lifeS, jti: tokens++, ui: { name: "Ådå 😀" } })}.s`;
const idToken = () => `h.${encode({ k: "id", uid: "ada", iat: 1_000, exp: 4_600, jti: tokens++ })}.s`;

function open(answer: (room?: string) => object | Promise<object>, options: Partial<CredentialsOptions> = {}) {
  const asked: (string | undefined)[] = [];
  const clock = { now: 0 };
  const credentials = createCredentials({
    fetch: () => Promise.reject(new Error("not used")),
    now: () => clock.now,
    authEndpoint: async (room) => {
      asked.push(room);
      return answer(room);
    },
    ...options,
  });
  return { credentials, asked, clock };
}

const reading = (room: string) => ({ room, resource: "room", level: "read" }) as const;

test("[CS60] a token is used for all that it is good for, until 30 seconds before it ends", async () => {
  const { credentials, asked, clock } = open(() => ({
    token: tokenFor({ "doc-*": ["*:read", "comments:write"] }, 100),
  }));
  const first = await credentials.get(reading("doc-1"));
  expect(first).toMatchObject({ kind: "token", payload: { ui: { name: "Ådå 😀" } } });
  expect(await credentials.get(reading("doc-2"))).toBe(first);
  expect(await credentials.get("personal")).toBe(first);
  expect(await credentials.get({ room: "doc-1", resource: "comments", level: "write" })).toBe(first);
  clock.now = 69_999;
  expect(await credentials.get(reading("doc-1"))).toBe(first);
  clock.now = 70_000;
  expect(await credentials.get(reading("doc-1"))).not.toBe(first);
  expect(asked).toEqual(["doc-1", "doc-1"]);
});

test("[CS60] for more than a token allows, another one is asked for", async () => {
  const { credentials, asked } = open((room) => ({ token: tokenFor({ [room!]: ["*:read"] }) }));
  await credentials.get(reading("a"));
  await credentials.get(reading("b"));
  await credentials.get({ room: "a", resource: "storage", level: "write" });
  expect(asked).toEqual(["a", "b", "a"]);
  const ids = open(() => ({ token: idToken() }));
  await ids.credentials.get("personal");
  await ids.credentials.get({ room: "a", resource: "storage", level: "write" });
  expect(ids.asked).toEqual([undefined]);
});

test("[CS60] who asks for the same at the same time shares the answer", async () => {
  const { credentials, asked } = open(() => ({ token: idToken() }));
  const [one, other] = await Promise.all([credentials.get(reading("a")), credentials.get(reading("a"))]);
  expect(one).toBe(other);
  expect(asked).toEqual(["a"]);
});

test("[CS60] a token that has expired by the server, and all of them after a sign-out, are not used again", async () => {
  const { credentials, asked } = open(() => ({ token: idToken() }));
  const first = await credentials.get(reading("a"));
  credentials.expire(first);
  const second = await credentials.get(reading("a"));
  credentials.clear();
  const third = await credentials.get(reading("a"));
  expect(new Set([first, second, third]).size).toBe(3);
  expect(asked).toHaveLength(3);
});

test.each([
  [{ error: "forbidden", reason: "Sign in first." }, true, "Sign in first."],
  [{ error: "busy", reason: "Come back." }, false, "Come back."],
  [{}, false, "The auth endpoint gave no token."],
  [{ token: 7 }, false, "The auth endpoint gave no token."],
  [{ token: "no token" }, false, "The auth endpoint gave something that is not a token of this server."],
  [{ token: "a.!!!.c" }, false, "The auth endpoint gave something that is not a token of this server."],
  [{ token: `h.${Buffer.from("{}").toString("base64")}.s` }, false, "not a token of this server"],
])("[CS61] an endpoint that answers %j gives no token; permanently: %s", async (answer, isFinal, message) => {
  const { credentials } = open(() => answer);
  await expect(credentials.get(reading("a"))).rejects.toMatchObject({
    isFinal,
    message: expect.stringContaining(message),
  });
});

test("[CS61] an endpoint that is a URL is posted the room, and its statuses say whether to ask again", async () => {
  const posted: unknown[] = [];
  let answer = { ok: true, status: 200, text: async () => JSON.stringify({ token: idToken() }) };
  const { credentials } = open(() => ({}), {
    authEndpoint: "/api/auth",
    fetch: async (url, init) => {
      posted.push([url, init]);
      return answer;
    },
  });
  answer = { ok: false, status: 403, text: async () => "no" };
  await expect(credentials.get(reading("a"))).rejects.toMatchObject({ isFinal: true });
  answer = { ok: false, status: 500, text: async () => "" };
  await expect(credentials.get("personal")).rejects.toMatchObject({ isFinal: false });
  answer = { ok: true, status: 200, text: async () => "<html>" };
  await expect(credentials.get("personal")).rejects.toMatchObject({ isFinal: false });
  expect(posted).toEqual([
    ["/api/auth", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"room":"a"}' }],
    ["/api/auth", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }],
    ["/api/auth", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }],
  ]);
});

test("[CS61] a secret key is no public key", async () => {
  const options = { fetch: () => Promise.reject(new Error("not used")), now: () => 0 };
  expect(() => createCredentials({ ...options, publicApiKey: "sk_dev_1" })).toThrow("begins with `pk_`");
  expect(() => createCredentials(options)).toThrow("`authEndpoint`");
  expect(await createCredentials({ ...options, publicApiKey: "pk_dev_1" }).get(reading("a"))).toEqual({
    kind: "publicKey",
    key: "pk_dev_1",
  });
});

test.each([
  [["*:write"], "storage", "write", true],
  [["*:read"], "storage", "write", false],
  [["room:write", "storage:read"], "storage", "write", false],
  [["*:read", "comments:write"], "comments:private", "write", true],
  [["*:read", "comments:private:write"], "comments", "write", true],
  [["*:read", "comments:none", "comments:public:read"], "comments:public", "read", true],
  [["storage:write"], "storage", "read", false],
  [["room:presence:write"], "room", "read", false],
  [["*:read", "feeds:none"], "feeds", "read", false],
] as const)("[CS62] scopes %j: %s to %s is %s", (scopes, resource, level, isAllowed) => {
  expect(allows(accessOf(scopes), resource, level)).toBe(isAllowed);
});

test("[CS62] the most specific pattern decides, and the strongest base", () => {
  const patterns = {
    "*": ["*:write", "comments:none"],
    "doc-*": ["*:read", "storage:read", "comments:write"],
    "doc-1": ["*:read", "comments:public:read"],
  };
  expect(accessInRoom(patterns, "doc-1")).toEqual({
    room: "write",
    storage: "read",
    comments: "write",
    "comments:public": "read",
    "comments:private": "write",
    feeds: "write",
  });
  expect(accessInRoom(patterns, "else")).toMatchObject({ storage: "write", comments: "none" });
  expect(accessInRoom({ "doc-*": ["*:write"] }, "else").room).toBe("none");
});
