import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../", import.meta.url));

test("[SL20] the package loads the client, Solid and nothing else", async () => {
  const { later, ...atOnce } = await bundle(`export * from "@weft/solid";`, true);
  const loaded = [...atOnce.files, ...later.files].map((file) => relative(packages, file));
  expect(loaded.filter((file) => !/^(solid|client|crdt|protocol)\/src\/|rolldown\/runtime/.test(file))).toEqual([]);
  expect([...new Set([...atOnce.imports, ...later.imports])].toSorted()).toEqual(["solid-js", "solid-js/store"]);
  expect(atOnce.code).not.toMatch(/\b(Buffer|process|require)\b[.(]/);
});

test("[SL21] it adds at most 3 KiB with gzip to the client with what bindings share", async () => {
  const shared = `export * from "@weft/client/framework"; export { createClient, shallow } from "@weft/client";`;
  const [without, all] = await Promise.all([bundle(shared), bundle(`${shared} export * from "@weft/solid";`)]);
  console.log(`@weft/solid adds ${all.gzip - without.gzip} bytes.`);
  expect(all.gzip - without.gzip).toBeLessThanOrEqual(3 * 1_024);
});
