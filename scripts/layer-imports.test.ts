import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isAllowed, ownPackage } from "./layer-imports.ts";

const layers = JSON.parse(await readFile(new URL("../layers.json", import.meta.url), "utf8")) as Record<
  string,
  { readonly imports: readonly string[] }
>;

test.each([
  ["@weft/protocol/codes", true],
  ["@weft/protocol/types", true],
  ["@weft/crdt/shared", true],
  ["@weft/protocol", false],
  ["@weft/protocol/errors", false],
  ["@weft/protocol/codes/more", false],
  ["@weft/crdt", false],
  ["@weft/room", false],
  ["@weft/collab", false],
  ["@weft/store", false],
])("may a client import %s? %s", (target, allowed) => {
  expect(isAllowed(ownPackage(target)!, layers["packages/client"]!.imports)).toBe(allowed);
});

test("a layer that may import a package may import all its entry points", () => {
  expect(isAllowed("protocol/codes", ["protocol"])).toBe(true);
  expect(isAllowed("protocols", ["protocol"])).toBe(false);
});

test("a third-party package is not on the map", () => {
  expect(ownPackage("zod")).toBeUndefined();
  expect(ownPackage("./weft/protocol.ts")).toBeUndefined();
});

const doors = Object.entries(layers).flatMap(([layer, { imports }]) =>
  imports.filter((name) => name.includes("/")).map((door) => [layer, door] as const),
);
test.each(doors)("%s may import %s, which is an entry point", async (_, door) => {
  const [name, ...rest] = door.split("/");
  const manifest = new URL(`../packages/${name}/package.json`, import.meta.url);
  const { exports } = JSON.parse(await readFile(manifest, "utf8")) as { exports: Record<string, string> };
  expect(exports).toHaveProperty([`./${rest.join("/")}`]);
});
