/**
 * Reads the pages of a web source, for as long as a slice of time lasts. What is left is read by the next slice, in this
 * process or in another: pages that are still to be read are links with the status `ingesting`.
 *
 *   address ─► links ─► request ─► text ─► passages ─► link is ready, and its own links are added (crawl)
 *                 ▲                                                                          │
 *                 └──────────────────────────────────────────────────────────────────────────┘
 */
import { createHash } from "node:crypto";
import { limits as platformLimits, toStorable } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type {
  KnowledgeLinkRecord,
  KnowledgeRecords,
  KnowledgeSourceRecord,
  KnowledgeReading,
} from "./knowledge-records.ts";
import type { RunningJob } from "../jobs/job.ts";
import type { Meaning } from "./meaning.ts";
import type { TextExtractor } from "./ports.ts";
import type { Sites } from "./site-rules.ts";
import { isBelow, isOfSameHost, linkIdOf, normalizedAddress } from "./web-address.ts";
import { writePassages } from "./write-passages.ts";

export interface WebReaderOptions {
  readonly records: KnowledgeRecords;
  readonly sites: Sites;
  readonly extractor: TextExtractor;
  readonly meaning?: Pick<Meaning, "effectsOf"> | undefined;
  readonly now: () => number;
  readonly limits?: Limits;
}

/** The part of a source that is of one slice. */
interface Slice {
  readonly reading: KnowledgeReading;
  readonly url: string;
  readonly type: "individual_link" | "crawl" | "sitemap";
  readonly signal: AbortSignal;
}

/** How a page has ended. */
type PageEnd =
  | { readonly kind: "ready"; readonly bytes: number; readonly hash: string; readonly links: readonly string[] }
  | { readonly kind: "error"; readonly message: string; readonly links?: readonly string[] }
  /** The source was deleted. */
  | { readonly kind: "gone" };

const failures = {
  address: "The address is not allowed",
  robots: "Blocked by robots.txt",
  noRobots: "The site's robots.txt could not be read",
  noText: "No readable text was found",
  noUrls: "No URLs were found in the sitemap",
  noIndex: "The page asks not to be indexed",
  elsewhere: "The page redirects to an address outside of the source",
  incomplete: "The page was not received completely",
  unreadable: "Pages of this kind cannot be read",
  tooLate: "The source was not read in time",
} as const;
const unreachable = (why: string | number) => `The page could not be reached (${why})`;
const sitemapsAtMost = 100;

export class WebReader {
  readonly #options: WebReaderOptions;
  readonly #limits: Limits;

  constructor(options: WebReaderOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
  }

  /** Whether the source is done: all of its pages were read, or it is gone. */
  async read(
    reading: KnowledgeReading,
    source: KnowledgeSourceRecord,
    until: number,
    { signal, deaths, progressed }: Pick<RunningJob, "signal" | "deaths" | "progressed">,
  ): Promise<boolean> {
    const { origin } = source;
    if (origin.kind !== "web") return true;
    const { records, meaning, now } = this.#options;
    const slice: Slice = { reading, url: normalizedAddress(origin.url) ?? origin.url, type: origin.type, signal };
    const endsAt = source.updatedAt + this.#limits.knowledgeCrawlMs;
    let totals = await records.linkTotals(reading);
    if (totals.links === 0) {
      const failure = await this.#begin(slice);
      if (failure !== undefined) {
        await records.settle(reading, { status: "error", error: failure, indexedAt: now() });
        return true;
      }
    }
    // The page that was read when the last process died is among the first: alone, until one was read.
    let atOnce = deaths > 0 ? 1 : this.#limits.knowledgePagesAtOnce;
    for (;;) {
      const open = await records.openLinks(reading, atOnce);
      if (open.length === 0) break;
      totals = await records.linkTotals(reading);
      const refusal = now() >= endsAt ? failures.tooLate : this.#tooLarge(totals);
      const going = await Promise.all(
        open.map((link) =>
          refusal === undefined
            ? this.#readLink(slice, link, totals.passages)
            : this.#end(slice, link, { kind: "error", message: refusal }),
        ),
      );
      if (going.includes(false)) return true;
      await progressed();
      atOnce = this.#limits.knowledgePagesAtOnce;
      if (signal.aborted || (refusal === undefined && now() >= until)) return false;
    }
    totals = await records.linkTotals(reading);
    if (totals.ready > 0)
      await records.settle(reading, { status: "ready", indexedAt: now() }, meaning?.effectsOf(reading));
    else
      await records.settle(reading, {
        status: "error",
        error: totals.firstError ?? failures.noText,
        indexedAt: now(),
      });
    return true;
  }

  #tooLarge({ bytes, passages }: { readonly bytes: number; readonly passages: number }): string | undefined {
    const { knowledgeCrawlBytes, knowledgePassagesPerSource } = this.#limits;
    if (bytes >= knowledgeCrawlBytes) return `The source has more than ${inMiB(knowledgeCrawlBytes)}`;
    if (passages >= knowledgePassagesPerSource) return "The source has too much text";
    return undefined;
  }

  /** Adds the links that the source begins with; answers why there are none. */
  async #begin(slice: Slice): Promise<string | undefined> {
    const { records } = this.#options;
    const { reading, url, type } = slice;
    if (type === "individual_link") {
      await records.addLinks(reading, [this.#newLink(url, 0)], this.#limits.knowledgePages);
      return undefined;
    }
    const found = type === "sitemap" ? await this.#ownSitemap(slice) : { pages: await this.#siteMaps(slice) };
    if ("failure" in found) return found.failure;
    const isOfSource = (page: string) => (type === "crawl" ? isBelow(url, page) : isOfSameHost(url, page));
    const pages = found.pages.flatMap((page) => normalizedAddress(page) ?? []).filter(isOfSource);
    if (type === "sitemap" && pages.length === 0) return failures.noUrls;
    const links = [
      ...(type === "crawl" ? [this.#newLink(url, 0)] : []),
      ...pages.map((page) => this.#newLink(page, 1)),
    ];
    const distinct = [...new Map(links.toReversed().map((link) => [link.id, link])).values()].toReversed();
    await records.addLinks(reading, distinct, this.#limits.knowledgePages);
    return undefined;
  }

  /** The pages of the sitemap at the address, or of those of the site that the address belongs to. */
  async #ownSitemap(slice: Slice): Promise<{ readonly pages: readonly string[] } | { readonly failure: string }> {
    const { extractor, sites } = this.#options;
    const outcome = await sites.get(slice.url, this.#limits.knowledgePageBytes, slice.signal);
    if (outcome.kind === "refused") return { failure: failures.address };
    if (outcome.kind === "failed") return { failure: unreachable(outcome.message) };
    // A site may have sitemaps and no page at its root.
    const isRoot = new URL(slice.url).pathname === "/";
    if ((outcome.status < 200 || outcome.status > 299) && !isRoot) return { failure: unreachable(outcome.status) };
    const entries = await extractor.readSitemap(outcome.body);
    if (entries.kind === "sitemap") {
      const below = await this.#followSitemaps(slice, entries.sitemaps, this.#limits.knowledgeSitemapDepth);
      return { pages: [...entries.pages, ...below] };
    }
    return { pages: await this.#siteMaps(slice) };
  }

  /** The pages of the sitemaps that robots.txt names, else of the usual one. */
  async #siteMaps(slice: Slice): Promise<readonly string[]> {
    const { sitemaps } = await this.#options.sites.rules(slice.url, slice.signal);
    const usual = new URL("/sitemap.xml", slice.url).href;
    return this.#followSitemaps(
      slice,
      sitemaps.length > 0 ? sitemaps : [usual],
      this.#limits.knowledgeSitemapDepth + 1,
    );
  }

  async #followSitemaps(slice: Slice, first: readonly string[], depth: number): Promise<readonly string[]> {
    const { extractor, sites } = this.#options;
    const pages: string[] = [];
    const seen = new Set<string>();
    let level = first;
    for (let left = depth; left > 0 && level.length > 0; left--) {
      const next: string[] = [];
      for (const each of level) {
        const url = normalizedAddress(each, slice.url);
        if (url === undefined || seen.has(url) || !isOfSameHost(slice.url, url)) continue;
        if (seen.size >= sitemapsAtMost || pages.length >= this.#limits.knowledgePages || slice.signal.aborted)
          return pages;
        seen.add(url);
        const outcome = await sites.get(url, this.#limits.knowledgePageBytes, slice.signal);
        if (outcome.kind !== "answered" || outcome.status !== 200) continue;
        const entries = await extractor.readSitemap(outcome.body);
        if (entries.kind !== "sitemap") continue;
        pages.push(...entries.pages);
        next.push(...entries.sitemaps);
      }
      level = next;
    }
    return pages;
  }

  #newLink(url: string, depth: number): KnowledgeLinkRecord {
    return { id: linkIdOf(url), url, status: "ingesting", depth, createdAt: this.#options.now(), bytes: 0 };
  }

  /** False if the source is gone. */
  async #readLink(slice: Slice, link: KnowledgeLinkRecord, passages: number): Promise<boolean> {
    const end = await this.#readPage(slice, link, passages);
    // The slice has ended in the middle of a page, which says nothing about the page.
    if (slice.signal.aborted) return true;
    return this.#end(slice, link, end);
  }

  async #end({ reading, type, url }: Slice, link: KnowledgeLinkRecord, end: PageEnd): Promise<boolean> {
    if (end.kind === "gone") return false;
    const { records, now } = this.#options;
    if (type === "crawl" && link.depth < this.#limits.knowledgeCrawlDepth) {
      const links = (end.links ?? [])
        .flatMap((text) => normalizedAddress(text) ?? [])
        .filter((found) => isBelow(url, found))
        .map((found) => this.#newLink(found, link.depth + 1));
      const distinct = [...new Map(links.map((found) => [found.id, found])).values()];
      if (!(await records.addLinks(reading, distinct, this.#limits.knowledgePages))) return false;
    }
    const settled =
      end.kind === "ready"
        ? { status: "ready" as const, bytes: end.bytes, hash: end.hash }
        : { status: "error" as const, error: toStorable(end.message) };
    return records.putLink(reading, { ...link, ...settled, indexedAt: now() });
  }

  async #readPage(
    { reading, url: start, type, signal }: Slice,
    link: KnowledgeLinkRecord,
    stored: number,
  ): Promise<PageEnd> {
    const { records, sites, extractor } = this.#options;
    const failed = (message: string, links: readonly string[] = []): PageEnd => ({ kind: "error", message, links });
    const rules = await sites.rules(link.url, signal);
    if (rules.allows === undefined) {
      // A site that cannot be reached at all is said to be so.
      const outcome = await sites.get(link.url, 0, signal);
      if (outcome.kind === "refused") return failed(failures.address);
      return failed(outcome.kind === "failed" ? unreachable(outcome.message) : failures.noRobots);
    }
    if (!rules.allows(link.url)) return failed(failures.robots);
    const outcome = await sites.get(link.url, this.#limits.knowledgePdfBytes, signal);
    if (outcome.kind === "refused") return failed(failures.address);
    if (outcome.kind === "failed") return failed(unreachable(outcome.message));
    const { body, status, headers } = outcome;
    if (status < 200 || status > 299) return failed(unreachable(status));
    const url = normalizedAddress(outcome.url) ?? link.url;
    if (type !== "individual_link" && !(type === "crawl" ? isBelow(start, url) : isOfSameHost(start, url)))
      return failed(failures.elsewhere);
    // What a redirect leads to may be blocked, too.
    if (url !== link.url && (await sites.rules(url, signal)).allows?.(url) === false) return failed(failures.robots);

    const contentType = headers.get("content-type");
    const kind = await extractor.kindOf(body, { name: new URL(url).pathname, type: contentType });
    const bound = kind === "pdf" ? this.#limits.knowledgePdfBytes : this.#limits.knowledgePageBytes;
    if (body.length > bound || (!outcome.complete && body.length === this.#limits.knowledgePdfBytes))
      return failed(`The page has more than ${inMiB(bound)}`);
    if (!outcome.complete) return failed(failures.incomplete);
    if (kind === undefined || kind === "image" || kind === "docx") return failed(failures.unreadable);
    const room = Math.max(0, this.#limits.knowledgePassagesPerSource - stored);
    const text = await extractor.read(body, { kind, type: contentType, url, passages: room });
    if (text.kind === "unreadable") return failed(text.message);
    const robotsHeader = headers.get("x-robots-tag")?.toLowerCase() ?? "";
    const links = /\b(nofollow|none)\b/.test(robotsHeader) ? [] : text.links;
    if (text.noIndex || /\b(noindex|none)\b/.test(robotsHeader)) return failed(failures.noIndex, links);

    const hash = createHash("sha256").update(text.markdown).digest("base64url");
    const known = await records.hasContents(reading, hash, link.id);
    const passages = known ? [] : text.passages;
    if (!known && passages.length === 0) return failed(failures.noText, links);
    if (!(await writePassages(records, reading, link.id, passages))) return { kind: "gone" };
    return { kind: "ready", bytes: body.length, hash, links };
  }
}

function inMiB(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
