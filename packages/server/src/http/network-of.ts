import { isIPv4, isIPv6, SocketAddress } from "node:net";

/**
 * The network that limits count: an IPv4 address, or the /64 of an IPv6 address, within which one machine may choose any
 * number of addresses. Every limit per address uses it as its key. A text that isn't an address is its own network.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined || isIPv4(plain)) return plain ?? address;
  return `${prefixOf(plain, 4)}::/64`;
}

/** The place of an address (`203.0.113.0/24`, `2001:db8:7::/48`), for records that must not identify a person. */
export function placeOf(address: string): string | undefined {
  const plain = plainAddress(address);
  if (plain === undefined) return undefined;
  return isIPv4(plain) ? `${plain.slice(0, plain.lastIndexOf("."))}.0/24` : `${prefixOf(plain, 3)}::/48`;
}

/** IPv4 addresses in IPv6: of dual-stack sockets, and of translators with the well-known prefix (RFC 6052). */
const embedded = /^(?:::ffff:|64:ff9b::)(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/;

/** An address in its shortest form, without a zone, IPv4 where it is embedded in IPv6; undefined if it is none. */
export function plainAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return undefined;
  const { address } = new SocketAddress({ address: text.split("%", 1)[0]!, family: "ipv6" });
  const found = embedded.exec(address);
  if (found === null) return address;
  const [, dotted, high = "0", low = "0"] = found;
  if (dotted !== undefined) return dotted;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [h >> 8, h & 255, l >> 8, l & 255].join(".");
}

/** The first groups of an IPv6 address, without zeros at the end. */
function prefixOf(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  // The last 32 bits may be written with dots.
  const groupsAfter = after.length + (after.at(-1)?.includes(".") === true ? 1 : 0);
  const zeros = Array<string>(Math.max(0, 8 - before.length - groupsAfter)).fill("0");
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return groups
    .slice(0, count)
    .join(":")
    .replace(/(?::?\b0\b)+$/, "");
}
