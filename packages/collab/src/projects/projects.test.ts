import { createHash } from "node:crypto";
import { limits, ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { createMemoryProjectRecords } from "../../suites/memory-project-records.ts";
import { createSignalNetwork } from "../../suites/signal-network.ts";
import { demoProjectId, siteProjectId } from "./own-projects.ts";
import { createProjects } from "./projects.ts";
import type { Projects } from "./projects.ts";
import type { EffectsOf } from "../effects.ts";

const start = Date.UTC(2026, 2, 1);

async function world() {
  let now = start;
  const records = createMemoryProjectRecords();
  const network = createSignalNetwork();
  const projects = createProjects({ records, signals: network.join(), now: () => now });
  const created = await projects.createProject({ name: "One", type: "dev", region: "eu" });
  return {
    records,
    network,
    projects,
    id: created.project.id,
    ...created,
    /** Another node with the same records. */
    elsewhere: createProjects({ records, signals: network.join(), now: () => now }),
    pass: (ms: number) => (now += ms),
  };
}

const server = { name: "Server", createdBy: "user_1" };

/** The id of the project's one working key of a kind. */
async function keyId(projects: Projects, id: ProjectId, kind: "secret" | "public"): Promise<string> {
  const [only, ...others] = (await projects.workingKeys(id)).filter((key) => key.kind === kind);
  expect(others).toEqual([]);
  return only!.id;
}

describe("a new project", () => {
  test("[AK1] has keys of 256 bits, whose secret is kept as hash and last four characters", async () => {
    const { projects, id, secretKey, publicKey, project } = await world();
    expect(project).toMatchObject({ name: "One", type: "dev", region: "eu", publicKeyCreatesRooms: false });
    expect(secretKey).toMatch(/^sk_dev_[\w-]{43}$/);
    expect(publicKey).toMatch(/^pk_dev_[\w-]{43}$/);
    const keys = await projects.keys(id);
    expect(JSON.stringify(keys)).not.toContain(secretKey);
    expect(keys.find((key) => key.kind === "secret")).toMatchObject({
      key: createHash("sha256").update(secretKey).digest("hex"),
      lastFour: secretKey.slice(-4),
    });
    expect(keys.find((key) => key.kind === "public")).toMatchObject({ key: publicKey, active: true });
    expect((await projects.createProject({ name: "Two", type: "prod" })).secretKey).toMatch(/^sk_prod_/);
  });
});

describe("a secret key", () => {
  test.each<[string, (key: string) => string | undefined, string | undefined]>([
    ["nothing", () => undefined, "MISSING_SECRET_KEY"],
    ["an empty header", () => "", "MISSING_SECRET_KEY"],
    ["another scheme", (key) => `Basic ${key}`, "MISSING_SECRET_KEY"],
    ["no scheme", (key) => key, "MISSING_SECRET_KEY"],
    ["no token", () => "Bearer", "MISSING_SECRET_KEY"],
    ["an empty token", () => "Bearer   ", "MISSING_SECRET_KEY"],
    ["a public key", () => "Bearer pk_dev_whatever", "WRONG_KEY_USED"],
    ["an unknown key", () => `Bearer sk_dev_${"a".repeat(43)}`, "INVALID_SECRET_KEY"],
    ["no key at all", () => "Bearer eyJhbGciOiJub25lIn0.e30.", "INVALID_SECRET_KEY"],
    ["two tokens", (key) => `Bearer ${key} ${key}`, "INVALID_SECRET_KEY"],
    ["a key in capitals", (key) => `Bearer ${key.toUpperCase()}`, "INVALID_SECRET_KEY"],
    ["blanks that hide a letter", (key) => `Bearer ${key}${" ".repeat(100_000)}x`, "INVALID_SECRET_KEY"],
    ["a very long key", () => `Bearer sk_${"a".repeat(100_000)}`, "INVALID_SECRET_KEY"],
    ["the key", (key) => `Bearer ${key}`, undefined],
    ["the key after another spelling of the scheme", (key) => `bEARER ${key}`, undefined],
    ["the key among blanks", (key) => `Bearer   ${key}  `, undefined],
  ])("[AK2] sent as %s is answered with the code for it", async (_, header, code) => {
    const { projects, id, secretKey } = await world();
    const authenticating = projects.authenticateSecret(header(secretKey));
    if (code === undefined) await expect(authenticating).resolves.toMatchObject({ id });
    else await expect(authenticating).rejects.toMatchObject({ code });
  });

  test("[AK1] does not work as its hash", async () => {
    const { projects, id } = await world();
    const hash = (await projects.keys(id)).find((key) => key.kind === "secret")?.key;
    await expect(projects.authenticateSecret(`Bearer ${hash}`)).rejects.toMatchObject({ code: "INVALID_SECRET_KEY" });
    await expect(projects.authenticateSecret(`Bearer sk_${hash}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
  });

  test("[AK3] is read once while it is fresh", async () => {
    const { projects, records, secretKey, pass } = await world();
    await projects.authenticateSecret(`Bearer ${secretKey}`);
    const { reads } = records;
    for (let n = 0; n < 10; n++) await projects.authenticateSecret(`Bearer ${secretKey}`);
    expect(records.reads).toBe(reads);
    pass(5_000);
    await projects.authenticateSecret(`Bearer ${secretKey}`);
    expect(records.reads).toBeGreaterThan(reads);
  });

  test("[AK2] works beside others until it is revoked", async () => {
    const { projects, id, secretKey } = await world();
    const first = await keyId(projects, id, "secret");
    const second = await projects.createKey(id, server);
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).resolves.toMatchObject({ id });
    await projects.revokeKey(id, first);
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
    await expect(projects.authenticateSecret(`Bearer ${second.key}`)).resolves.toMatchObject({ id });
    for (const gone of [first, "unknown"])
      await expect(projects.revokeKey(id, gone)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("[AK4] that is rolled works until its overlap ends, to the millisecond", async () => {
    const { projects, id, secretKey, pass } = await world();
    await projects.authenticateSecret(`Bearer ${secretKey}`);
    const first = await keyId(projects, id, "secret");
    const fresh = await projects.rollKey(id, first, { oldKeyExpiresAt: start + 1_000, createdBy: "user_1" });
    // A later roll with a longer overlap does not give the oldest key more time.
    await projects.rollKey(id, first, { oldKeyExpiresAt: start + 1_000_000, createdBy: "user_1" });
    pass(999);
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).resolves.toMatchObject({ id });
    pass(1);
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
    await expect(projects.authenticateSecret(`Bearer ${fresh.key}`)).resolves.toMatchObject({ id });
    await expect(
      projects.rollKey(id, first, { oldKeyExpiresAt: start + 1_000_000, createdBy: "user_1" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("[AK3] revoked on another node stops here at its signal, or within the time an answer stays fresh", async () => {
    const { projects, elsewhere, network, id, secretKey, pass } = await world();
    await projects.authenticateSecret(`Bearer ${secretKey}`);
    network.deliver("lost");
    await elsewhere.revokeKey(id, await keyId(elsewhere, id, "secret"));
    await network.settle();
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).resolves.toMatchObject({ id });
    pass(5_000);
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });

    network.deliver("carried");
    const second = await projects.createKey(id, server);
    await projects.authenticateSecret(`Bearer ${second.key}`);
    await elsewhere.rollKey(id, second.record.id, { oldKeyExpiresAt: 0, createdBy: "user_1" });
    await network.settle();
    await expect(projects.authenticateSecret(`Bearer ${second.key}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
  });

  test("[AK3] revoked while it is being looked up is not remembered", async () => {
    const { records, id, secretKey } = await world();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let reached = () => {};
    const looking = new Promise<void>((resolve) => (reached = resolve));
    const projects = createProjects({
      records: {
        ...records,
        apiKey: async (kind, key) => {
          const found = await records.apiKey(kind, key);
          reached();
          await held;
          return found;
        },
      },
      now: () => start,
    });
    const first = projects.authenticateSecret(`Bearer ${secretKey}`);
    await looking;
    await projects.revokeKey(id, await keyId(projects, id, "secret"));
    release();
    await first;
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
  });
});

describe("a public key", () => {
  test("[AK2] gives access to its project, and nothing else does", async () => {
    const { projects, id, publicKey, secretKey } = await world();
    await expect(projects.authenticatePublic(publicKey)).resolves.toMatchObject({ id });
    for (const key of [undefined, "", secretKey, `${publicKey}x`, "pk_", "pk_dev_unknown", publicKey.slice(0, -1)]) {
      await expect(projects.authenticatePublic(key)).rejects.toMatchObject({ code: "INVALID_PUBLIC_KEY" });
    }
    await expect(projects.authenticateSecret(`Bearer ${publicKey}`)).rejects.toMatchObject({ code: "WRONG_KEY_USED" });
  });

  test("[AK2] that is deactivated gives no access until it is activated again", async () => {
    const { projects, id, publicKey } = await world();
    await projects.authenticatePublic(publicKey);
    const key = await keyId(projects, id, "public");
    await projects.updateKey(id, key, { active: false });
    await expect(projects.authenticatePublic(publicKey)).rejects.toMatchObject({ code: "INVALID_PUBLIC_KEY" });
    await projects.updateKey(id, key, { active: true });
    await expect(projects.authenticatePublic(publicKey)).resolves.toMatchObject({ id });
  });

  test("that is rolled gives way to a new one, which is as active as the old", async () => {
    const { projects, id, publicKey } = await world();
    const roll = { oldKeyExpiresAt: start, createdBy: "user_1" };
    const fresh = await projects.rollKey(id, await keyId(projects, id, "public"), roll);
    await expect(projects.authenticatePublic(publicKey)).rejects.toMatchObject({ code: "INVALID_PUBLIC_KEY" });
    await expect(projects.authenticatePublic(fresh.key)).resolves.toMatchObject({ id });
    await projects.updateKey(id, fresh.record.id, { active: false });
    const sleeping = await projects.rollKey(id, fresh.record.id, roll);
    await expect(projects.authenticatePublic(sleeping.key)).rejects.toMatchObject({ code: "INVALID_PUBLIC_KEY" });
  });
});

describe("a project", () => {
  test("is changed for holders of its keys at once", async () => {
    const { projects, id, publicKey, secretKey } = await world();
    await projects.authenticatePublic(publicKey);
    await projects.authenticateSecret(`Bearer ${secretKey}`);
    await projects.updateProject(id, { name: "Renamed", publicKeyCreatesRooms: true });
    expect(await projects.authenticatePublic(publicKey)).toMatchObject({ publicKeyCreatesRooms: true });
    expect(await projects.authenticateSecret(`Bearer ${secretKey}`)).toMatchObject({ name: "Renamed" });
    expect((await projects.all()).map((project) => project.name)).toEqual(["Renamed"]);
  });

  test("has automatic versions only if it is configured to, and within limits", async () => {
    const { projects, id } = await world();
    expect(await projects.find(id)).toMatchObject({ versionCreationTimeout: false });
    for (const versionCreationTimeout of [30, 300, false] as const) {
      await projects.updateProject(id, { versionCreationTimeout });
      await projects.updateProject(id, { name: "Renamed" });
      expect(await projects.find(id)).toMatchObject({ versionCreationTimeout });
    }
    for (const versionCreationTimeout of [0, 29, 301, 30.5, Number.NaN])
      await expect(projects.updateProject(id, { versionCreationTimeout })).rejects.toMatchObject({
        code: "UNPROCESSABLE_ENTITY",
      });
  });

  test("loses neither of two concurrent changes", async () => {
    const { projects, id } = await world();
    await Promise.all([projects.updateProject(id, { name: "Renamed" }), projects.revokeTokens(id)]);
    expect(await projects.find(id)).toMatchObject({ name: "Renamed", tokenGeneration: 1 });
  });

  test("that does not exist cannot be changed", async () => {
    const { projects } = await world();
    const nowhere = ProjectId.parse("nowhere");
    expect(await projects.find(nowhere)).toBeUndefined();
    await expect(projects.updateProject(nowhere, {})).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(projects.createKey(nowhere, server)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });
});

describe("keys with names", () => {
  test("[AK6] are as many as the limit says, even when they are made at the same time", async () => {
    const { records, id } = await world();
    const projects = createProjects({ records, now: () => start, limits: { secretKeysPerProject: 3 } });
    const key = { name: "Server", createdBy: "user_1" };
    const made = await Promise.allSettled(Array.from({ length: 3 }, () => projects.createKey(id, key)));
    // One was made with the project.
    expect(made.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    await expect(projects.createKey(id, key)).rejects.toMatchObject({ code: "CONFLICT" });
    const [newest] = await projects.workingKeys(id);
    await projects.revokeKey(id, newest!.id);
    await projects.createKey(id, key);
  });

  test("[TM2] are rolled in one write: a crash leaves no old key that still works", async () => {
    const { projects, records, id } = await world();
    const { record, key } = await projects.createKey(id, { name: "Leaked", createdBy: "user_1" });
    const put = records.putApiKeys.bind(records);
    let writes = 0;
    records.putApiKeys = async (...asked) => {
      if (++writes > 1) throw new Error("The server died.");
      return put(...asked);
    };
    await projects.rollKey(id, record.id, { oldKeyExpiresAt: start, createdBy: "user_1" }).catch(() => {});
    await expect(projects.authenticateSecret(`Bearer ${key}`)).rejects.toMatchObject({ code: "INVALID_SECRET_KEY" });
  });

  test("[AK6] are rolled one by one: the old one works until the end of its overlap", async () => {
    const { projects, id, secretKey, pass } = await world();
    const other = await projects.createKey(id, { name: "Other", createdBy: "user_1" });
    const rolled = await projects.rollKey(id, other.record.id, { oldKeyExpiresAt: start + 500, createdBy: "user_2" });
    expect(rolled.record).toMatchObject({ name: "Other", kind: "secret", createdBy: "user_2" });
    for (const key of [secretKey, other.key, rolled.key]) await projects.authenticateSecret(`Bearer ${key}`);
    pass(500);
    await expect(projects.authenticateSecret(`Bearer ${other.key}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
    for (const key of [secretKey, rolled.key]) await projects.authenticateSecret(`Bearer ${key}`);
    const roll = { oldKeyExpiresAt: start, createdBy: "user_1" };
    await expect(projects.rollKey(id, other.record.id, roll)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("[AK6] are renamed and revoked one by one; a public key is switched off instead", async () => {
    const { projects, id, secretKey, publicKey } = await world();
    const keys = await projects.workingKeys(id);
    const [secret, open] = [keys.find(({ kind }) => kind === "secret")!, keys.find(({ kind }) => kind === "public")!];
    expect(await projects.updateKey(id, secret.id, { name: "Renamed" })).toMatchObject({ name: "Renamed" });
    await expect(projects.updateKey(id, secret.id, { active: false })).rejects.toMatchObject({
      code: "UNPROCESSABLE_ENTITY",
    });
    await expect(projects.revokeKey(id, open.id)).rejects.toMatchObject({ code: "CONFLICT" });
    await projects.updateKey(id, open.id, { active: false });
    await expect(projects.authenticatePublic(publicKey)).rejects.toMatchObject({ code: "INVALID_PUBLIC_KEY" });
    await projects.updateKey(id, open.id, { active: true });
    await projects.authenticatePublic(publicKey);
    await projects.revokeKey(id, secret.id);
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
    expect((await projects.workingKeys(id)).map((key) => key.id)).toEqual([open.id]);
  });

  test("[AK7] show when they were used last, written at most once a minute, and that a page sent them", async () => {
    const { records, id, secretKey, pass, elsewhere } = await world();
    const notes: unknown[] = [];
    const projects = createProjects({
      records: { ...records, noteUses: async (uses) => (notes.push(...uses), records.noteUses(uses)) },
      now: () => start,
    });
    const use = (inBrowser: boolean) => projects.authenticateSecret(`Bearer ${secretKey}`, { inBrowser });
    for (let n = 0; n < 5; n++) await use(false);
    expect(notes).toMatchObject([{ at: start, inBrowser: false }]);
    for (let n = 0; n < 5; n++) await use(true);
    expect(notes).toMatchObject([{ inBrowser: false }, { inBrowser: true }]);
    const [key] = (await elsewhere.workingKeys(id)).filter(({ kind }) => kind === "secret");
    expect(key).toMatchObject({ lastUsedAt: start, seenInBrowser: true });
    pass(60_000);
    await elsewhere.authenticateSecret(`Bearer ${secretKey}`, { inBrowser: false, from: "203.0.113.0/24" });
    const [later] = (await elsewhere.workingKeys(id)).filter(({ kind }) => kind === "secret");
    expect(later).toMatchObject({
      lastUsedAt: start + 60_000,
      lastUsedFrom: "203.0.113.0/24",
      seenInBrowser: true,
    });
  });

  test("[AK7] give access even if their use cannot be recorded", async () => {
    const { records, id, secretKey } = await world();
    const projects = createProjects({
      records: { ...records, noteUses: () => Promise.reject(new Error("The disk is full.")) },
      now: () => start,
    });
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).resolves.toMatchObject({ id });
  });
});

describe("a public key of a project that names origins", () => {
  test("[AK9] admits pages of these origins, and callers other than pages", async () => {
    const { projects, id, publicKey } = await world();
    await projects.authenticatePublic(publicKey, "https://anything.example");
    await projects.updateProject(id, { allowedOrigins: ["https://example.com", "http://*.example.com:8080"] });
    for (const origin of ["https://example.com", "HTTPS://EXAMPLE.COM", "http://a.b.example.com:8080", undefined])
      await expect(projects.authenticatePublic(publicKey, origin)).resolves.toMatchObject({ id });
    for (const origin of [
      "http://example.com",
      "https://example.com:8443",
      "https://example.com.evil.test",
      "https://evil.test/https://example.com",
      "http://example.com:8080",
      "http://evilexample.com:8080",
      "http://.example.com:8080",
      "http://evil.test#.example.com:8080",
      "null",
      "",
    ])
      await expect(projects.authenticatePublic(publicKey, origin)).rejects.toMatchObject({
        code: "ORIGIN_NOT_ALLOWED",
      });
    await projects.updateProject(id, { allowedOrigins: [] });
    await projects.authenticatePublic(publicKey, "https://anything.example");
  });
});

describe("a project that ends", () => {
  test("[AK8] refuses all of its keys, says why to their holders, and accepts them again", async () => {
    const { projects, id, secretKey, publicKey } = await world();
    const opens = () =>
      Promise.allSettled([projects.authenticateSecret(`Bearer ${secretKey}`), projects.authenticatePublic(publicKey)]);
    await opens();
    await projects.closeProject(id, start + 1_000);
    expect(await opens()).toMatchObject([
      { reason: { code: "PROJECT_CLOSED" } },
      { reason: { code: "PROJECT_CLOSED" } },
    ]);
    await expect(projects.authenticateSecret("Bearer sk_dev_unknown_key")).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
    await expect(projects.closeProject(id, start + 9_000)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await projects.find(id)).toMatchObject({ deletesAt: start + 1_000 });
    expect(await projects.reopenProject(id, start + 999)).not.toHaveProperty("deletesAt");
    expect(await opens()).toMatchObject([{ value: { id } }, { value: { id } }]);
    await expect(projects.reopenProject(id, start)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("[AK8] cannot come back once its time is over", async () => {
    const { projects, id, secretKey } = await world();
    await projects.closeProject(id, start + 1_000);
    await expect(projects.reopenProject(id, start + 1_000)).rejects.toMatchObject({ code: "CONFLICT" });
    await projects.deleteProject(id);
    expect(await projects.find(id)).toBeUndefined();
    await expect(projects.authenticateSecret(`Bearer ${secretKey}`)).rejects.toMatchObject({
      code: "INVALID_SECRET_KEY",
    });
  });

  test("[AK10] goes to another team with its keys, and only from the one it belongs to", async () => {
    const { projects, id, secretKey } = await world();
    await projects.giveToTeam(id, "team_1");
    expect(await projects.transferProject(id, "team_2", "team_3")).toBe(false);
    const both = await Promise.all([
      projects.transferProject(id, "team_1", "team_2"),
      projects.transferProject(id, "team_1", "team_3"),
    ]);
    expect(both).toEqual([true, false]);
    expect(await projects.authenticateSecret(`Bearer ${secretKey}`)).toMatchObject({ team: "team_2" });
  });

  test("belongs to one team, or to none yet", async () => {
    const { projects, id } = await world();
    expect(await projects.giveToTeam(id, "team_1")).toBe(true);
    expect(await projects.giveToTeam(id, "team_2")).toBe(false);
    expect((await projects.ofTeam("team_1")).map((project) => project.id)).toEqual([id]);
    expect(await projects.ofTeam("team_2")).toEqual([]);
  });
});

describe("an audited change", () => {
  const told =
    (action: string): EffectsOf =>
    ({ id, name }) => ({
      audit: [{ team: "team_1", id: action, at: 1, action, target: { kind: action.split(".")[0]!, id, name } }],
    });

  test("[TM2] is written with its entries, and a refused one leaves none", async () => {
    const { projects, records, id } = await world();
    const { project } = await projects.createProject({ name: "Two", type: "prod" }, told("project.created"));
    await projects.giveToTeam(project.id, "team_1", told("project.given"));
    await projects.giveToTeam(project.id, "team_2", told("refused"));
    await projects.updateProject(project.id, { name: "Three" }, told("project.updated"));
    const { record } = await projects.createKey(project.id, { name: "CI", createdBy: "ada" }, told("key.created"));
    const roll = { oldKeyExpiresAt: start, createdBy: "ada" };
    const rolled = await projects.rollKey(project.id, record.id, roll, told("key.rolled"));
    await projects.updateKey(project.id, rolled.record.id, { name: "CI 2" }, told("key.updated"));
    await expect(
      projects.updateKey(project.id, rolled.record.id, { active: false }, told("refused")),
    ).rejects.toThrow();
    await projects.revokeKey(project.id, rolled.record.id, told("key.revoked"));
    await expect(projects.revokeKey(project.id, rolled.record.id, told("refused"))).rejects.toThrow();
    await projects.transferProject(project.id, "team_9", "team_2", told("refused"));
    await projects.transferProject(project.id, "team_1", "team_2", told("project.transferred"));
    await projects.closeProject(project.id, start + 1_000, told("project.closed"));
    await expect(projects.closeProject(project.id, start, told("refused"))).rejects.toThrow();
    await projects.reopenProject(project.id, start, told("project.restored"));
    await projects.deleteProject(project.id, told("project.deleted"));
    await projects.deleteProject(id);
    expect(records.told.map(({ action, target }) => `${action} ${target?.name}`)).toEqual([
      "project.created Two",
      "project.given Two",
      "project.updated Three",
      "key.created CI",
      "key.rolled CI",
      "key.updated CI 2",
      "key.revoked CI 2",
      "project.transferred Three",
      "project.closed Three",
      "project.restored Three",
      "project.deleted Three",
    ]);
  });
});

describe("two servers that change one project at the same moment", () => {
  const rounds = Array.from({ length: 200 }, (_, round) => round);

  test("[AK17] lose no revocation of tokens, and do not reopen a project that was closed", async () => {
    const { projects, elsewhere, records, id } = await world();
    for (const round of rounds) {
      const [here, there] = round % 2 === 0 ? [projects, elsewhere] : [elsewhere, projects];
      await Promise.all([here.updateProject(id, { name: `Name ${round}` }), there.revokeTokens(id)]);
      expect(await records.find(id)).toMatchObject({ name: `Name ${round}`, tokenGeneration: round + 1 });
      await Promise.all([here.updateProject(id, { description: `${round}` }), there.closeProject(id, start)]);
      expect(await records.find(id)).toMatchObject({ description: `${round}`, deletesAt: start });
      await here.reopenProject(id, start - 1);
    }
  });

  test("[AK17] bring no key back that was revoked, and make no more keys than there may be", async () => {
    const { projects, elsewhere, id } = await world();
    for (const round of rounds) {
      const { record } = await projects.createKey(id, server);
      const [here, there] = round % 2 === 0 ? [projects, elsewhere] : [elsewhere, projects];
      await Promise.allSettled([here.updateKey(id, record.id, { name: "Other" }), there.revokeKey(id, record.id)]);
      expect((await projects.keys(id)).find((key) => key.id === record.id)).toMatchObject({ active: false });
    }
    const made = await Promise.allSettled(
      Array.from({ length: 2 * limits.secretKeysPerProject }, (_, n) =>
        (n % 2 === 0 ? projects : elsewhere).createKey(id, server),
      ),
    );
    // One was made with the project.
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(limits.secretKeysPerProject - 1);
    expect(await projects.workingKeys(id)).toHaveLength(limits.secretKeysPerProject + 1);
  });

  test("[AK17] start with one demo project, and its first keys", async () => {
    const records = createMemoryProjectRecords();
    const [first, second] = await Promise.all(
      [createProjects({ records }), createProjects({ records })].map((projects) => projects.ensureDemoProject()),
    );
    expect(first!.created).not.toBe(second!.created);
    expect(second!.publicKey).toBe(first!.publicKey);
    expect(await records.apiKeys(demoProjectId)).toHaveLength(2);
  });
});

test("the project of the site's assistant is created once, without keys", async () => {
  const projects = createProjects({ records: createMemoryProjectRecords() });
  const [first, second] = await Promise.all([projects.ensureSiteProject(), projects.ensureSiteProject()]);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ id: siteProjectId, publicKeyCreatesRooms: false });
  expect(first.team).toBeUndefined();
  expect(await projects.keys(siteProjectId)).toEqual([]);
});

describe("the demo project", () => {
  test("[AK5] is created once, and shows its secret key once", async () => {
    const projects = createProjects({ records: createMemoryProjectRecords() });
    const [first, second] = await Promise.all([projects.ensureDemoProject(), projects.ensureDemoProject()]);
    expect([first.created, second.created]).toEqual([true, false]);
    expect(second.publicKey).toBe(first.publicKey);
    expect(second.secretKey).toBeUndefined();
    await expect(projects.authenticateSecret(`Bearer ${first.secretKey}`)).resolves.toMatchObject({ id: "demo" });
    await expect(projects.authenticatePublic(first.publicKey)).resolves.toMatchObject({ id: "demo" });
    expect(await projects.keys(first.project.id)).toHaveLength(2);
  });

  test("[AK15] opens rooms to its public key as the server says, until a team owns it", async () => {
    const projects = createProjects({ records: createMemoryProjectRecords() });
    const opened = async (publicKeyCreatesRooms: boolean) => {
      const { project, publicKey } = await projects.ensureDemoProject({ publicKeyCreatesRooms });
      const kept = await projects.authenticatePublic(publicKey);
      expect(kept.publicKeyCreatesRooms).toBe(project.publicKeyCreatesRooms);
      return kept.publicKeyCreatesRooms;
    };
    expect([await opened(true), await opened(false), await opened(true)]).toEqual([true, false, true]);
    await projects.giveToTeam(demoProjectId, "team_1");
    expect(await opened(false)).toBe(true);
    await projects.updateProject(demoProjectId, { publicKeyCreatesRooms: false });
    expect(await opened(true)).toBe(false);
  });

  test("takes fixed keys at any start", async () => {
    const projects = createProjects({ records: createMemoryProjectRecords() });
    await projects.ensureDemoProject();
    const fixed = { secretKey: "sk_dev_fixed", publicKey: "pk_dev_fixed" };
    for (let time = 0; time < 2; time++) expect(await projects.ensureDemoProject(fixed)).toMatchObject(fixed);
    await expect(projects.authenticateSecret("Bearer sk_dev_fixed")).resolves.toMatchObject({ id: "demo" });
    await expect(projects.authenticatePublic("pk_dev_fixed")).resolves.toMatchObject({ id: "demo" });
    expect(await projects.keys((await projects.ensureDemoProject()).project.id)).toHaveLength(4);
  });

  test("refuses fixed keys of the wrong shape or of another project", async () => {
    const { projects, secretKey } = await world();
    expect(() => projects.ensureDemoProject({ secretKey: "pk_x" })).toThrow("must begin with sk_");
    expect(() => projects.ensureDemoProject({ publicKey: "pk_ä" })).toThrow("only letters");
    await expect(projects.ensureDemoProject({ secretKey })).rejects.toThrow("another project");
  });
});
