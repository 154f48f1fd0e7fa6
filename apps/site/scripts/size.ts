/**
 * How much JavaScript each prerendered page loads at first, compressed with brotli. Pages of the documentation are held
 * to the limit, and the others to one of their own.
 *
 *   node scripts/size.ts [--max 130] [--max-others 140]
 */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";

const { values } = parseArgs({
  options: { max: { type: "string", default: "130" }, "max-others": { type: "string", default: "140" } },
});
const client = fileURLToPath(new URL("../build/client/", import.meta.url));
const sizes = new Map<string, number>();

const pages: { page: string; kilobytes: number }[] = [];
for (const file of await readdir(client, { recursive: true }))
  if (file.endsWith(".html")) pages.push({ page: file, kilobytes: await firstLoad(file) });
pages.sort((a, b) => b.kilobytes - a.kilobytes);

for (const { page, kilobytes } of pages.slice(0, 20)) console.log(`${kilobytes.toFixed(1).padStart(7)} KB  ${page}`);
if (pages.length > 20) console.log(`        and ${pages.length - 20} smaller ones`);
const isOfDocs = ({ page }: { page: string }) => page.startsWith("docs/");
hold("the documentation", pages.find(isOfDocs), Number(values.max));
hold(
  "the other pages",
  pages.find((page) => !isOfDocs(page)),
  Number(values["max-others"]),
);

/** Holds the heaviest page of its kind to a limit. */
function hold(what: string, heaviest: { page: string; kilobytes: number } | undefined, most: number): void {
  if (heaviest !== undefined && heaviest.kilobytes <= most) return;
  const found =
    heaviest === undefined ? "There is no page" : `${heaviest.page} loads ${heaviest.kilobytes.toFixed(1)} KB`;
  console.error(`${found} of JavaScript in ${what}; ${most} KB is the limit.`);
  process.exitCode = 1;
}

/** Module preloads and entry imports together: what the browser fetches before the page is alive. */
async function firstLoad(page: string): Promise<number> {
  const html = await readFile(join(client, page), "utf8");
  const scripts = new Set(
    [...html.matchAll(/(?:href|src|from|import)[=\s(]*["'](\/assets\/[^"']+\.js)["']/gu)].map(([, path]) => path ?? ""),
  );
  let bytes = 0;
  for (const script of scripts) bytes += await sizeOf(script);
  return bytes / 1024;
}

async function sizeOf(path: string): Promise<number> {
  let size = sizes.get(path);
  if (size === undefined) {
    const source = await readFile(join(client, path));
    size = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    sizes.set(path, size);
  }
  return size;
}
