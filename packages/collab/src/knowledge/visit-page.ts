/**
 * Requests a page, follows it to where it is, and reads its text.
 *
 *   address ─► robots.txt ─► request (redirects) ─► robots.txt there ─► text ─┬─► page
 *      ▲                                                                      │
 *      └──────────────────── refresh: another address takes its place ◄───────┘
 */
import type { Limits } from "@weft/protocol";
import type { ExtractedText, PageOutcome, TextExtractor } from "./ports.ts";
import { addressOfRefresh, robotName, robotsDirectives } from "./page-directives.ts";
import type { Sites } from "./site-rules.ts";
import { normalizedAddress } from "./web-address.ts";

export interface VisitOptions {
  readonly sites: Sites;
  readonly extractor: TextExtractor;
  readonly limits: Pick<Limits, "knowledgePageBytes" | "knowledgePdfBytes" | "urlRedirects">;
}

export type Visit =
  | {
      readonly kind: "page";
      /** Where the page is. */
      readonly url: string;
      readonly text: ExtractedText;
      /** Those that may be followed. */
      readonly links: readonly string[];
      readonly bytes: number;
    }
  | {
      readonly kind: "failed";
      readonly url: string;
      /** For users. */
      readonly message: string;
      readonly links?: readonly string[];
    };

export const pageFailures = {
  address: "The address is not allowed",
  robots: "Blocked by robots.txt",
  noRobots: "The site's robots.txt could not be read",
  noText: "No readable text was found",
  noIndex: "The page asks not to be indexed",
  elsewhere: "The page redirects to an address outside of the source",
  incomplete: "The page was not received completely",
  unreadable: "Pages of this kind cannot be read",
} as const;
export const unreachable = (why: string | number) => `The page could not be reached (${why})`;
export const inMiB = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** @param conditions.accepts whether the page may be at an address that the first one leads to. */
export async function visitPage(
  options: VisitOptions,
  first: string,
  conditions: { readonly accepts: (url: string) => boolean; readonly signal: AbortSignal },
): Promise<Visit> {
  const { limits } = options;
  let address = first;
  for (let hop = 0; ; hop++) {
    const visit = await visitOnce(options, address, conditions);
    const next = visit.refresh === undefined ? undefined : normalizedAddress(visit.refresh, visit.url);
    if (next === undefined || next === visit.url || next === address) return visit;
    const failed = (message: string): Visit => ({ kind: "failed", url: visit.url, message });
    if (hop >= limits.urlRedirects) return failed(unreachable("The page redirects too often."));
    if (!conditions.accepts(next)) return failed(pageFailures.elsewhere);
    address = next;
  }
}

type Step = Visit & { readonly refresh?: string | undefined };

async function visitOnce(
  { sites, extractor, limits }: VisitOptions,
  address: string,
  { accepts, signal }: Parameters<typeof visitPage>[2],
): Promise<Step> {
  const failed = (message: string, url = address): Step => ({ kind: "failed", url, message });
  const rules = await sites.rules(address, signal);
  if (rules.allows === undefined) {
    // A site that cannot be reached at all is said to be so.
    const outcome = await sites.get(address, 0, signal);
    if (outcome.kind === "refused") return failed(pageFailures.address);
    return failed(outcome.kind === "failed" ? unreachable(outcome.message) : pageFailures.noRobots);
  }
  if (!rules.allows(address)) return failed(pageFailures.robots);
  const outcome = await sites.get(address, limits.knowledgePdfBytes, signal);
  if (outcome.kind === "refused") return failed(pageFailures.address);
  if (outcome.kind === "failed") return failed(unreachable(outcome.message));
  const { status, headers } = outcome;
  const url = normalizedAddress(outcome.url) ?? address;
  if (status < 200 || status > 299) return failed(unreachable(status));
  if (!accepts(url)) return failed(pageFailures.elsewhere, url);
  // What a redirect leads to may be blocked, too.
  if (url !== address && (await sites.rules(url, signal)).allows?.(url) === false)
    return failed(pageFailures.robots, url);
  const refresh = headers.get("refresh");
  const step = await readStep(extractor, limits, outcome, url);
  return refresh === undefined ? step : { ...step, refresh: addressOfRefresh(refresh) ?? step.refresh };
}

async function readStep(
  extractor: TextExtractor,
  limits: VisitOptions["limits"],
  { body, headers, complete }: Extract<PageOutcome, { readonly kind: "answered" }>,
  url: string,
): Promise<Step> {
  const failed = (message: string, links?: readonly string[]): Step => ({ kind: "failed", url, message, links });
  const contentType = headers.get("content-type");
  const kind = await extractor.kindOf(body, { name: new URL(url).pathname, type: contentType });
  const bound = kind === "pdf" ? limits.knowledgePdfBytes : limits.knowledgePageBytes;
  if (body.length > bound || (!complete && body.length === limits.knowledgePdfBytes))
    return failed(`The page has more than ${inMiB(bound)}`);
  if (!complete) return failed(pageFailures.incomplete);
  if (kind === undefined || kind === "image" || kind === "docx") return failed(pageFailures.unreadable);
  const text = await extractor.read(body, { kind, type: contentType, url });
  if (text.kind === "unreadable") return failed(text.message);
  const { refresh } = text;
  const asked = robotsDirectives(headers.get("x-robots-tag") ?? "", robotName);
  const links = asked.noFollow ? [] : text.links;
  if (text.noIndex || asked.noIndex) return { ...failed(pageFailures.noIndex, links), refresh };
  return { kind: "page", url, text, links, bytes: body.length, refresh };
}
