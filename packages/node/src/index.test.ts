import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";
import * as entry from "./index.ts";

const packages = fileURLToPath(new URL("../../", import.meta.url));

test("[ND50] the client for back ends loads no schema, no tree of the server, of other packages only hashes, and no module of Node.js", async () => {
  const { files, imports, code } = await bundle(`export * from "@weft/node";`, true);
  const loaded = files.map((file) => relative(packages, file));
  const known = /^(node|client|crdt|protocol)\/src\/|\/node_modules\/@noble\/hashes\//;
  expect(loaded.filter((file) => !known.test(file))).toEqual([]);
  expect(loaded).toContain("node/src/weft.ts");
  expect(loaded).not.toContain("crdt/src/tree.ts");
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/\bBuffer\b/);
});

test("[ND51] a process can load the package as it is", () => {
  expect(entry.Liveblocks).toBe(entry.Weft);
  expect(entry.LiveblocksError).toBe(entry.WeftError);
});
