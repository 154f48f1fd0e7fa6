import { WeftError } from "@weft/protocol";
import type { FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";

export const csrfHeader = "x-weft-csrf";

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses calls that another site makes through a user's browser. Browsers send the origin of a call; a call without
 * one must carry a header that no page of another origin can send.
 */
export function refuseForeign(request: FastifyRequest, own: OwnOrigin, { needsHeader = true } = {}): void {
  if (safeMethods.has(request.method)) return;
  if (needsHeader && !request.headers[csrfHeader]) throw foreign("The call lacks the header X-Weft-CSRF.");
  requireOwnOrigin(request, own);
}

/** Requires this origin for any method: for sockets, and for the few GETs that change something. */
export function requireOwnOrigin(request: FastifyRequest, { publicUrl, foreignCalls }: OwnOrigin): void {
  const { origin, host, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined && !isOwn(origin, request, publicUrl)) {
    foreignCalls?.note(origin, new URL(publicUrl).origin);
    // A proxy that ends TLS keeps the host and changes the scheme.
    const isProbablyOurs = site === "same-origin" || origin === `https://${host}` || origin === `http://${host}`;
    throw foreign(undefined, isProbablyOurs ? `If this is your server, set WEFT_PUBLIC_URL to ${origin}.` : undefined);
  }
  if (site !== undefined && site !== "same-origin") throw foreign();
  if (origin === undefined && site === undefined && !request.headers[csrfHeader]) throw foreign();
}

/** Records calls that were refused because of their origin. */
export interface ForeignCalls {
  note(origin: string, own: string): void;
}

/** The address of this server, and where calls from other origins are recorded. */
export interface OwnOrigin {
  readonly publicUrl: string;
  readonly foreignCalls?: ForeignCalls;
}

/** Origins of which a log line is written; anyone can send others without end. */
const loggedOrigins = 20;
const loggedOriginLength = 200;

/** Logs each origin once, with the setting that may be missing. */
export function logForeignCalls(log: Pick<Logger, "warn">): ForeignCalls {
  const known = new Set<string>();
  return {
    note(origin, own) {
      const shown = origin.slice(0, loggedOriginLength);
      if (known.has(shown) || known.size >= loggedOrigins) return;
      known.add(shown);
      log.warn(
        { origin: shown, own },
        "a call from another site was refused: if users open this server at that origin, set WEFT_PUBLIC_URL to it",
      );
    },
  };
}

/** Whether a page of this server requests the socket: browsers always send its origin. */
export function isOwnSocket({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (origin === undefined) return false;
  if (origin === own.origin) return true;
  return origin === `https://${host}` || (own.protocol === "http:" && origin === `http://${host}`);
}

function isOwn(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  // A browser sends the host that it connects to, so a page of another host cannot pass for ours.
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}

function foreign(message = "The call comes from another site.", suggestion = "Make the call from the site itself.") {
  return new WeftError("FORBIDDEN", { message, suggestion });
}
