import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { limits, ProjectId } from "@weft/protocol";
import type { Permission } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { createMemoryProjectRecords } from "../../suites/memory-project-records.ts";
import { createProjects } from "../projects/projects.ts";
import { createSeal } from "../seal.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { createTokens } from "./tokens.ts";

const start = Date.UTC(2026, 2, 1);
const leeway = limits.tokenLeewayMs;

async function world() {
  let now = start;
  const records = createMemoryProjectRecords();
  const projects = createProjects({ records, now: () => now });
  const signingKeys = createSigningKeys({ records, seal: createSeal(new Uint8Array(32).fill(7)) });
  const tokens = createTokens({ project: (id) => projects.find(id), signingKeys });
  const elsewhere = createTokens({ project: (id) => projects.find(id), signingKeys });
  const { project } = await projects.createProject({ name: "One", type: "dev" });
  const other = (await projects.createProject({ name: "Two", type: "prod" })).project;
  const permissions = new Map<string, readonly Permission[]>([["doc-*", ["*:write"]]]);
  const issue = (options: { lifetimeMs?: number } = {}) =>
    tokens.issueAccessToken(project.id, { userId: "ada", permissions, ...options }, start);
  return {
    records,
    projects,
    signingKeys,
    tokens,
    /** Has the same keys, and has seen none of the tokens. */
    elsewhere,
    project: project.id,
    other: other.id,
    issue,
    setNow: (at: number) => (now = at),
  };
}
type World = Awaited<ReturnType<typeof world>>;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString());

/** A token with other words, signed by a key of the project itself: only its words are wrong. */
async function resigned(w: World, header: object, claims: object): Promise<string> {
  const [head, body] = (await w.issue()).split(".");
  const signed = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}`;
  const { key } = await w.signingKeys.signer(w.project, start);
  const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const signature = await crypto.subtle.sign(ecdsa, key.toCryptoKey(ecdsa, false, ["sign"]), Buffer.from(signed));
  return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}

describe("issuing", () => {
  test("an access token carries the claims that clients read", async () => {
    const w = await world();
    const token = await w.tokens.issueAccessToken(
      w.project,
      {
        userId: "ada",
        userInfo: { name: "Ada" },
        organizationId: "acme",
        permissions: [
          ["doc-*", ["*:write"]],
          ["__proto__", ["room:read"]],
        ],
      },
      start,
    );
    const body = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    expect(body).toContain('"perms":{"doc-*":["*:write"],"__proto__":["room:read"]}');
    expect(JSON.parse(body)).toMatchObject({
      k: "acc",
      pid: w.project,
      aud: w.project,
      iss: "weft",
      uid: "ada",
      ui: { name: "Ada" },
      oid: "acme",
      iat: start / 1_000,
      exp: start / 1_000 + 3_600,
      gen: 0,
    });
    const claims = await w.tokens.verify(token, start, w.project);
    expect(claims).toMatchObject({
      kind: "access",
      userId: "ada",
      organizationId: "acme",
      expiresAt: start + 3_600_000,
    });
    expect(claims.kind === "access" && claims.permissions.get("__proto__")).toEqual(["room:read"]);
  });

  test("an id token carries groups and no permissions", async () => {
    const w = await world();
    const token = await w.tokens.issueIdToken(w.project, { userId: "ada", groupIds: ["eng"] }, start);
    expect(decode(token.split(".")[1])).toMatchObject({ k: "id", uid: "ada", gids: ["eng"] });
    expect(decode(token.split(".")[1])).not.toHaveProperty("perms");
    expect(await w.tokens.verify(token, start)).toMatchObject({ kind: "id", groupIds: ["eng"] });
  });

  test("[TK5] two tokens of the same second differ", async () => {
    const w = await world();
    expect(await w.issue()).not.toBe(await w.issue());
  });

  test.each<[string, { userId?: string; userInfo?: { n: string }; permissions?: [string, Permission[]][] }]>([
    ["an empty user id", { userId: "" }],
    ["a user id that is too long", { userId: "u".repeat(limits.userIdLength + 1) }],
    ["a user id with U+0000", { userId: "a\0" }],
    ["a user id with half a character", { userId: "a\ud800" }],
    ["user info that is too long", { userInfo: { n: "x".repeat(limits.userInfoLength) } }],
    ["a star in the middle", { permissions: [["a*b", ["*:read"]]] }],
    ["an empty pattern", { permissions: [["", ["*:read"]]] }],
    ["an unknown permission", { permissions: [["a", ["room:admin" as Permission]]] }],
    ["too many patterns", { permissions: Array.from({ length: 11 }, (_, n) => [`r${n}`, ["*:read"]]) }],
  ])("refuses %s", async (_, grant) => {
    const w = await world();
    const issuing = w.tokens.issueAccessToken(w.project, { userId: "ada", permissions: [], ...grant }, start);
    await expect(issuing).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
  });

  test("lives and is as long as the limits of its server say", async () => {
    const w = await world();
    const { signingKeys, project } = w;
    const bounds = { tokenLifetimeMs: 120_000, restHeaders: 1_000 };
    const tokens = createTokens({ project: (id) => w.projects.find(id), signingKeys, limits: bounds });
    const token = await tokens.issueIdToken(project, { userId: "ada" }, start);
    const { issuedAt, expiresAt } = await tokens.verify(token, start);
    expect(expiresAt - issuedAt).toBe(120_000);
    const groupIds = Array.from({ length: 4 }, (_, n) => `${n}`.padStart(256, "g"));
    const issuing = tokens.issueIdToken(project, { userId: "ada", groupIds }, start);
    await expect(issuing).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
  });

  test("refuses a token that would not fit into a request", async () => {
    const w = await world();
    const groupIds = Array.from({ length: 100 }, (_, n) => `${n}`.padStart(256, "g"));
    const issuing = w.tokens.issueIdToken(w.project, { userId: "ada", groupIds }, start);
    await expect(issuing).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
  });
});

/** S4: every way in which a token can be wrong, and what its bearer is told. */
const faults: Record<string, [make: (w: World) => Promise<string>, expected: "INVALID_TOKEN" | "TOKEN_EXPIRED"]> = {
  "empty text": [async () => "", "INVALID_TOKEN"],
  "a secret key": [async () => "sk_dev_abcdefghijklmnopqrstuvwxyz", "INVALID_TOKEN"],
  "a public key": [async () => "pk_dev_abcdefghijklmnopqrstuvwxyz", "INVALID_TOKEN"],
  "two parts": [async (w) => (await w.issue()).split(".").slice(0, 2).join("."), "INVALID_TOKEN"],
  "four parts": [async (w) => `${await w.issue()}.x`, "INVALID_TOKEN"],
  "parts that are not JSON": [async () => `aaaa.bbbb.${"A".repeat(86)}`, "INVALID_TOKEN"],
  "a body that is null": [
    async (w) => `${(await w.issue()).split(".")[0]}.${encode(null)}.${"A".repeat(86)}`,
    "INVALID_TOKEN",
  ],
  "more text than a request carries": [
    async (w) => `${await w.issue()}${"A".repeat(limits.restHeaders)}`,
    "INVALID_TOKEN",
  ],
  "no signature": [async (w) => `${(await w.issue()).split(".").slice(0, 2).join(".")}.`, "INVALID_TOKEN"],
  "algorithm none": [async (w) => `${encode({ alg: "none" })}.${(await w.issue()).split(".")[1]}.`, "INVALID_TOKEN"],
  "algorithm none with a signature": [(w) => resigned(w, { alg: "none" }, {}), "INVALID_TOKEN"],
  "algorithm ES384 in the header": [(w) => resigned(w, { alg: "ES384" }, {}), "INVALID_TOKEN"],
  "HS256 keyed with the public key": [
    async (w) => {
      const [record] = await w.records.signingKeys(w.project);
      const [head, body] = (await w.issue()).split(".");
      const signed = `${encode({ ...decode(head), alg: "HS256" })}.${body}`;
      return `${signed}.${createHmac("sha256", record?.publicKey ?? "")
        .update(signed)
        .digest("base64url")}`;
    },
    "INVALID_TOKEN",
  ],
  "somebody else's signature under our kid": [
    async (w) => {
      const [head, body] = (await w.issue()).split(".");
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const signature = sign("sha256", Buffer.from(`${head}.${body}`), { key: privateKey, dsaEncoding: "ieee-p1363" });
      return `${head}.${body}.${signature.toString("base64url")}`;
    },
    "INVALID_TOKEN",
  ],
  "a signature of zeroes": [
    async (w) => `${(await w.issue()).split(".").slice(0, 2).join(".")}.${"A".repeat(86)}`,
    "INVALID_TOKEN",
  ],
  "an altered body": [
    async (w) => {
      const [head, body, signature] = (await w.issue()).split(".");
      return `${head}.${encode({ ...decode(body), uid: "eve" })}.${signature}`;
    },
    "INVALID_TOKEN",
  ],
  "a key in the header": [(w) => resigned(w, { kid: "unknown", jwk: { kty: "EC" } }, {}), "INVALID_TOKEN"],
  "no kid": [(w) => resigned(w, { kid: undefined }, {}), "INVALID_TOKEN"],
  "an unknown kid": [(w) => resigned(w, { kid: "unknown" }, {}), "INVALID_TOKEN"],
  "another typ": [(w) => resigned(w, { typ: "at+jwt" }, {}), "INVALID_TOKEN"],
  "a critical extension": [(w) => resigned(w, { crit: ["b64"], b64: false }, {}), "INVALID_TOKEN"],
  "another project in pid": [(w) => resigned(w, {}, { pid: w.other, aud: w.other }), "INVALID_TOKEN"],
  "another project in aud": [(w) => resigned(w, {}, { aud: w.other }), "INVALID_TOKEN"],
  "several audiences": [(w) => resigned(w, {}, { aud: [w.project, w.other] }), "INVALID_TOKEN"],
  "a project that does not exist": [(w) => resigned(w, {}, { pid: "nowhere" }), "INVALID_TOKEN"],
  "a pid that is a number": [(w) => resigned(w, {}, { pid: 7 }), "INVALID_TOKEN"],
  "another issuer": [(w) => resigned(w, {}, { iss: "elsewhere" }), "INVALID_TOKEN"],
  "no issuer": [(w) => resigned(w, {}, { iss: undefined }), "INVALID_TOKEN"],
  "no user": [(w) => resigned(w, {}, { uid: undefined }), "INVALID_TOKEN"],
  "an empty user": [(w) => resigned(w, {}, { uid: "" }), "INVALID_TOKEN"],
  "a user that no database can hold": [(w) => resigned(w, {}, { uid: "a\0" }), "INVALID_TOKEN"],
  "half a character in its user": [(w) => resigned(w, {}, { uid: "a\ud800" }), "INVALID_TOKEN"],
  "a project that no database can hold": [(w) => resigned(w, {}, { pid: "\0", aud: "\0" }), "INVALID_TOKEN"],
  "an unknown kind": [(w) => resigned(w, {}, { k: "legacy" }), "INVALID_TOKEN"],
  "no kind": [(w) => resigned(w, {}, { k: undefined }), "INVALID_TOKEN"],
  "no permissions": [(w) => resigned(w, {}, { perms: undefined }), "INVALID_TOKEN"],
  "permissions that are a list": [(w) => resigned(w, {}, { perms: ["*:write"] }), "INVALID_TOKEN"],
  "a pattern with a star in the middle": [(w) => resigned(w, {}, { perms: { "a*b": ["*:write"] } }), "INVALID_TOKEN"],
  "an unknown permission": [(w) => resigned(w, {}, { perms: { a: ["room:admin"] } }), "INVALID_TOKEN"],
  "groups that are not text": [(w) => resigned(w, {}, { k: "id", gids: [1] }), "INVALID_TOKEN"],
  "user info that is text": [(w) => resigned(w, {}, { ui: "Ada" }), "INVALID_TOKEN"],
  "no jti": [(w) => resigned(w, {}, { jti: undefined }), "INVALID_TOKEN"],
  "no generation": [(w) => resigned(w, {}, { gen: undefined }), "INVALID_TOKEN"],
  "no exp": [(w) => resigned(w, {}, { exp: undefined }), "INVALID_TOKEN"],
  "an exp that is text": [(w) => resigned(w, {}, { exp: "9999999999" }), "INVALID_TOKEN"],
  "no iat": [(w) => resigned(w, {}, { iat: undefined }), "INVALID_TOKEN"],
  "an exp before its iat": [(w) => resigned(w, {}, { exp: start / 1_000 - 1 }), "INVALID_TOKEN"],
  "a life of more than a day": [(w) => resigned(w, {}, { exp: start / 1_000 + 86_401 }), "INVALID_TOKEN"],
  "an iat in the future": [
    (w) => resigned(w, {}, { iat: start / 1_000 + 61, exp: start / 1_000 + 3_600 }),
    "INVALID_TOKEN",
  ],
  "an exp that has passed": [
    (w) => resigned(w, {}, { iat: start / 1_000 - 3_600, exp: start / 1_000 - 60 }),
    "TOKEN_EXPIRED",
  ],
  "an exp that has passed, forged": [
    async (w) => {
      const expired = await resigned(w, {}, { iat: start / 1_000 - 3_600, exp: start / 1_000 - 60 });
      return `${expired.split(".").slice(0, 2).join(".")}.${"A".repeat(86)}`;
    },
    "INVALID_TOKEN",
  ],
  "an exp that has passed, of a revoked generation": [
    async (w) => {
      await w.projects.revokeTokens(w.project);
      return resigned(w, {}, { gen: 0, iat: start / 1_000 - 3_600, exp: start / 1_000 - 60 });
    },
    "INVALID_TOKEN",
  ],
};

describe("[S4] a faulty token", () => {
  test.each(Object.entries(faults))("[TK1] [TK2] with %s is refused", async (_, [make, expected]) => {
    const w = await world();
    const token = await make(w);
    for (const attempt of ["first", "remembered"]) {
      await expect(w.tokens.verify(token, start), attempt).rejects.toMatchObject({ code: expected });
    }
  });

  test("[TK1] that only says what it may is accepted, which shows that the faults above are the reason", async () => {
    const w = await world();
    await expect(w.tokens.verify(await resigned(w, {}, {}), start)).resolves.toMatchObject({ userId: "ada" });
  });
});

describe.each([
  ["where it was signed", "tokens"],
  ["elsewhere", "elsewhere"],
] as const)("a genuine token, verified %s,", (_, where) => {
  test("[TK1] of another project is refused where one project is asked for", async () => {
    const w = await world();
    const token = await w.issue();
    await expect(w[where].verify(token, start, w.other)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    await w[where].verify(token, start, w.project);
    await expect(w[where].verify(token, start, w.other)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  });

  test("[TK3] is accepted to the last millisecond of its leeway, remembered or not", async () => {
    const w = await world();
    const token = await w.issue({ lifetimeMs: 10_000 });
    const end = start + 10_000 + leeway;
    await expect(w[where].verify(token, end - 1)).resolves.toMatchObject({ userId: "ada" });
    await expect(w[where].verify(token, end)).rejects.toMatchObject({ code: "TOKEN_EXPIRED" });
    await expect(w[where].verify(token, end - 1)).resolves.toMatchObject({ userId: "ada" });
  });

  test("[TK4] dies at once when the tokens of its project are revoked, and a new one lives", async () => {
    const w = await world();
    const token = await w.issue();
    await w[where].verify(token, start);
    await w.projects.revokeTokens(w.project);
    await expect(w[where].verify(token, start)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    await expect(w[where].verify(await w.issue(), start)).resolves.toMatchObject({ generation: 1 });
  });

  test("[TK4] revoked on another node dies here within the time that a project stays fresh", async () => {
    const w = await world();
    const token = await w.issue();
    await w[where].verify(token, start);
    await createProjects({ records: w.records }).revokeTokens(w.project);
    w.setNow(start + 5_000);
    await expect(w[where].verify(token, start + 5_000)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  });

  test("is not looked up or verified again while nothing has changed", async () => {
    const w = await world();
    const token = await w.issue();
    const first = await w[where].verify(token, start);
    const { reads } = w.records;
    expect(await w[where].verify(token, start + 1)).toBe(first);
    expect(w.records.reads).toBe(reads);
  });
});

describe("signing keys", () => {
  test("are made once, however many ask at the same time", async () => {
    const w = await world();
    await Promise.all(Array.from({ length: 8 }, () => w.issue()));
    expect(await w.records.signingKeys(w.project)).toHaveLength(1);
  });

  test("[TK6] verify after a rotation until the longest token has expired", async () => {
    const w = await world();
    const token = await w.issue({ lifetimeMs: limits.tokenLifetimeMaxMs });
    expect(await w.signingKeys.rotate(w.project, start)).toBe("rotated");
    const fresh = await w.issue();
    expect(decode(fresh.split(".")[0]).kid).not.toBe(decode(token.split(".")[0]).kid);
    const last = start + limits.tokenLifetimeMaxMs + leeway - 1;
    for (const tokens of [w.tokens, w.elsewhere])
      await expect(tokens.verify(token, last)).resolves.toMatchObject({ userId: "ada" });
    expect(await w.signingKeys.rotate(w.project, last)).toBe("tooSoon");
    expect(await w.signingKeys.rotate(w.project, last + 1)).toBe("rotated");
    expect(await w.records.signingKeys(w.project)).toHaveLength(2);
  });

  test("[TK6] that leaked take their tokens with them", async () => {
    const w = await world();
    const token = await w.issue();
    await w.tokens.verify(token, start);
    expect(await w.signingKeys.rotate(w.project, start, { dropOld: true })).toBe("rotated");
    for (const tokens of [w.tokens, w.elsewhere])
      await expect(tokens.verify(token, start)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    await expect(w.tokens.verify(await w.issue(), start)).resolves.toMatchObject({ userId: "ada" });
  });

  test("[TK6] that leaked stay gone when another server rotates at the same moment", async () => {
    const w = await world();
    const token = await w.issue();
    const dropped = () => w.signingKeys.rotate(w.project, start, { dropOld: true });
    const read = async (project: ProjectId) => {
      const keys = await w.records.signingKeys(project);
      expect(await dropped()).toBe("rotated");
      return keys;
    };
    const records = { ...w.records, signingKeys: read };
    const elsewhere = createSigningKeys({ records, seal: createSeal(new Uint8Array(32).fill(7)) });
    expect(await elsewhere.rotate(w.project, start)).toBe("rotated");
    const kid = String(decode(token.split(".")[0]).kid);
    expect((await w.records.signingKeys(w.project)).map((key) => key.kid)).not.toContain(kid);
  });

  test("[TK10] sign for so long; the next one takes over with the next token, and the tokens of the last live on", async () => {
    const w = await world();
    const token = await w.issue({ lifetimeMs: limits.tokenLifetimeMaxMs });
    const kidOf = (issued: string) => decode(issued.split(".")[0]).kid;
    const old = start + limits.signingKeyLifetimeMs;
    expect(await w.signingKeys.signer(w.project, old - 1)).toMatchObject({ kid: kidOf(token) });
    const signers = await Promise.all(Array.from({ length: 8 }, () => w.signingKeys.signer(w.project, old)));
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    expect(signers[0]!.kid).not.toBe(kidOf(token));
    expect(await w.records.signingKeys(w.project)).toHaveLength(2);
    const last = old + limits.tokenLifetimeMaxMs + leeway;
    expect(await w.signingKeys.verifier(w.project, String(kidOf(token)), last - 1)).toBeDefined();
    expect(await w.signingKeys.verifier(w.project, String(kidOf(token)), last)).toBeUndefined();
  });

  test("made by another node are found when a token names one", async () => {
    const w = await world();
    await w.issue();
    const elsewhere = createSigningKeys({ records: w.records, seal: createSeal(new Uint8Array(32).fill(7)) });
    await elsewhere.rotate(w.project, start);
    const token = await createTokens({ project: (id) => w.projects.find(id), signingKeys: elsewhere }).issueIdToken(
      w.project,
      { userId: "bob" },
      start,
    );
    await expect(w.tokens.verify(token, start + 1_000)).resolves.toMatchObject({ userId: "bob" });
  });

  test("[TK8] are read once a second at most, whatever tokens are made up", async () => {
    const w = await world();
    await w.issue();
    const forged = await resigned(w, { kid: "unknown" }, {});
    await expect(w.tokens.verify(forged, start + 1_000)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    const { reads } = w.records;
    for (let n = 0; n < 20; n++) {
      await expect(w.tokens.verify(forged, start + 1_000 + n)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    }
    expect(w.records.reads).toBe(reads);
  });

  test("[TK7] keep their private half sealed", async () => {
    const w = await world();
    await w.issue();
    const [record] = await w.records.signingKeys(w.project);
    expect(record?.sealedKey).not.toContain("kty");
    expect(record?.publicKey).not.toContain('"d"');
    const stranger = createSigningKeys({ records: w.records, seal: createSeal(new Uint8Array(32).fill(8)) });
    await expect(stranger.signer(w.project, start)).rejects.toThrow("master key");
  });

  test("[TK1] of one project do not verify for another", async () => {
    const w = await world();
    await w.issue();
    const [record] = await w.records.signingKeys(w.project);
    expect(await w.signingKeys.verifier(ProjectId.parse(w.other), record?.kid ?? "", start)).toBeUndefined();
  });
});
