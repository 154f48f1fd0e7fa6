import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

/** Imports and re-exports of values. */
const imports = /^(?:import|export)\s(?!type\b)(?:(\{[^}]*\}|\*(?: as \w+)?|\w+)\sfrom\s)?"([^"\n]+)";$/gmu;
const packages = join(import.meta.dirname, "..", "..", "..");

/** Each thread of the database is a heap of its own, so that all that it loads is paid for once more. */
test.each([
  // Migrations are written with it.
  ["writer.ts", ["kysely"]],
  ["reader.ts", []],
])("the thread of %s loads no schema", async (name, besides) => {
  const loaded = await loadedWith(join(import.meta.dirname, name));
  const named = [...loaded].filter((target) => !target.startsWith("/"));
  expect(named.filter((target) => !target.startsWith("node:"))).toEqual(besides);
  expect([...loaded].filter((file) => file.includes("/protocol/")).map((file) => file.slice(packages.length))).toEqual([
    "/protocol/src/errors.ts",
    "/protocol/src/socket/close-code.ts",
  ]);
});

/** The files that are loaded with this one, and the packages that they import; types are not loaded. */
async function loadedWith(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  if (!existsSync(file)) return found;
  const source = await readFile(file, "utf8");
  for (const [, names, target] of source.matchAll(imports)) {
    const onlyTypes = /^\{(\s*type\s[^,}]+,?)+\s*\}$/u.test(names ?? "");
    if (!onlyTypes) await loadedWith(await locate(target!, file), found);
  }
  return found;
}

async function locate(target: string, from: string): Promise<string> {
  if (target.startsWith(".")) return resolve(dirname(from), target);
  const [, name, door = ""] = /^@weft\/([^/]+)(\/.+)?$/u.exec(target) ?? [];
  if (name === undefined) return target;
  const described = await readFile(join(packages, name, "package.json"), "utf8");
  const { exports } = JSON.parse(described) as { exports: Record<string, string> };
  return join(packages, name, exports[`.${door}`]!);
}
