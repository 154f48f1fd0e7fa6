import type { IncomingMessage } from "node:http";

/** Proxies differ in which of several `Host` headers they forward (RFC 9112, 3.2). */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts++;
  return hosts > 1;
}

const socketPath = /^\/(v\d+\/?|ai\/v7|internal\/projects\/[^/]+\/inspect)$/;

/**
 * Whether a request becomes a socket. Other requests for an upgrade are answered as ordinary requests (RFC 9110, 7.8):
 * Java's HTTP client and `curl --http2` ask for `h2c` with ordinary calls.
 */
export function isSocketUpgrade(request: IncomingMessage): boolean {
  const { upgrade = "", host } = request.headers;
  if (request.method !== "GET" || host === undefined || hasSeveralHosts(request)) return false;
  if (upgrade.trim().toLowerCase() !== "websocket") return false;
  const path = URL.parse(request.url ?? "", "http://localhost")?.pathname;
  return path !== undefined && socketPath.test(path);
}
