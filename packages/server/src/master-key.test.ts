import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSeal } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { databaseOf, readConfig } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { openMasterKey, replaceMasterKey } from "./master-key.ts";
import { openServer } from "./server.ts";

const silent = pino({ level: "silent" });

function dataFolder() {
  const path = mkdtempSync(join(tmpdir(), "weft-key-"));
  return { path, file: join(path, "master.key"), [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

function configOf(data: string, env: Record<string, string> = {}) {
  return readConfig({ WEFT_DATA: data, WEFT_PORT: "0", WEFT_LOG: "silent", ...env });
}

/** Starts, and returns the master key that was used. */
async function start(data: string, env?: Record<string, string>): Promise<Buffer> {
  const config = configOf(data, env);
  openDataFolder(config.data, silent);
  await using store = await openStore(databaseOf(config));
  return await openMasterKey(config, store);
}

test("the master key is made once, readable by its owner alone, and refused when damaged", async () => {
  using data = dataFolder();
  const key = await start(data.path);
  expect(await start(data.path)).toEqual(key);
  expect(statSync(data.file).mode & 0o777).toBe(0o600);
  expect(readFileSync(data.file, "utf8").trim()).toBe(key.toString("base64"));
  writeFileSync(data.file, "short");
  await expect(start(data.path)).rejects.toThrow(/damaged/);
});

test("a server whose master key is lost, or is another one, does not start and makes no new key", async () => {
  using data = dataFolder();
  const open = () => openServer(configOf(data.path), silent);
  await (await open())[Symbol.asyncDispose]();
  const key = readFileSync(data.file);
  rmSync(data.file);
  await expect(open()).rejects.toThrow(/There is no master key .* rotate-signing-keys/);
  expect(existsSync(data.file)).toBe(false);
  writeFileSync(data.file, Buffer.alloc(32, 7).toString("base64"));
  await expect(open()).rejects.toThrow(/master\.key is not the master key .* rotate-signing-keys/);
  writeFileSync(data.file, key);
  await (await open())[Symbol.asyncDispose]();
});

test("another key in WEFT_MASTER_KEY refuses the start, until the signing keys are rotated on purpose", async () => {
  using data = dataFolder();
  await start(data.path);
  const env = { WEFT_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") };
  await expect(start(data.path, env)).rejects.toThrow(/WEFT_MASTER_KEY is not the master key/);
  {
    await using store = await openStore(databaseOf(configOf(data.path)));
    await replaceMasterKey(configOf(data.path, env), store);
  }
  expect(await start(data.path, env)).toEqual(Buffer.alloc(32, 7));
  await expect(start(data.path)).rejects.toThrow(/is not the master key/);
});

test("the master key of an older release's database is verified against what is sealed in it", async () => {
  using data = dataFolder();
  const [own, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const project = "p" as ProjectId;
  {
    await using store = await openStore(databaseOf(configOf(data.path)));
    const sealedKey = createSeal(own).seal("{}", "a signing key");
    await store.projects.insertSigningKey({ project, kid: "k", sealedKey, publicKey: "{}", createdAt: 0 });
  }
  await expect(start(data.path)).rejects.toThrow(/There is no master key/);
  await expect(start(data.path, { WEFT_MASTER_KEY: other.toString("base64") })).rejects.toThrow(/is not/);
  expect(await start(data.path, { WEFT_MASTER_KEY: own.toString("base64") })).toEqual(own);
  await using store = await openStore(databaseOf(configOf(data.path)));
  expect(await store.keyCheck.read()).toBeDefined();
  await replaceMasterKey(configOf(data.path, { WEFT_MASTER_KEY: other.toString("base64") }), store);
  expect(await store.projects.signingKeys(project)).toEqual([]);
});

test("a data folder that cannot be made refuses the start", () => {
  expect(() => openDataFolder("/proc/weft", silent)).toThrow(/cannot be written/);
});

test("a data folder that other users may enter is closed to them, except a shared one", () => {
  using data = dataFolder();
  chmodSync(data.path, 0o755);
  openDataFolder(data.path, silent);
  expect(statSync(data.path).mode & 0o777).toBe(0o700);
  chmodSync(data.path, 0o1777);
  openDataFolder(data.path, silent);
  expect(statSync(data.path).mode & 0o7777).toBe(0o1777);
});
