import { isIPv4, SocketAddress } from "node:net";

/** The network of an address (`203.0.113.0/24`, `2001:db8:7::/48`): it identifies a place, not a person. */
export function networkOf(address: string): string | undefined {
  const v4 = /^(?:::ffff:)?([\d.]+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return isIPv4(v4) ? `${v4.slice(0, v4.lastIndexOf("."))}.0/24` : undefined;
  const parsed = SocketAddress.parse(`[${address}]`);
  if (parsed === undefined) return undefined;
  const [head = "", tail] = parsed.address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
  return `${groups
    .slice(0, 3)
    .join(":")
    .replace(/(?::?\b0\b)+$/, "")}::/48`;
}
