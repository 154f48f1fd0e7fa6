/**
 * How much JavaScript each page loads at first, compressed with brotli: pages of the documentation, other prerendered
 * pages, and the screens that are drawn in the browser each have their limit. A screen of the dashboard is also held to
 * a number of files, since each is a request.
 *
 *   node scripts/size.ts [--max 130] [--max-others 140] [--max-first 195] [--max-screen 290] [--max-files 15]
 */
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";

const { values } = parseArgs({
  options: {
    max: { type: "string", default: "130" },
    "max-others": { type: "string", default: "140" },
    "max-first": { type: "string", default: "195" },
    "max-screen": { type: "string", default: "290" },
    "max-files": { type: "string", default: "15" },
  },
});
const client = fileURLToPath(new URL("../build/client/", import.meta.url));
const sizes = new Map<string, number>();

const pages: { page: string; kilobytes: number }[] = [];
for (const file of await readdir(client, { recursive: true }))
  if (file.endsWith(".html")) pages.push({ page: file, kilobytes: await kilobytesOf(await scriptsIn(file)) });
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

// Where users arrive: their projects, and the rooms of one.
const firstScreens: ReadonlySet<string> = new Set([
  "/dashboard/:teamId",
  "/dashboard/:teamId/projects/:projectId/rooms",
]);
const shell = await scriptsIn("__spa-fallback.html");
const routes = JSON.parse(await readFile(join(client, "preloads.json"), "utf8")) as Record<string, readonly string[]>;
const screens = await Promise.all(
  Object.entries(routes).map(async ([page, scripts]) => {
    const all = new Set([...shell, ...scripts]);
    return { page, files: all.size, kilobytes: await kilobytesOf(all) };
  }),
);
screens.sort((a, b) => b.kilobytes - a.kilobytes);
for (const { page, files, kilobytes } of screens.slice(0, 5))
  console.log(`${kilobytes.toFixed(1).padStart(7)} KB  ${page}, ${files} files`);
hold(
  "the first screens",
  screens.find(({ page }) => firstScreens.has(page)),
  Number(values["max-first"]),
);
hold("the other screens", screens[0], Number(values["max-screen"]));
const mostFiles = screens.toSorted((a, b) => b.files - a.files)[0];
if (mostFiles === undefined || mostFiles.files > Number(values["max-files"])) {
  console.error(
    `${mostFiles?.page ?? "No screen"} loads ${mostFiles?.files ?? 0} files; ${values["max-files"]} is the limit.`,
  );
  process.exitCode = 1;
}

/** Holds the heaviest page of its kind to a limit. */
function hold(what: string, heaviest: { page: string; kilobytes: number } | undefined, most: number): void {
  if (heaviest !== undefined && heaviest.kilobytes <= most) return;
  const found =
    heaviest === undefined ? "There is no page" : `${heaviest.page} loads ${heaviest.kilobytes.toFixed(1)} KB`;
  console.error(`${found} of JavaScript in ${what}; ${most} KB is the limit.`);
  process.exitCode = 1;
}

/** Module preloads and entry imports together: what the browser fetches before the page is alive. */
async function scriptsIn(page: string): Promise<Set<string>> {
  const html = await readFile(join(client, page), "utf8");
  return new Set(
    [...html.matchAll(/(?:href|src|from|import)[=\s(]*["'](\/assets\/[^"']+\.js)["']/gu)].map(([, path]) => path ?? ""),
  );
}

async function kilobytesOf(scripts: ReadonlySet<string>): Promise<number> {
  let bytes = 0;
  for (const script of scripts) bytes += await sizeOf(script);
  return bytes / 1024;
}

async function sizeOf(path: string): Promise<number> {
  let size = sizes.get(path);
  if (size === undefined) {
    // The build has compressed all but the smallest.
    const twin = await stat(`${join(client, path)}.br`).catch(() => undefined);
    size = twin?.size ?? brotliCompressSync(await readFile(join(client, path))).length;
    sizes.set(path, size);
  }
  return size;
}
