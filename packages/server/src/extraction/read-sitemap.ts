import { gunzipSync } from "node:zlib";
import type { SitemapEntries, Unreadable } from "@weft/collab";
import { Parser } from "htmlparser2";
import type { ExtractionBounds } from "./messages.ts";

/** A sitemap, an index of sitemaps, or a text with an address on each line; plain, or compressed with gzip. */
export function readSitemap(bytes: Uint8Array, bounds: ExtractionBounds): SitemapEntries | Unreadable {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: bounds.sitemap }) : bytes;
  const text = Buffer.from(plain)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  const pages: string[] = [];
  const sitemaps: string[] = [];
  if (/^\s*https?:\/\/\S+\s*($|\n)/.test(text)) {
    pages.push(
      ...text.split("\n", bounds.links).flatMap((line) => (/^https?:\/\/\S+$/.test(line.trim()) ? [line.trim()] : [])),
    );
    return { kind: "sitemap", pages, sitemaps };
  }
  const open: string[] = [];
  let root: string | undefined;
  let location: string | undefined;
  const parser = new Parser(
    {
      onopentag(name) {
        const local = name.replace(/^.*:/, "").toLowerCase();
        root ??= local;
        open.push(local);
        if (local === "loc" && ["url", "sitemap"].includes(open.at(-2) ?? "")) location = "";
      },
      ontext(piece) {
        if (location !== undefined && location.length < 4_096) location += piece;
      },
      onclosetag() {
        const name = open.pop();
        if (name !== "loc" || location === undefined) return;
        const into = open.at(-1) === "sitemap" ? sitemaps : pages;
        if (into.length < bounds.links) into.push(location.trim());
        location = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (root !== "urlset" && root !== "sitemapindex") return { kind: "unreadable", message: "This is not a sitemap" };
  return { kind: "sitemap", pages, sitemaps };
}
