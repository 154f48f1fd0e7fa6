import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../", import.meta.url));

test("[VU20] the package loads the client, Vue and nothing else", async () => {
  const { later, ...atOnce } = await bundle(`export * from "@weft/vue";`, true);
  const loaded = [...atOnce.files, ...later.files].map((file) => relative(packages, file));
  expect(loaded.filter((file) => !/^(vue|client|crdt|protocol)\/src\/|rolldown\/runtime/.test(file))).toEqual([]);
  expect([...new Set([...atOnce.imports, ...later.imports])]).toEqual(["vue"]);
  expect(atOnce.code).not.toMatch(/\b(Buffer|process|require)\b[.(]/);
});

test("[VU21] it adds at most 3 KiB with gzip to the client with what bindings share", async () => {
  const shared = `export * from "@weft/client/framework"; export { createClient, shallow } from "@weft/client";`;
  const [without, all] = await Promise.all([bundle(shared), bundle(`${shared} export * from "@weft/vue";`)]);
  console.log(`@weft/vue adds ${all.gzip - without.gzip} bytes.`);
  expect(all.gzip - without.gzip).toBeLessThanOrEqual(3 * 1_024);
});
