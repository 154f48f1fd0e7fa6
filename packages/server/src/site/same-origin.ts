import { WeftError } from "@weft/protocol";
import type { FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";

export const csrfHeader = "x-weft-csrf";

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses calls that another site makes through a user's browser. Browsers send the origin of a call; a call without
 * one must carry a header that no page of another origin can send.
 */
export function refuseForeign(request: FastifyRequest, publicUrl: string, { needsHeader = true } = {}): void {
  if (safeMethods.has(request.method)) return;
  if (needsHeader && !request.headers[csrfHeader]) throw foreign("The call lacks the header X-Weft-CSRF.");
  requireOwnOrigin(request, publicUrl);
}

/** Requires this origin for any method: for sockets, and for the few GETs that change something. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined && !isOwn(origin, request, publicUrl)) throw foreign();
  if (site !== undefined && site !== "same-origin") throw foreign();
  if (origin === undefined && site === undefined && !request.headers[csrfHeader]) throw foreign();
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

function foreign(message = "The call comes from another site.") {
  return new WeftError("FORBIDDEN", { message, suggestion: "Make the call from the site itself." });
}
