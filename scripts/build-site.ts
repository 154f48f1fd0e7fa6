/**
 * Builds the site into `apps/site/build/client` when one of its sources changed, and makes what the server needs beside
 * it: `csp.json`, the hashes of each page's inline scripts, and compressed twins of what is sent often.
 *
 *   node scripts/build-site.ts [--force]
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { runCommand } from "./run-command.ts";
import { filesOf, fingerprint, root } from "./sources.ts";

const site = join(root, "apps", "site");
const client = join(site, "build", "client");
const stamp = join(client, ".sources");
const compressed = promisify(brotliCompress);

const sources = await fingerprint([
  site,
  join(root, "packages", "protocol"),
  join(root, "packages", "server", "src", "config.ts"),
  join(root, "examples"),
  join(root, "package-lock.json"),
]);
if (!process.argv.includes("--force") && (await readFile(stamp, "utf8").catch(() => "")) === sources)
  console.log("site           up to date");
else await build();

async function build(): Promise<void> {
  const startedAt = performance.now();
  let { code, output } = await runCommand("npm", ["run", "build"], site);
  // A page has ten seconds to be drawn, which a busy machine may not give it; what is wrong with a page stays wrong.
  if (code !== 0) ({ code, output } = await runCommand("npm", ["run", "build"], site));
  if (code !== 0) {
    console.error(output);
    console.error(`The site could not be built: "npm run build" in apps/site ended with code ${code}.`);
    process.exitCode = 1;
    return;
  }
  const files = await filesOf(client);
  const faults = await describePages(files.filter((file) => file.endsWith(".html")));
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault);
    console.error("The site could not be built: the pages above have no content of their own.");
    process.exitCode = 1;
    return;
  }
  await compressAll(files);
  await writeFile(stamp, sources);
  console.log(`site           built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Hashes the inline scripts of every page; answers the pages whose HTML has no heading to read without JavaScript. */
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

/** Assets are compressed as far as it goes, once; pages, of which there are many, nearly as far. */
async function compressAll(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!/\.(html|js|css|json|data|svg|md|txt|xml)$/u.test(file)) continue;
    const content = await readFile(file);
    if (content.length < 1_024) continue;
    const quality = /\.(js|css)$/u.test(file) ? constants.BROTLI_MAX_QUALITY : 6;
    await writeFile(`${file}.br`, await compressed(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  }
}
