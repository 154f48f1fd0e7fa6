/**
 * Checks every link between pages of the built site: its page exists, and so does its anchor.
 *
 *   node scripts/check-links.ts [folder of the built site]
 */
import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";
import routes from "../app/routes.ts";

const client = process.argv[2] ?? fileURLToPath(new URL("../build/client/", import.meta.url));
// What the server answers by itself.
const answered = ["/v2/", "/play/", "/internal/", "/health"];
const files = new Set(
  (await readdir(client, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(client, join(entry.parentPath, entry.name))}`),
);
const pages = new Map<string, { ids: ReadonlySet<string>; links: readonly string[] }>();
for (const file of files) {
  if (!file.endsWith("/index.html")) continue;
  const html = (await readFile(join(client, file), "utf8")).replaceAll(/<script\b[\s\S]*?<\/script>/g, "");
  pages.set(addressOf(file), {
    ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decode(id!))),
    links: [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link]) => decode(link!)),
  });
}
// Drawn in the browser: any address of theirs is served by one file. What is prerendered must be there as a file.
const drawn = patternsOf(routes).filter((pattern) => pattern !== "/*" && !pattern.startsWith("/docs"));

const faults = new Map<string, string[]>();
for (const [page, { links }] of pages) {
  for (const link of new Set(links)) {
    const fault = faultOf(page, link);
    if (fault !== undefined) faults.set(`${link} ${fault}`, [...(faults.get(`${link} ${fault}`) ?? []), page]);
  }
}
for (const [fault, on] of [...faults].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.error(`${fault}: on ${on.slice(0, 3).join(", ")}${on.length > 3 ? ` and ${on.length - 3} more` : ""}`);
console.log(`${pages.size} pages, ${faults.size} broken links.`);
if (faults.size > 0) process.exitCode = 1;

function faultOf(page: string, link: string): string | undefined {
  if (/^[a-z]+:/i.test(link) || link.startsWith("//")) return undefined;
  const { pathname, hash } = new URL(link, `http://site${page}`);
  if (answered.some((prefix) => `${pathname}/`.startsWith(prefix))) return undefined;
  if (files.has(decodeURIComponent(pathname))) return undefined;
  const target = pages.get(pathname === "/" ? "/" : pathname.replace(/\/$/, ""));
  if (target === undefined) return drawn.some((pattern) => matchPath(pattern, pathname)) ? undefined : "leads nowhere";
  const id = decodeURIComponent(hash.slice(1));
  return id === "" || target.ids.has(id) ? undefined : "has an anchor that is not on its page";
}

function addressOf(file: string): string {
  return file === "/index.html" ? "/" : file.slice(0, -"/index.html".length);
}

function patternsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", children = [] }) => {
    const pattern = path === "" ? parent : `${parent}/${path}`;
    return [...(pattern === "" ? [] : [pattern]), ...patternsOf(children, pattern)];
  });
}

function decode(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<");
}
