import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyaddr from "@fastify/proxy-addr";

/** The proxies whose `X-Forwarded-For` is trusted: how many are in front of the server, or their networks. */
export type TrustedProxies = number | readonly string[];

const namedNetworks: ReadonlySet<string> = new Set(["loopback", "linklocal", "uniquelocal"]);

/** Whether the proxy at an address may name the caller before it; `hop` counts from the server outward. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** Throws if a network cannot be parsed. */
export function trustsProxy(proxies: TrustedProxies): TrustsProxy {
  if (typeof proxies === "number") return (_address, hop) => hop < proxies;
  for (const network of proxies)
    // The parser below also accepts 10.0.0 and 12, which are probably mistakes.
    if (!namedNetworks.has(network) && isIP(network.split("/", 1)[0]!) === 0)
      throw new TypeError(`${network} is not a network.`);
  return proxyaddr.compile([...proxies]);
}

/**
 * The address that a request comes from, for HTTP calls (Fastify's `ip` is computed the same way) and sockets alike.
 * Proxies append to `X-Forwarded-For`, so it is read from its right end, and only as far as its entries are trusted:
 * the caller may have sent the rest.
 */
export function callerAddress(request: IncomingMessage, trusts: TrustsProxy): string {
  // A closed socket has no address.
  return request.socket.remoteAddress === undefined ? "" : proxyaddr(request, trusts);
}

const forwardingHeaders = ["x-forwarded-for", "x-real-ip", "forwarded", "via"] as const;

/** Whether a proxy says that it forwarded the request for another caller. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined);
}
