/** What sites ask of programs that read them: robots.txt, and a pause between requests. */
import type { Limits } from "@weft/protocol";
import { robotName } from "./page-directives.ts";
import type { PageOutcome, SendPageRequest } from "./ports.ts";
import { parseRobots } from "./robots.ts";

const robotsBytes = 512 * 1_024;
const keptMs = 600_000;
const keptSites = 500;

export interface SiteRules {
  /** Undefined if the site's rules could not be read: then nothing of it may be. */
  readonly allows: ((url: string) => boolean) | undefined;
  readonly sitemaps: readonly string[];
  /** Between two requests. */
  readonly gapMs: number;
}

export interface SitesOptions {
  readonly send: SendPageRequest;
  readonly now: () => number;
  /** Rejects when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly limits: Pick<
    Limits,
    | "knowledgePageTimeoutMs"
    | "knowledgeRequestGapMs"
    | "knowledgeRequestGapMaxMs"
    | "knowledgeRetryAfterMs"
    | "urlRedirects"
    | "robotsRules"
    | "robotsRuleLength"
  >;
}

export interface Sites {
  rules(url: string, signal: AbortSignal): Promise<SiteRules>;
  /**
   * A request after the pause that the site's host is due, tried again once if the site seems to be at fault, and twice if it
   * is asked to come back later.
   */
  get(url: string, responseBytes: number, signal: AbortSignal): Promise<PageOutcome>;
}

export function createSites({ send, now, pause, limits }: SitesOptions): Sites {
  const known = new Map<string, { readonly rules: Promise<SiteRules>; readonly until: number }>();
  /** When the next request to each host may begin. */
  const nextAt = new Map<string, number>();

  async function takeTurn(host: string, gapMs: number, signal: AbortSignal): Promise<void> {
    const at = Math.max(now(), nextAt.get(host) ?? 0);
    nextAt.delete(host);
    nextAt.set(host, at + gapMs);
    if (nextAt.size > keptSites) nextAt.delete(nextAt.keys().next().value!);
    if (at > now()) await pause(at - now(), signal);
  }

  /** The next request to a host begins no sooner. */
  function delay(host: string, ms: number): void {
    nextAt.set(host, Math.max(nextAt.get(host) ?? 0, now() + ms));
  }

  async function request(url: string, responseBytes: number, gapMs: number, signal: AbortSignal) {
    for (let attempt = 1; ; attempt++) {
      await takeTurn(new URL(url).host, gapMs, signal);
      const outcome = await send({
        url,
        headers: { accept: "text/html, text/markdown, text/plain;q=0.9, application/pdf;q=0.9, */*;q=0.1" },
        timeoutMs: limits.knowledgePageTimeoutMs,
        responseBytes,
        redirects: limits.urlRedirects,
        signal,
      });
      const isLater = outcome.kind === "answered" && (outcome.status === 429 || outcome.status === 503);
      const isFault = isLater || outcome.kind === "failed" || (outcome.kind === "answered" && outcome.status >= 500);
      const waitMs = isLater ? retryAfterMs(outcome.headers.get("retry-after"), now()) : undefined;
      if (!isFault || attempt >= (waitMs === undefined ? 2 : 3) || signal.aborted) return outcome;
      if (waitMs !== undefined) delay(new URL(url).host, Math.min(waitMs, limits.knowledgeRetryAfterMs));
    }
  }

  async function readRules(origin: string, signal: AbortSignal): Promise<SiteRules> {
    const url = `${origin}/robots.txt`;
    const none = { sitemaps: [], gapMs: limits.knowledgeRequestGapMs };
    const outcome = await request(url, robotsBytes, limits.knowledgeRequestGapMs, signal);
    // A site that is asked too often has not said what it allows.
    if (outcome.kind !== "answered" || outcome.status >= 500 || outcome.status === 429)
      return { ...none, allows: undefined };
    if (outcome.status >= 400) return { ...none, allows: () => true };
    const robots = parseRobots(textOfRules(outcome.body), robotName, limits);
    const asked = (robots.crawlDelay ?? 0) * 1_000;
    return {
      // Rules count for the site that they were read from.
      allows: (page) => new URL(page).origin !== origin || robots.allows(page),
      sitemaps: robots.sitemaps,
      gapMs: Math.max(limits.knowledgeRequestGapMs, Math.min(asked, limits.knowledgeRequestGapMaxMs)),
    };
  }

  function rules(url: string, signal: AbortSignal): Promise<SiteRules> {
    const { origin } = new URL(url);
    const kept = known.get(origin);
    if (kept !== undefined && kept.until > now()) return kept.rules;
    const read = readRules(origin, signal);
    known.delete(origin);
    known.set(origin, { rules: read, until: now() + keptMs });
    if (known.size > keptSites) known.delete(known.keys().next().value!);
    const forget = () => {
      if (known.get(origin)?.rules === read) known.delete(origin);
    };
    read.then(({ allows }) => allows === undefined && forget(), forget);
    return read;
  }

  return {
    rules,
    async get(url, responseBytes, signal) {
      const { gapMs } = await rules(url, signal);
      return request(url, responseBytes, gapMs, signal);
    },
  };
}

/** UTF-8, as the standard says, or UTF-16 with its mark, as some editors save it. Marks are no part of the first rule. */
function textOfRules(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
}

/** How long a site asks to wait: in seconds, or until a date. */
function retryAfterMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) * 1_000 : Date.parse(text.slice(0, 100)) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
