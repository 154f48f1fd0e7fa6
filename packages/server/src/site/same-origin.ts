import { WeftError } from "@weft/protocol";
import type { FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";

export const csrfHeader = "x-weft-csrf";

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what another site has a browser do in somebody's name. Browsers say where a call comes from; what says nothing
 * must carry the header that no page of another origin can send.
 */
export function refuseForeign(request: FastifyRequest, publicUrl: string, { needsHeader = true } = {}): void {
  if (safeMethods.has(request.method)) return;
  if (needsHeader && !request.headers[csrfHeader]) throw foreign("The call lacks the header X-Weft-CSRF.");
  requireOwnOrigin(request, publicUrl);
}

/** Holds a call to this origin whatever its method: for sockets, and for the few reads that change something. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined && !isOwn(origin, request, publicUrl)) throw foreign();
  if (site !== undefined && site !== "same-origin") throw foreign();
  if (origin === undefined && site === undefined && !request.headers[csrfHeader]) throw foreign();
}

/** Whether a socket is asked for by a page of this server: browsers always say where it comes from. */
export function isOwnSocket({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (origin === undefined) return false;
  if (origin === own.origin) return true;
  return origin === `https://${host}` || (own.protocol === "http:" && origin === `http://${host}`);
}

function isOwn(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  // A browser sends the host that it was told to reach, so a page of another host cannot pass for ours.
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}

function foreign(message = "The call comes from another site.") {
  return new WeftError("FORBIDDEN", { message, suggestion: "Make the call from the site itself." });
}
