/**
 * Builds the site into `apps/site/build/client` when one of its sources changed, and makes what the server needs beside
 * it: `csp.json`, the hashes of each page's inline scripts, `preloads.json`, the scripts of each app route, and compressed
 * twins of what is sent often.
 *
 *   node scripts/build-site.ts [--force]
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compressAll } from "./compress.ts";
import { addressStandIn } from "@weft/server/site-page";
import { withProgress } from "./progress.ts";
import { runCommand } from "./run-command.ts";
import { routeScripts } from "./route-scripts.ts";
import { filesOf, fingerprint, root } from "./sources.ts";

const site = join(root, "apps", "site");
const client = join(site, "build", "client");
const stamp = join(client, ".sources");

const sources = await fingerprint([
  site,
  join(root, "packages", "protocol"),
  join(root, "packages", "server", "src", "config.ts"),
  join(root, "examples"),
  join(root, "package-lock.json"),
]);
if (!process.argv.includes("--force") && (await readFile(stamp, "utf8").catch(() => "")) === sources)
  console.log("site                 up to date");
else await withProgress("site", build);

async function build(): Promise<boolean> {
  let { code, output } = await runCommand("npm", ["run", "build"], site);
  // A page has ten seconds to render, which can be too short on a busy machine. A real fault occurs again.
  if (code !== 0) ({ code, output } = await runCommand("npm", ["run", "build"], site));
  if (code !== 0) {
    console.error(output);
    console.error(`The site could not be built: "npm run build" in apps/site ended with code ${code}.`);
    process.exitCode = 1;
    return false;
  }
  const files = await filesOf(client);
  for (const file of files.filter((path) => path.endsWith(`${sep}index.html`))) await addAddresses(file);
  await leaveOutHeadingFont(join(client, "__spa-fallback.html"));
  const faults = await describePages(files.filter((file) => file.endsWith(".html")));
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault);
    console.error("The site could not be built: the pages above have no content of their own.");
    process.exitCode = 1;
    return false;
  }
  await writeFile(join(client, "preloads.json"), JSON.stringify(await routeScripts(client)));
  await compressAll(files);
  await writeFile(stamp, sources);
  return true;
}

/** Adds a page's metadata for search engines and previews: its canonical address and an image. */
async function addAddresses(file: string): Promise<void> {
  const html = await readFile(file, "utf8");
  if (/<meta name="robots" content="noindex"/u.test(html) || html.includes('http-equiv="refresh"')) return;
  const path = relative(client, file)
    .replaceAll(sep, "/")
    .replace(/\/?index\.html$/u, "");
  const address = `${addressStandIn}/${path}`;
  const tags = [
    `<link rel="canonical" href="${address}"/>`,
    `<meta property="og:url" content="${address}"/>`,
    `<meta property="og:site_name" content="Weft"/>`,
    `<meta property="og:image" content="${addressStandIn}/og.png"/>`,
    `<meta property="og:image:width" content="1200"/>`,
    `<meta property="og:image:height" content="630"/>`,
    `<meta name="twitter:card" content="summary_large_image"/>`,
  ];
  await writeFile(file, html.replace("</head>", `${tags.join("")}</head>`));
}

/**
 * The shell is the same for all pages that are drawn in it, and is built as the home page would be. It draws no heading, and
 * the dashboard does not use the font of headings.
 */
async function leaveOutHeadingFont(file: string): Promise<void> {
  const html = await readFile(file, "utf8");
  const lighter = html.replace(/<link rel="preload" href="[^"]*bricolage-grotesque[^"]*"[^>]*>/u, "");
  if (lighter === html) throw new Error(`There is no preloaded heading font in ${file}.`);
  await writeFile(file, lighter);
}

/** Hashes the inline scripts of every page. Returns the pages whose HTML has no heading without JavaScript. */
async function describePages(pages: readonly string[]): Promise<string[]> {
  const hashes: Record<string, string[]> = {};
  const faults: string[] = [];
  for (const file of pages) {
    const html = await readFile(file, "utf8");
    const address = `/${relative(client, file).replaceAll(sep, "/")}`;
    hashes[address] = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gu)].map(
      ([, text = ""]) => `sha256-${createHash("sha256").update(text).digest("base64")}`,
    );
    if (address === "/__spa-fallback.html" || html.includes('http-equiv="refresh"')) continue;
    const heading =
      /<h1[^>]*>([\s\S]*?)<\/h1>/u
        .exec(html)?.[1]
        ?.replaceAll(/<[^>]+>/gu, "")
        .trim() ?? "";
    const words = html
      .slice(html.indexOf("<main"), html.indexOf("</main>"))
      .replaceAll(/<[^>]+>/gu, " ")
      .split(/\s+/u).length;
    if (heading === "" || words < 12) faults.push(`${address}: heading "${heading}", ${words} words`);
  }
  await writeFile(join(client, "csp.json"), JSON.stringify(hashes));
  return faults;
}
