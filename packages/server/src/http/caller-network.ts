import { isIPv4 } from "node:net";
import { networkOf } from "./network-of.ts";

/** The network under which callers without credentials are counted: one IPv4 address, or a network of IPv6. */
export function callerNetwork(address: string): string {
  const v4 = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  return isIPv4(v4) ? v4 : (networkOf(address) ?? address);
}
