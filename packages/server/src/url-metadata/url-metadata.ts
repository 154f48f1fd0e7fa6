/**
 * What pages say about themselves, for link previews: read through the outbound client, without credentials, and kept in
 * memory for a while. Requests for a page that is being read share the reading.
 */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { ErrorCode, Limits, UrlMetadata } from "@weft/protocol";
import { doInSlices } from "@weft/room";
import type { Clock } from "@weft/room";
import type { Outbound, OutboundOutcome } from "../outbound/outbound.ts";

export interface UrlMetadataReader {
  /** UNPROCESSABLE_ENTITY for an address that may not be called; PAGE_UNREACHABLE; SERVICE_UNAVAILABLE. */
  read(url: string, project?: string): Promise<UrlMetadata>;
}

export interface UrlMetadataOptions {
  readonly outbound: Pick<Outbound, "send">;
  readonly clock: Clock;
  readonly limits: Pick<
    Limits,
    "urlPage" | "urlTimeoutMs" | "urlsCached" | "urlCachedMs" | "urlFailureCachedMs" | "turnSliceMs"
  >;
}

/** What reading a page came to. */
type PageOutcome =
  | { readonly kind: "read"; readonly metadata: UrlMetadata }
  | { readonly kind: "error"; readonly code: ErrorCode; readonly message: string };

const { urlRedirects } = platformLimits;

export function createUrlMetadataReader({ outbound, clock, limits }: UrlMetadataOptions): UrlMetadataReader {
  const known = new Map<string, { readonly outcome: PageOutcome; readonly until: number }>();
  const reading = new Map<string, Promise<PageOutcome>>();

  async function readPage(url: string, project: string | undefined): Promise<PageOutcome> {
    const answer = await outbound.send({
      url,
      project,
      headers: { accept: "text/html, application/xhtml+xml;q=0.9, */*;q=0.1" },
      timeoutMs: limits.urlTimeoutMs,
      responseBytes: limits.urlPage,
      redirects: urlRedirects,
    });
    if (answer.kind !== "answered") return errorOf(answer);
    if (answer.status < 200 || answer.status > 299)
      return { kind: "error", code: "PAGE_UNREACHABLE", message: `The page returned status ${answer.status}.` };
    const type = answer.headers.get("content-type");
    if (!isHtml(type)) return { kind: "read", metadata: {} };
    const { readPageMetadata } = await import("./page-metadata.ts");
    const { decodePage } = await import("./page-text.ts");
    const work = readPageMetadata(decodePage(answer.body, type), answer.url);
    return { kind: "read", metadata: await doInSlices(work, clock, limits.turnSliceMs) };
  }

  function keep(url: string, outcome: PageOutcome): void {
    if (outcome.kind === "error" && outcome.code === "SERVICE_UNAVAILABLE") return;
    const keptMs = outcome.kind === "read" ? limits.urlCachedMs : limits.urlFailureCachedMs;
    known.delete(url);
    known.set(url, { outcome, until: clock.monotonic() + keptMs });
    if (known.size > limits.urlsCached) known.delete(known.keys().next().value!);
  }

  function outcomeOf(url: string, project: string | undefined): PageOutcome | Promise<PageOutcome> {
    const kept = known.get(url);
    if (kept !== undefined && kept.until > clock.monotonic()) return kept.outcome;
    let running = reading.get(url);
    if (running === undefined) {
      running = readPage(url, project)
        .then((outcome) => {
          keep(url, outcome);
          return outcome;
        })
        .finally(() => reading.delete(url));
      reading.set(url, running);
    }
    return running;
  }

  return {
    async read(text, project) {
      const url = URL.parse(text);
      if (url !== null) url.hash = "";
      const outcome = await outcomeOf(url?.href ?? text, project);
      if (outcome.kind === "read") return outcome.metadata;
      const { code, message } = outcome;
      throw code === "UNPROCESSABLE_ENTITY"
        ? new WeftError(code, { message, suggestion: "Use the address of a page on the public internet." })
        : new WeftError(code, { message });
    },
  };
}

function errorOf(outcome: Exclude<OutboundOutcome, { readonly kind: "answered" }>): PageOutcome {
  const { kind, reason, message } = outcome;
  if (kind === "refused") return { kind: "error", code: "UNPROCESSABLE_ENTITY", message };
  const isOurs = reason === "busy" || reason === "canceled";
  return { kind: "error", code: isOurs ? "SERVICE_UNAVAILABLE" : "PAGE_UNREACHABLE", message };
}

/** A page that names no type is taken for HTML. */
function isHtml(contentType = "text/html"): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType);
}
