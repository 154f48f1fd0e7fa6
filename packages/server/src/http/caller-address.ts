import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyaddr from "@fastify/proxy-addr";
import type { FastifyInstance } from "fastify";
import { plainAddress } from "./network-of.ts";

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
 * The address that a request comes from, for HTTP calls and sockets alike. Proxies append to `X-Forwarded-For`, so it is
 * read from its right end, and only as far as its entries are trusted: the caller may have sent the rest. Ports and
 * brackets, which some proxies add, are dropped. Where an entry isn't an address, the proxy that sent it counts.
 */
export function callerAddress({ socket, headers }: IncomingMessage, trusts: TrustsProxy): string {
  const { remoteAddress } = socket;
  // A closed socket has no address.
  if (remoteAddress === undefined) return "";
  let caller = plainAddress(remoteAddress) ?? remoteAddress;
  const header = headers["x-forwarded-for"];
  if (header === undefined) return caller;
  const entries = String(header).split(",");
  for (let hop = 0; trusts(caller, hop); hop++) {
    const next = addressIn(entries.pop() ?? "");
    if (next === undefined) break;
    caller = next;
  }
  return caller;
}

/** `203.0.113.8`, `203.0.113.8:20001`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:20001`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  return plainAddress(bracketed ?? dotted ?? text);
}

/** Makes `request.ip` the address of the caller, which Fastify would copy from the header as it was sent. */
export function setCallerAddresses(app: FastifyInstance, trusts: TrustsProxy): void {
  app.addHook("onRequest", (request, _reply, done) => {
    Object.defineProperty(request, "ip", { value: callerAddress(request.raw, trusts) });
    done();
  });
}

const forwardingHeaders = [
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-forwarded-host",
  "x-real-ip",
  "forwarded",
  "via",
] as const;

/** Whether a proxy says that it forwarded the request for another caller. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined);
}
