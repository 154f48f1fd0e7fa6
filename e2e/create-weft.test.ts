/** Examples that are copied by the `create-weft` that the server serves into empty folders, and run there by themselves. */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { promisify } from "node:util";
import { createWeft, createWeftCommand } from "@weft/example-catalogue/create-weft";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { installFromRepository, repository } from "./install-from-repository.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { startNext } from "@weft/testkit/start-next";

const run = promisify(execFile);
// npm is a script on Windows, which only a shell can start.
const shell = process.platform === "win32";

let journey: Journey;
let folder: string;
beforeAll(async () => {
  journey = await openJourney();
  folder = await realpath(await mkdtemp(join(tmpdir(), "create-weft-")));
  // It has no dependencies, so its installation needs no registry.
  await npm(folder, "install", "--no-audit", "--no-fund", "--prefix", folder, `${journey.url}${createWeft.path}`);
});
afterEach(() => journey.leave());
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** npm and npx with a cache of their own and no registry: the server alone answers. */
function environment() {
  return { ...process.env, npm_config_cache: join(folder, ".npm"), npm_config_registry: "http://127.0.0.1:9/" };
}

function npm(cwd: string, ...args: string[]) {
  return run("npm", args, { cwd, shell, env: environment() });
}

function runCreateWeft(...args: string[]) {
  const command = join(folder, "node_modules", "create-weft", "dist", "create-weft.js");
  return run(process.execPath, [command, ...args], { cwd: folder });
}

/** Starts `npm run dev` in an application; its address is printed once it listens. */
async function startDevelopment(app: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const vite = join(app, "node_modules", "vite", "bin", "vite.js");
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const server = spawn(process.execPath, [vite, "--port", "0"], {
    cwd: app,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  let output = "";
  // What it prints later must have a reader, too: it would end otherwise.
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += stripVTControlCharacters(String(chunk));
    const url = /http:\/\/localhost:\d+\//u.exec(output)?.[0];
    if (url === undefined) continue;
    server.stdout.resume();
    return {
      url,
      async [Symbol.asyncDispose]() {
        server.kill();
        await ended;
      },
    };
  }
  throw new Error(`The development server ended: ${output}`);
}

test("npx runs the command from the server's address in an empty folder, without a registry", async () => {
  const empty = await mkdtemp(join(folder, "empty-"));
  const command = createWeftCommand(journey.url, `my-app --example kanban --url ${journey.url}`);
  const [program = "", ...args] = command.split(" ");
  await run(program, args, { cwd: empty, shell, env: environment() });
  expect(await readdir(empty)).toEqual(["my-app"]);
  expect(await readFile(join(empty, "my-app", ".env"), "utf8")).toContain(`VITE_WEFT_URL=${journey.url}\n`);
});

test("an app that uses Weft's own packages gets them from its server, and no official ones", async () => {
  await runCreateWeft("own-packages", "--example", "kanban", "--url", journey.url);
  const app = join(folder, "own-packages");
  const { dependencies } = JSON.parse(await readFile(join(app, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const own = Object.entries(dependencies).filter(([name]) => name.startsWith("@weft/"));
  expect(own).toEqual(["client", "react"].map((name) => [`@weft/${name}`, `${journey.url}/packages/${name}.tgz`]));
  for (const file of await readdir(join(app, "src"), { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), "utf8")).not.toContain("@liveblocks/");
});

test("the server states the integrity of the package", async () => {
  const described = (await (await fetch(`${journey.url}/packages/create-weft.json`)).json()) as Record<string, unknown>;
  const packed = await fetch(`${journey.url}${createWeft.path}`);
  expect(packed.headers.get("cache-control")).toBe("no-cache");
  const content = Buffer.from(await packed.arrayBuffer());
  expect(described).toEqual({
    name: "create-weft",
    version: createWeft.version,
    path: createWeft.path,
    size: content.length,
    integrity: `sha512-${createHash("sha512").update(content).digest("base64")}`,
  });
});

test("the command lists the examples, and reports errors", async () => {
  const { stdout } = await runCreateWeft("--list");
  expect(stdout).toContain("kanban");
  expect(stdout.trim().split("\n").length).toBeGreaterThanOrEqual(14);
  await expect(runCreateWeft("--example", "loom")).rejects.toThrow('There is no example "loom".');
  await expect(runCreateWeft("--example", "kanban", "--dir", ".")).rejects.toThrow("is not empty");
  await expect(runCreateWeft("--example", "kanban", "--url", "nowhere")).rejects.toThrow("is not an address");
  await expect(runCreateWeft("--example", "kanban", "--key", "sk_a")).rejects.toThrow("needs a public key");
  await expect(runCreateWeft("--example", "starter-kit", "--key", "pk_a")).rejects.toThrow("needs a secret key");
});

const started = [
  { example: "kanban", content: "Write the launch checklist", field: "Add to To do" },
  { example: "live-cursors-vue", content: "Move your pointer here", field: null },
  { example: "todo-zustand", content: "Book a meeting room", field: "New task" },
] as const;

for (const { example, content, field } of started)
  test(`${example} runs from its copy, with the address and key that the command was given`, async () => {
    const { url, publicKey } = journey;
    await runCreateWeft("--example", example, "--dir", `my-${example}`, "--url", url, "--key", publicKey);
    const app = join(folder, `my-${example}`);
    const manifest = JSON.parse(await readFile(join(app, "package.json"), "utf8")) as { name: string };
    expect(manifest.name).toBe(`my-${example}`);
    expect(await readFile(join(app, ".env"), "utf8")).toContain(`VITE_WEFT_PUBLIC_KEY=${publicKey}`);

    await installFromRepository(example, app);
    await run(process.execPath, [join(repository, "node_modules", "typescript", "bin", "tsc"), "-p", app]);
    await using development = await startDevelopment(app);
    const address = `${development.url}?room=copied-${example}`;
    const ada = await journey.visit(address);
    const contentOf = (page: typeof ada) =>
      example === "kanban" ? page.getByLabel(`Title of: ${content}`) : page.getByText(content);
    await contentOf(ada).waitFor();
    await ada.locator(".connection[data-state=live]").waitFor();
    const ben = await journey.visit(address);
    await contentOf(ben).waitFor();
    for (const page of [ada, ben]) await page.getByTestId("other-avatar").waitFor();
    if (field !== null) {
      await ada.getByLabel(field).fill("From a copy");
      await ada.keyboard.press("Enter");
      if (example === "kanban") await ben.getByLabel("Title of: From a copy").waitFor();
      else await ben.getByText("From a copy").waitFor();
    }
    expect(journey.complaints).toEqual([]);
  });

test("the starter kit runs from its copy, with settings that the command has written", async () => {
  const { stdout } = await runCreateWeft("my-kit", "--example", "starter-kit", "--url", journey.url);
  expect(stdout).toContain("Set WEFT_SECRET_KEY in .env.");
  const app = join(folder, "my-kit");
  const copied = (await readdir(app, { recursive: true })).filter((path) => /\.tsx?$/u.test(path));
  expect(copied).toContain(join("src", "auth", "session.ts"));
  expect(copied.filter((path) => path.includes(".test."))).toEqual([]);
  const settings = await readFile(join(app, ".env"), "utf8");
  expect(settings).toContain(`\nWEFT_URL=${journey.url}\n`);
  expect(settings).toMatch(/^SESSION_SECRET=[0-9a-f]{64}$/mu);
  expect(await readFile(join(app, ".gitignore"), "utf8")).toMatch(/^\.env$/mu);

  // Next.js looks for the compiler by itself.
  await installFromRepository("starter-kit", app, []);
  await run(process.execPath, [join(app, "node_modules", "typescript", "bin", "tsc"), "-p", app]);
  await writeFile(join(app, ".env"), settings.replace("WEFT_SECRET_KEY=", `WEFT_SECRET_KEY=${journey.secretKey}`));
  await using development = await startNext({ command: "dev", app, modules: app });
  const page = await fetch(development.url);
  expect(new URL(page.url).pathname).toBe("/sign-in");
  expect(await page.text()).toContain("Ada Moreau");
  // Copying Next.js takes longest.
}, 600_000);
