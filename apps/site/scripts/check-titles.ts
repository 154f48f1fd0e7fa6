/**
 * Checks the titles of the built site: every page has one that no other page has.
 *
 *   node scripts/check-titles.ts
 */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const client = fileURLToPath(new URL("../build/client/", import.meta.url));
const pages = new Map<string, string[]>();

for (const file of await readdir(client, { recursive: true })) {
  if (!file.endsWith("index.html")) continue;
  const html = await readFile(join(client, file), "utf8");
  // An address that moved has no page of its own.
  if (html.includes('http-equiv="refresh"')) continue;
  const title = /<title>([^<]*)<\/title>/u.exec(html)?.[1] ?? "";
  // The variants of an example are one page at several addresses.
  const canonical = file.replace(/^(examples\/[^/]+)\/[^/]+\/index\.html$/u, "$1/index.html");
  const same = pages.get(title) ?? [];
  if (!same.includes(canonical)) pages.set(title, [...same, canonical]);
}

const faults = [...pages].filter(([title, files]) => title === "" || files.length > 1);
for (const [title, files] of faults) console.error(`"${title}" is the title of ${files.join(", ")}.`);
console.log(`${pages.size} titles, ${faults.length} faults.`);
if (faults.length > 0) process.exitCode = 1;
