import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { exports } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
  exports: Record<string, string>;
};

test.each([
  "./errors",
  "./limits",
  "./room-limits",
  "./internal/form-rules",
  "./internal/team-name",
  "./internal/usage-meters",
])("%s is loaded without a package beside it: pages and threads of the database import it", async (name) => {
  const files = await loadedWith(join(root, exports[name]!));
  const imported = [...files.values()].flat();
  expect(imported.filter((target) => !target.startsWith("."))).toEqual([]);
});

test.each(Object.entries(exports))("%s is there", async (_, file) => {
  await expect(import(join(root, file))).resolves.toBeDefined();
});

/** The files that are loaded with this one, and what each of them imports; types are not loaded. */
async function loadedWith(file: string, files = new Map<string, string[]>()): Promise<Map<string, string[]>> {
  if (files.has(file)) return files;
  const source = await readFile(file, "utf8");
  const targets = [...source.matchAll(/^(?:import|export)\s(?!type\b)[^"=]*?"([^"]+)";$/gmu)].map(
    ([, target]) => target!,
  );
  files.set(file, targets);
  for (const target of targets) if (target.startsWith(".")) await loadedWith(join(dirname(file), target), files);
  return files;
}
