/** The server's worker threads, for the scripts that bundle them. */
import { globSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { root } from "./sources.ts";

/** How the sources start a worker. */
const workerStart = /new Worker\(\s*new URL\("(\.[^"]+)\.ts", import\.meta\.url\)/gu;

/** Modules in which a worker may be started, for the filter of a bundler's plugin. */
export const startsWorkers = { id: /packages\/[^/]+\/src\/.*\.ts$/u, code: "new Worker(" };

export const packages: readonly string[] = globSync("packages/*/src", {
  cwd: root,
  exclude: (name) => name === "testkit",
}).map((folder) => join(root, folder));

/** The entry of each worker, by the name of its bundle. */
export async function findWorkers(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const folder of packages) {
    for (const path of globSync("**/*.ts", { cwd: folder, exclude: (name) => name.endsWith(".test.ts") })) {
      const file = join(folder, path);
      for (const [, worker] of (await readFile(file, "utf8")).matchAll(workerStart)) {
        const name = basename(worker!);
        if (found[name] !== undefined) throw new Error(`Two workers are called ${name}.ts; rename one.`);
        found[name] = join(dirname(file), `${worker}.ts`);
      }
    }
  }
  return found;
}

/** The code, with each worker started from its bundle at `<base>/<name>.js`. `base` is an expression. */
export function withBundledWorkers(code: string, base: string): string {
  return code.replaceAll(workerStart, (_all, path: string) => `new Worker(new URL("./${basename(path)}.js", ${base})`);
}

/** Copies the files that workers read into the folder of their bundles: the character maps of PDFs. */
export async function copyDataOfWorkers(folder: string): Promise<void> {
  await cp(join(root, "packages", "server", "src", "extraction", "cmaps"), join(folder, "cmaps"), { recursive: true });
}
