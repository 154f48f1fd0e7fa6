import { constants, createGunzip } from "node:zlib";
import type { SitemapEntries, Unreadable } from "@weft/collab";
import { Parser } from "htmlparser2";
import { decodeText } from "./decode-text.ts";
import type { ExtractionBounds } from "./messages.ts";

/** Elements whose text is an address, by the element around them. */
const addressIn: Readonly<Record<string, string>> = { url: "loc", sitemap: "loc", item: "link" };
const roots: ReadonlySet<string> = new Set(["urlset", "sitemapindex", "rss", "rdf", "feed"]);
const longestAddress = 4_096;

/**
 * A sitemap, an index of sitemaps, a feed (RSS, Atom), or a text with an address on each line; plain, or compressed with
 * gzip. What was cut, on its way or at a bound, is read as far as it goes.
 */
export async function readSitemap(bytes: Uint8Array, bounds: ExtractionBounds): Promise<SitemapEntries | Unreadable> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? await unpacked(bytes, bounds.sitemap) : bytes.subarray(0, bounds.sitemap);
  const text = decodeText(plain, { isMarkup: true });
  if (text === undefined) return { kind: "unreadable", message: "This is not a sitemap" };
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const start = text.slice(0, longestAddress).trimStart();
  if (/^https?:\/\/\S/.test(start)) {
    pages.push(
      ...text.split("\n", bounds.links).flatMap((line) => (/^https?:\/\/\S+$/.test(line.trim()) ? [line.trim()] : [])),
    );
    return { kind: "sitemap", pages, sitemaps };
  }
  const open: string[] = [];
  let root: string | undefined;
  let location: string | undefined;
  const add = (address: string, isSitemap: boolean) => {
    const into = isSitemap ? sitemaps : pages;
    if (address !== "" && into.length < bounds.links) into.push(address);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = localName(name);
        root ??= local;
        const parent = open.at(-1) ?? "";
        open.push(local);
        if (addressIn[parent] === local) location = "";
        // Of a feed in Atom: the address of an entry, and not of its comments or its author.
        else if (parent === "entry" && local === "link" && (attributes["rel"] ?? "alternate") === "alternate")
          add((attributes["href"] ?? "").slice(0, longestAddress).trim(), false);
      },
      ontext(piece) {
        if (location !== undefined && location.length < longestAddress) location += piece;
      },
      onclosetag() {
        const name = open.pop();
        const parent = open.at(-1) ?? "";
        if (location === undefined || addressIn[parent] !== name) return;
        add(location.trim(), parent === "sitemap");
        location = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  // Where a sitemap is cut, its last address is, too: it is not closed, and not read.
  parser.write(text);
  if (root === undefined || !roots.has(root)) return { kind: "unreadable", message: "This is not a sitemap" };
  return { kind: "sitemap", pages, sitemaps };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** The beginning of what gzip has packed: so many bytes, or as many as arrived. */
async function unpacked(bytes: Uint8Array, atMost: number): Promise<Uint8Array> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  const pieces: Uint8Array[] = [];
  let length = 0;
  gunzip.end(bytes);
  for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
    pieces.push(piece.subarray(0, atMost - length));
    length += piece.length;
    if (length >= atMost) break;
  }
  return Buffer.concat(pieces);
}
