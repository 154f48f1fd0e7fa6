/**
 * Reads the pages of a web source, for as long as a slice of time lasts. What is left is read by the next slice, in this
 * process or in another: pages that are still to be read are links with the status `ingesting`.
 *
 *   address ─► where it leads ─► links ─► request ─► text ─► passages ─► link is ready, and its own links are added (crawl)
 *                                  ▲                                                               │
 *                                  └───────────────────────────────────────────────────────────────┘
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
import { inMiB, pageFailures, unreachable, visitPage } from "./visit-page.ts";
import type { Visit } from "./visit-page.ts";
import { baseOf, isBelow, isOfSameSite, linkIdOf, normalizedAddress } from "./web-address.ts";
import { dropAll, writePassages } from "./write-passages.ts";

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
  /** Where it was asked to begin; for a crawl that has begun, what its pages are below. */
  readonly url: string;
  readonly type: "individual_link" | "crawl" | "sitemap";
  readonly signal: AbortSignal;
  /** A page that was read to find out where a crawl begins. */
  readonly visited: Map<string, Visit>;
}

/** How a page has ended. */
type PageEnd =
  | { readonly kind: "ready"; readonly bytes: number; readonly hash: string; readonly links: readonly string[] }
  | { readonly kind: "error"; readonly message: string; readonly links?: readonly string[] }
  /** The source was deleted. */
  | { readonly kind: "gone" };

const failures = {
  ...pageFailures,
  noUrls: "No URLs were found in the sitemap",
  tooLate: "The source was not read in time",
} as const;
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
    let slice: Slice = {
      reading,
      url: normalizedAddress(origin.url) ?? origin.url,
      type: origin.type,
      signal,
      visited: new Map(),
    };
    const endsAt = source.updatedAt + this.#limits.knowledgeCrawlMs;
    let totals = await records.linkTotals(reading);
    if (totals.links === 0) {
      const failure = await this.#begin(slice);
      if (failure !== undefined) {
        await records.settle(reading, { status: "error", error: failure, indexedAt: now() });
        return true;
      }
    }
    const first = slice.type === "crawl" ? await records.firstLink(reading) : undefined;
    if (first !== undefined) slice = { ...slice, url: baseOf(slice.url, first.url) };
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
    if (totals.ready > 0) {
      await records.settle(reading, { status: "ready", indexedAt: now() }, meaning?.effectsOf(reading));
      await dropAll(records, reading, { except: reading.revision });
    } else
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
    const landing = type === "crawl" ? await this.#landingOf(slice) : url;
    const base = type === "crawl" ? baseOf(url, landing) : url;
    const found =
      type === "sitemap" ? await this.#ownSitemap(slice) : { base, pages: await this.#siteMaps(slice, landing) };
    if ("failure" in found) return found.failure;
    const isOfSource = (page: string) =>
      type === "crawl" ? isBelow(base, page) : isOfSameSite(url, page) || isOfSameSite(found.base, page);
    const pages = found.pages.filter(isOfSource);
    if (type === "sitemap" && pages.length === 0) return failures.noUrls;
    const links = [
      ...(type === "crawl" ? [this.#newLink(landing, 0)] : []),
      ...pages.map((page) => this.#newLink(page, 1)),
    ];
    const distinct = [...new Map(links.toReversed().map((link) => [link.id, link])).values()].toReversed();
    await records.addLinks(reading, distinct, this.#limits.knowledgePages);
    return undefined;
  }

  /** Where the first page of a crawl is: at its address, or where that leads. */
  async #landingOf({ url, signal, visited }: Slice): Promise<string> {
    const visit = await visitPage({ ...this.#options, limits: this.#limits }, url, { accepts: () => true, signal });
    visited.set(visit.url, visit);
    return visit.url;
  }

  /** The pages of the sitemap at the address, or of those of the site that the address belongs to. */
  async #ownSitemap(
    slice: Slice,
  ): Promise<{ readonly base: string; readonly pages: readonly string[] } | { readonly failure: string }> {
    const { extractor, sites } = this.#options;
    const outcome = await sites.get(slice.url, this.#limits.knowledgeSitemapBytes, slice.signal);
    if (outcome.kind === "refused") return { failure: failures.address };
    if (outcome.kind === "failed") return { failure: unreachable(outcome.message) };
    const base = normalizedAddress(outcome.url) ?? slice.url;
    // A site may have sitemaps and no page at its root.
    const isRoot = new URL(slice.url).pathname === "/";
    if ((outcome.status < 200 || outcome.status > 299) && !isRoot) return { failure: unreachable(outcome.status) };
    const entries = await extractor.readSitemap(outcome.body);
    if (entries.kind === "sitemap") {
      const sitemaps = addressesIn(entries.sitemaps, base);
      const below = await this.#followSitemaps({ ...slice, url: base }, sitemaps, this.#limits.knowledgeSitemapDepth);
      return { base, pages: [...addressesIn(entries.pages, base), ...below] };
    }
    return { base, pages: await this.#siteMaps(slice, base) };
  }

  /** The pages of the sitemaps that robots.txt names, else of the usual one. */
  async #siteMaps(slice: Slice, base: string): Promise<readonly string[]> {
    const { sitemaps } = await this.#options.sites.rules(base, slice.signal);
    const usual = new URL("/sitemap.xml", base).href;
    return this.#followSitemaps(
      { ...slice, url: base },
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
        if (url === undefined || seen.has(url) || !isOfSameSite(slice.url, url)) continue;
        if (seen.size >= sitemapsAtMost || pages.length >= this.#limits.knowledgePages || slice.signal.aborted)
          return pages;
        seen.add(url);
        const outcome = await sites.get(url, this.#limits.knowledgeSitemapBytes, slice.signal);
        if (outcome.kind !== "answered" || outcome.status !== 200) continue;
        const entries = await extractor.readSitemap(outcome.body);
        if (entries.kind !== "sitemap") continue;
        pages.push(...addressesIn(entries.pages, outcome.url));
        next.push(...addressesIn(entries.sitemaps, outcome.url));
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

  async #readPage({ reading, url: start, type, signal, visited }: Slice, link: KnowledgeLinkRecord, stored: number) {
    const { records } = this.#options;
    const accepts = (url: string) =>
      type === "individual_link" || (type === "crawl" ? isBelow(start, url) : isOfSameSite(link.url, url));
    const visit =
      visited.get(link.url) ??
      (await visitPage({ ...this.#options, limits: this.#limits }, link.url, { accepts, signal }));
    visited.delete(link.url);
    const failed = (message: string, links: readonly string[] = []): PageEnd => ({ kind: "error", message, links });
    if (visit.kind === "failed") return failed(visit.message, visit.links);
    const { text, links, bytes } = visit;
    const hash = createHash("sha256").update(text.markdown).digest("base64url");
    const known = await records.hasContents(reading, hash, link.id);
    const room = Math.max(0, this.#limits.knowledgePassagesPerSource - stored);
    const passages = known ? [] : text.passages.slice(0, room);
    if (!known && passages.length === 0) return failed(failures.noText, links);
    if (!(await writePassages(records, reading, link.id, passages))) return { kind: "gone" } satisfies PageEnd;
    return { kind: "ready", bytes, hash, links } satisfies PageEnd;
  }
}

/** Addresses of the web that a sitemap at some address names. */
function addressesIn(texts: readonly string[], base: string): readonly string[] {
  return texts.flatMap((text) => normalizedAddress(text, base) ?? []);
}
