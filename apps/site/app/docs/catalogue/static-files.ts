import { createHash } from "node:crypto";
import { prebuildIndex } from "../../search/prebuild-index.ts";
import { tryForms } from "../generated/try-forms.ts";
import { tryFormAddress } from "../try-it/try-form.ts";
import { pageMarkdown } from "../mdx/to-markdown.ts";
import type { DocPage } from "./page.ts";
import { passagesOf } from "./passages.ts";
import { framesOf } from "./page-frame.ts";
import type { PageFrame } from "./page-frame.ts";
import { searchRecords } from "./search-records.ts";
import { siteRecords } from "./site-records.ts";
import { pagesInOrder, treeOf } from "./tree.ts";

/** The origin in files that need absolute URLs, unless the build sets another. */
const standIn = "http://localhost:7070";

/**
 * Everything besides the pages themselves, by its path in the built site: each page as markdown, the lists for
 * machines, the index of the search, and the passages that the assistant searches.
 */
export function staticFiles(
  pages: ReadonlyMap<string, DocPage>,
  { addresses, origin = standIn }: { readonly addresses: readonly string[]; readonly origin?: string | undefined },
): ReadonlyMap<string, string> {
  const frames = framesOf(pages);
  const markdown = new Map([...pages.values()].map((page) => [page.route, markdownOf(page)]));
  const files = new Map([...markdown].map(([route, text]) => [`${route.slice(1)}.md`, text]));
  files.set("llms.txt", llms(pages, origin));
  files.set("llms-full.txt", llmsFull(pages, markdown));
  files.set("sitemap.xml", sitemap(addresses, frames, origin));
  files.set(
    "robots.txt",
    [
      "User-agent: *",
      "Allow: /",
      "Disallow: /dashboard",
      "Disallow: /internal",
      "Disallow: /play",
      "",
      `Sitemap: ${origin}/sitemap.xml`,
      "",
    ].join("\n"),
  );
  for (const form of tryForms().values()) files.set(tryFormAddress(form.id).slice(1), JSON.stringify(form));
  const passages = [...frames.values()].flatMap((frame) => passagesOf(frame, markdown.get(frame.route)!));
  files.set("docs/passages.json", JSON.stringify(passages));
  const records = [...searchRecords(pages, frames, passages), ...siteRecords()];
  const list = JSON.stringify(records);
  const index = JSON.stringify(prebuildIndex(records));
  const names = { records: `docs/search-records.${hash(list)}.json`, index: `docs/search-fuse.${hash(index)}.json` };
  files.set(names.records, list);
  files.set(names.index, index);
  files.set("docs/search-index.json", JSON.stringify({ records: `/${names.records}`, index: `/${names.index}` }));
  return files;
}

function markdownOf({ title, body, route }: DocPage): string {
  return `# ${title}\n\n${pageMarkdown(body, route)}`;
}

function llms(pages: ReadonlyMap<string, DocPage>, origin: string): string {
  const sections = treeOf(pages.values()).map(({ title, children = [] }) => {
    const lines = pagesInOrder(children).map(({ href }) => {
      const page = pages.get(href)!;
      return `- [${page.title}](${origin}${href}.md): ${page.description}`;
    });
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return [
    "# Weft",
    "",
    "> A server for real-time collaboration that you run yourself: rooms, presence, Storage, Yjs documents and a REST API. Apps use its own client packages, `@weft/*`, or the official Liveblocks ones with `baseUrl` set to the server.",
    "",
    `All pages in one file: ${origin}/llms-full.txt`,
    "",
    ...sections,
  ].join("\n");
}

function llmsFull(pages: ReadonlyMap<string, DocPage>, markdown: ReadonlyMap<string, string>): string {
  return pagesInOrder(treeOf(pages.values()))
    .map(({ href }) => `<!-- ${href} -->\n\n${markdown.get(href)!}`)
    .join("\n\n");
}

function sitemap(addresses: readonly string[], frames: ReadonlyMap<string, PageFrame>, origin: string): string {
  const urls = addresses.map((address) => {
    const changed = frames.get(address)?.updatedAt;
    const when = changed === undefined ? "" : `<lastmod>${changed.slice(0, 10)}</lastmod>`;
    return `  <url><loc>${origin}${address === "/" ? "/" : address}</loc>${when}</url>`;
  });
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
