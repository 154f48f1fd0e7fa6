import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";
import { errors } from "./errors.ts";

const root = join(import.meta.dirname, "..");
const { exports } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
  exports: Record<string, string>;
};

test.each([
  "./codes",
  "./types",
  "./errors",
  "./limits",
  "./room-limits",
  "./ai/answer-parts",
  "./internal/form-rules",
  "./internal/team-name",
  "./internal/usage-meters",
])("[PR40] %s is loaded without a package beside it: pages and threads of the database import it", async (name) => {
  const files = await loadedWith(join(root, exports[name]!));
  const imported = [...files.values()].flat();
  expect(imported.filter((target) => !target.startsWith("."))).toEqual([]);
});

test.each([
  // What nothing at all takes.
  ["types", 20],
  ["codes", 5 * 1_024],
])("[PR41] all of @weft/protocol/%s is at most %i bytes with gzip, and has nothing of Node.js", async (door, most) => {
  const all = await bundle(`export * from "@weft/protocol/${door}";`, true);
  expect(all.imports).toEqual([]);
  expect(all.code).not.toMatch(/\b(Buffer|process|require)\b[.(]/);
  expect(all.gzip).toBeLessThanOrEqual(most);
});

test("[PR41] of the codes, a browser loads those that it uses", async () => {
  const { code, gzip } = await bundle(
    `export { ClientMessageType, OpType, ServerMessageType } from "@weft/protocol/codes";`,
  );
  expect(code).not.toContain(errors.ROOM_NOT_FOUND.message);
  expect(gzip).toBeLessThanOrEqual(600);
});

test("[PR42] the whole package is loaded no further than it is used", async () => {
  const { files } = await bundle(`export { OpType } from "@weft/protocol";`);
  expect(files.filter((file) => file.includes("zod"))).toEqual([]);
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
