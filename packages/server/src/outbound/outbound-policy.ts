import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Where outgoing requests may go: see `WEFT_OUTBOUND`. */
export type OutboundMode = "https" | "public" | "any";

/** The rules of a mode. */
export interface OutboundPolicy {
  readonly protocols: readonly string[];
  readonly allowsPort: (port: number) => boolean;
  readonly allowsAddress: (address: string) => boolean;
}

const isWebPort = (port: number) => port === 80 || port === 443;
const all = () => true;

export const outboundPolicies: { readonly [M in OutboundMode]: OutboundPolicy } = {
  https: { protocols: ["https:"], allowsPort: isWebPort, allowsAddress: isPublicAddress },
  public: { protocols: ["https:", "http:"], allowsPort: isWebPort, allowsAddress: isPublicAddress },
  any: { protocols: ["https:", "http:"], allowsPort: all, allowsAddress: all },
};

/** What is wrong with an address that was asked for. */
export const refusals = {
  invalidUrl: "The address is not a valid URL.",
  protocol: "The address must begin with https://.",
  credentials: "The address must not contain a user name or a password.",
  port: "The address must use port 80 or 443.",
  blockedAddress: "The address is not on the public internet.",
} as const;
export type AddressRefusal = keyof typeof refusals;

/** Checks everything about an address that needs no look-up of its host. */
export function readAddress(
  text: string,
  { protocols, allowsPort, allowsAddress }: OutboundPolicy,
): URL | AddressRefusal {
  const url = URL.parse(text);
  if (url === null) return "invalidUrl";
  if (!protocols.includes(url.protocol)) return "protocol";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (!allowsPort(Number(url.port || defaultPorts[url.protocol]))) return "port";
  // The parser has turned every notation of an address into the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !allowsAddress(host) ? "blockedAddress" : url;
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
