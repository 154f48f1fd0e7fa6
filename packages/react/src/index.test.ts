import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const KiB = 1_024;

test("[RE60] the package loads the client, React and nothing else, and its entries are for browsers", async () => {
  for (const entry of ["index.ts", "suspense.ts"]) {
    const name = entry === "index.ts" ? "@weft/react" : "@weft/react/suspense";
    const { later, ...atOnce } = await bundle(`export * from "${name}";`, true);
    const loaded = [...atOnce.files, ...later.files].map((file) => relative(packages, file));
    expect(loaded.filter((file) => !/^(react|client|crdt|protocol)\/src\/|rolldown\/runtime/.test(file))).toEqual([]);
    expect([...new Set([...atOnce.imports, ...later.imports])]).toEqual(["react"]);
    expect(atOnce.code).not.toMatch(/\b(Buffer|process|require)\b[.(]/);
    expect(readFileSync(new URL(entry, import.meta.url), "utf8")).toMatch(/^"use client";\n/);
  }
});

test("[RE61] each entry adds at most 9 KiB with gzip to the client", async () => {
  const names = "createClient, isNotificationChannelEnabled, nanoid, shallow";
  const client = await bundle(`export { ${names} } from "@weft/client";`);
  for (const entry of ["@weft/react", "@weft/react/suspense"]) {
    const all = await bundle(`export * from "${entry}"; export { createClient, nanoid } from "@weft/client";`);
    console.log(`${entry} adds ${all.gzip - client.gzip} bytes.`);
    expect(all.gzip - client.gzip).toBeLessThanOrEqual(9 * KiB);
  }
});
