/**
 * `npm run test:packages`: installs the packed packages of the client family in empty folders, and uses them there as applications do:
 * types without `skipLibCheck`, scripts in Node.js, pages that Vite and Next.js build and that two people open in a browser, with
 * React 19 and 18, Vue and Svelte, and what publint and "Are the types wrong?" say of each package. It needs a registry for React,
 * Next.js and the others.
 *
 *   node scripts/try-packages.ts [--only=<part of a name>]
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { filterProblems } from "@arethetypeswrong/core/problems";
import { startOneServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { openBrowser } from "@weft/testkit/browser";
import { startNext } from "@weft/testkit/start-next";
import type { Browser } from "playwright-core";
import { publint } from "publint";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { build, preview } from "vite";
import type { PluginOption } from "vite";
import { buildPackages, unpacked } from "./build-packages.ts";
import { published } from "./published-packages.ts";
import { checkSizes } from "./packed-sizes.ts";
import { sveltePage, vuePage } from "./packed-framework-pages.ts";
import * as pages from "./packed-pages.ts";
import { visitByTwo } from "./two-people.ts";
import { runCommand } from "./run-command.ts";
import { root } from "./sources.ts";

const { only = "" } = parseArgs({ options: { only: { type: "string" } } }).values;
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

let passed = 0;
const failures: string[] = [];

/** Answers whether it passed. Installations are always made. */
async function check(name: string, attempt: () => Promise<void>): Promise<boolean> {
  if (!name.includes(only) && !name.startsWith("installation")) return true;
  const startedAt = performance.now();
  try {
    await attempt();
    passed += 1;
    console.log(`ok   ${name} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    console.log(`FAIL ${name}\n${told}`);
    failures.push(`packages: ${name}\n${told.slice(0, 1_500)}`);
    return false;
  }
}

async function run(command: string, args: readonly string[], folder: string): Promise<string> {
  const { code, output } = await runCommand(command, args, folder);
  if (code !== 0) throw new Error(output);
  return output;
}

const tarball = (name: string) => join(root, "artifacts", "packages", `${name}.tgz`);

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

async function install(folder: string, packages: readonly string[], others: readonly string[]): Promise<void> {
  // Next.js brings a library for images, which nothing here needs.
  const overrides = { sharp: "npm:empty-npm-package@1.0.0" };
  const manifest = JSON.stringify({ name: "try", private: true, type: "module", overrides });
  await write(folder, { "package.json": manifest });
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
  await run("npm", ["install", ...options, ...packages.map(tarball), ...others], folder);
  const installed = await readdir(join(folder, "node_modules"));
  if (installed.some((name) => name.includes("liveblocks"))) throw new Error("Something of @liveblocks was installed.");
}

/** Compiles these files to `out`, without `skipLibCheck`. */
async function compile(folder: string, module: string, moduleResolution: string, files: readonly string[]) {
  const compilerOptions = {
    module,
    moduleResolution,
    target: "es2024",
    lib: ["es2024", "esnext", "dom"],
    jsx: "react-jsx",
    strict: true,
    outDir: "out",
    types: ["node"],
  };
  await write(folder, { "tsconfig.json": JSON.stringify({ compilerOptions, files }) });
  const tsc = join(root, "node_modules", "typescript", "lib", "tsc.js");
  await run(process.execPath, [tsc, "-p", "."], folder);
}

const resolutions = [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
] as const;

const pageFiles = {
  "types.ts": pages.types,
  "board.tsx": pages.board,
  "app.tsx": pages.app,
  "browser.tsx": pages.inBrowser,
  "server.tsx": pages.onServer,
  "hydrated.tsx": pages.hydrated,
};

interface Opened {
  readonly server: TestServer;
  readonly browser: Browser;
}

interface Page {
  readonly script: string;
  readonly room: string;
  readonly mode?: "production" | "development";
  /** What a server has rendered. */
  readonly rendered?: string;
  readonly plugins?: readonly PluginOption[];
  readonly hasComments?: boolean;
}

/** Builds the page that runs this script, and lets two people use it. */
async function tryVite(
  { server, browser }: Opened,
  folder: string,
  { script, room, mode = "production", rendered, plugins = [], hasComments = true }: Page,
): Promise<void> {
  const outDir = join(folder, `dist-${room}`);
  await write(folder, { "index.html": pages.html(`./${script}`) });
  await build({
    root: folder,
    configFile: false,
    mode,
    logLevel: "error",
    plugins: [...plugins],
    // In development, React mounts what is in `StrictMode` twice.
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    build: { outDir, emptyOutDir: true },
  });
  if (rendered !== undefined) {
    const page = await readFile(join(outDir, "index.html"), "utf8");
    await write(outDir, { "index.html": page.replace("<!--html-->", () => rendered.trim()) });
  }
  const served = await preview({
    root: folder,
    configFile: false,
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0 },
  });
  try {
    const url = new URL(served.resolvedUrls!.local[0]!);
    url.search = new URLSearchParams({ baseUrl: server.url, publicApiKey: server.publicKey, room }).toString();
    await visitByTwo(browser, url.href, hasComments);
  } finally {
    await served.close();
  }
}

/** A page that a server has rendered, in `StrictMode`. */
async function tryHydration(opened: Opened, folder: string, room: string): Promise<void> {
  const { url, publicKey } = opened.server;
  const rendered = await run(process.execPath, [join("out", "server.js"), url, publicKey, room], folder);
  if (!rendered.includes("Here: ") || !rendered.includes("Loading")) throw new Error(`The server sent ${rendered}`);
  await tryVite(opened, folder, { script: "hydrated.tsx", room, mode: "development", rendered });
}

async function tryNext({ server, browser }: Opened, modules: string): Promise<void> {
  const folder = join(modules, "next");
  await write(folder, { "next.config.mjs": pages.nextConfig, "package.json": `{ "private": true, "type": "module" }` });
  await write(join(folder, "app"), {
    "layout.jsx": pages.nextLayout,
    "page.jsx": pages.nextPage,
    "board.jsx": pages.board,
  });
  const next = join(modules, "node_modules", "next", "dist", "bin", "next");
  await run(process.execPath, [next, "build"], folder);
  const { url: WEFT_URL, secretKey: WEFT_SECRET_KEY, publicKey: WEFT_PUBLIC_KEY } = server;
  const env = { NODE_ENV: "production", WEFT_URL, WEFT_SECRET_KEY, WEFT_PUBLIC_KEY };
  await using served = await startNext({ command: "start", app: folder, modules, env });
  const rendered = await (await fetch(served.url)).text();
  if (!rendered.includes("<li>from the server</li>")) throw new Error(`The server sent ${rendered}`);
  await visitByTwo(browser, served.url, true);
}

async function tryTypes(name: string): Promise<void> {
  const packed = createPackageFromTarballData(await readFile(tarball(name)));
  const analysis = await checkPackage(packed);
  if (analysis.types === false) throw new Error("The package has no types.");
  // The packages are ES modules: others load them by `import`, or by `require` where Node.js can.
  const problems = (["node16-esm", "bundler"] as const).flatMap((resolutionKind) =>
    filterProblems(analysis, { resolutionKind }),
  );
  if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 2));
}

async function tryManifest(folder: string, name: string): Promise<void> {
  const { messages } = await publint({ pkgDir: join(folder, "node_modules", "@weft", name), strict: true });
  const faults = messages.filter(({ type }) => type !== "suggestion");
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
}

async function versionInRepository(name: string): Promise<string> {
  const manifest = await readFile(join(root, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** All packages, with React 19, Vite and Next.js. */
async function tryAll(opened: Opened, folder: string): Promise<void> {
  const next = await versionInRepository("next");
  const react = ["react@19", "react-dom@19", "@types/react@19", "@types/react-dom@19"];
  const others = [...react, `next@${next}`, "yjs@13", "zustand@5", "redux@5", "@types/node@24"];
  if (!(await check("installation in an empty folder", () => install(folder, published, others)))) return;
  // Each declares the types of its application, so that they are compiled one by one.
  const every = join(folder, "every-package");
  const everyFile = { "page.tsx": pages.everyPackage, "styles.ts": pages.everyStyleSheet };
  await write(every, { "package.json": `{ "type": "module" }`, ...everyFile });
  await write(folder, { ...pageFiles, "back-end.ts": pages.backEnd });
  for (const [module, resolution] of resolutions)
    await check(`types, resolved as ${resolution} does`, async () => {
      await compile(every, module, resolution, Object.keys(everyFile));
      if (resolution === "bundler")
        await compile(folder, module, resolution, [...Object.keys(pageFiles), "back-end.ts"]);
    });
  await check("a script in Node.js, with a server in memory", async () => {
    const printed = await run(process.execPath, [join("out", "page.js")], every);
    if (printed.trim() !== '[{"items":["a","b"]},null,1,"ClientError"]') throw new Error(`It printed ${printed}`);
  });
  await check("a script in Node.js, connected to a server", async () => {
    const { url, publicKey, secretKey } = opened.server;
    const printed = await run(process.execPath, [join("out", "back-end.js"), url, publicKey, secretKey], folder);
    if (printed.trim() !== '{"items":["from Node.js"]}') throw new Error(`It printed ${printed}`);
  });
  await check("documents and emails in Node.js", () => tryDocuments(opened, folder));
  await check("a page of Vite, open to two people", () =>
    tryVite(opened, folder, { script: "browser.tsx", room: "vite" }),
  );
  await check("hydration in StrictMode with React 19", () => tryHydration(opened, folder, "react-19"));
  await check(`a page of Next.js ${next}, open to two people`, () => tryNext(opened, folder));
  for (const name of published) await check(`publint of @weft/${name}`, () => tryManifest(folder, name));
}

/** Documents of both kinds and emails, from a folder that has no page. */
async function tryDocuments({ server }: Opened, modules: string): Promise<void> {
  const folder = join(modules, "documents");
  await write(folder, { "package.json": `{ "type": "module" }`, "documents.ts": pages.documents });
  for (const [module, resolution] of resolutions) await compile(folder, module, resolution, ["documents.ts"]);
  const printed = await run(process.execPath, [join("out", "documents.js"), server.url, server.secretKey], folder);
  const expected = ["<h1>Plan</h1><p>We <strong>ship</strong></p># Plan\n\nWe **ship**", "Agenda", null];
  // On a line before it may be what Yjs warns of.
  const last = printed.trim().split("\n").at(-1) ?? "";
  if (last !== JSON.stringify(expected)) throw new Error(`It printed ${printed}`);
}

async function tryReact18(opened: Opened, folder: string): Promise<void> {
  const others = ["react@18.3", "react-dom@18.3", "@types/react@18", "@types/react-dom@18", "@types/node@24"];
  if (!(await check("installation with React 18.3", () => install(folder, ["client", "react", "react-ui"], others))))
    return;
  await write(folder, pageFiles);
  await check("types with React 18.3", () => compile(folder, ...resolutions[1], Object.keys(pageFiles)));
  await check("hydration in StrictMode with React 18.3", () => tryHydration(opened, folder, "react-18"));
}

/** A framework of which there is a binding: its page is built with the plugin and the version that this repository has. */
async function tryFramework(
  opened: Opened,
  folder: string,
  name: "vue" | "svelte",
  files: Readonly<Record<string, string>>,
  plugins: readonly PluginOption[],
): Promise<void> {
  const others = [`${name}@${await versionInRepository(name)}`];
  if (!(await check(`installation with ${name}`, () => install(folder, ["client", name], others)))) return;
  await write(folder, files);
  await check(`a page of Vite with ${name}, open to two people`, () =>
    tryVite(opened, folder, { script: "main.js", room: name, plugins, hasComments: false }),
  );
}

await buildPackages(false);
const folder = await mkdtemp(join(tmpdir(), "weft-packages-"));
try {
  await using server = await startOneServer();
  await using browser = await openBrowser();
  const opened = { server, browser };
  await tryAll(opened, join(folder, "react-19"));
  await tryReact18(opened, join(folder, "react-18"));
  await tryFramework(opened, join(folder, "vue"), "vue", vuePage, [vue()]);
  await tryFramework(opened, join(folder, "svelte"), "svelte", sveltePage, [svelte({ configFile: false })]);
  await check("sizes of packed code", async () => console.log(`     ${await checkSizes(unpacked)}`));
  for (const name of published)
    await check(`types of @weft/${name} as every resolution finds them`, () => tryTypes(name));
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
