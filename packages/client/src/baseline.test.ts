import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const browserPackages = [
  "client",
  "react",
  "react-ui",
  "yjs",
  "zustand",
  "redux",
  "vue",
  "svelte",
  "solid",
  "devtools",
  "react-tiptap",
  "react-blocknote",
  "react-lexical",
];

/** What Safari 16.4, Chrome 110 and Firefox 115 have of the language. Two methods of strings are older than the rest of their year. */
const lib = ["es2023", "es2024.string", "dom", "dom.iterable"];

/** Interfaces of browsers that are younger, as the compiler knows one edition of them. */
const younger =
  /\b(AbortSignal\.any|URL\.(canParse|parse)\b|requestIdleCallback|cancelIdleCallback|scheduler\.(yield|postTask)|import\.meta\.resolve|EditContext|CloseWatcher|Temporal\.|startViewTransition|fetchLater)/;

async function entriesOf(
  name: string,
): Promise<{ readonly ids: readonly string[]; readonly files: readonly string[] }> {
  const text = await readFile(join(root, "packages", name, "package.json"), "utf8");
  const { exports } = JSON.parse(text) as { readonly exports: Readonly<Record<string, string>> };
  const entries = Object.entries(exports).filter(([entry]) => !entry.endsWith(".css"));
  return {
    ids: entries.map(([entry]) => `@weft/${name}${entry.slice(1)}`),
    files: entries.map(([, file]) => join(root, "packages", name, file)),
  };
}

test("[CS42] code for browsers uses nothing of the language that is younger than they are", async () => {
  const files = (await Promise.all(browserPackages.map(entriesOf))).flatMap((entries) => entries.files);
  // In a folder of the repository, where types of other packages are found.
  const folder = await mkdtemp(join(root, "node_modules", ".baseline-"));
  try {
    const compilerOptions = { lib, types: [], jsx: "react-jsx" };
    const described = { extends: join(root, "tsconfig.base.json"), compilerOptions, files };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(described));
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).catch(
      (error: { readonly stdout: string }) => error,
    );
    expect(stdout).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);

test.each(browserPackages)("[CS42] @weft/%s calls nothing of browsers that is younger than they are", async (name) => {
  const { ids } = await entriesOf(name);
  const { later, ...atOnce } = await bundle(ids.map((id) => `export * from "${id}";`).join("\n"), true);
  expect(younger.exec(atOnce.code + later.code)?.[0]).toBeUndefined();
});
