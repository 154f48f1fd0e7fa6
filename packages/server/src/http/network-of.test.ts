import { expect, test } from "vitest";
import { networkOf, placeOf, plainAddress } from "./network-of.ts";

const addresses: Readonly<Record<string, readonly [plain: string, network: string, place: string]>> = {
  "203.0.113.77": ["203.0.113.77", "203.0.113.77", "203.0.113.0/24"],
  "127.0.0.1": ["127.0.0.1", "127.0.0.1", "127.0.0.0/24"],
  "::ffff:203.0.113.77": ["203.0.113.77", "203.0.113.77", "203.0.113.0/24"],
  "::FFFF:cb00:714d": ["203.0.113.77", "203.0.113.77", "203.0.113.0/24"],
  "64:ff9b::cb00:714d": ["203.0.113.77", "203.0.113.77", "203.0.113.0/24"],
  "64:ff9b::": ["64:ff9b::", "64:ff9b::/64", "64:ff9b::/48"],
  "2001:db8:7:1::42": ["2001:db8:7:1::42", "2001:db8:7:1::/64", "2001:db8:7::/48"],
  "2001:DB8:7:1:aaaa:bbbb:cccc:dddd": ["2001:db8:7:1:aaaa:bbbb:cccc:dddd", "2001:db8:7:1::/64", "2001:db8:7::/48"],
  "2001:db8::42": ["2001:db8::42", "2001:db8::/64", "2001:db8::/48"],
  "2001:db8:0:1::42": ["2001:db8:0:1::42", "2001:db8:0:1::/64", "2001:db8::/48"],
  "2001:0db8:0000:0001:0000:0000:0000:0042": ["2001:db8:0:1::42", "2001:db8:0:1::/64", "2001:db8::/48"],
  "::1": ["::1", "::/64", "::/48"],
  "::1.2.3.4": ["::1.2.3.4", "::/64", "::/48"],
  "fe80:0:0:0:0:0:0:1%eth0": ["fe80::1", "fe80::/64", "fe80::/48"],
};

test.for(Object.entries(addresses))("%s is %j", ([address, [plain, network, place]]) => {
  expect(plainAddress(address)).toBe(plain);
  expect(networkOf(address)).toBe(network);
  expect(placeOf(address)).toBe(place);
});

test("all addresses of a /64 are one network, and those of its neighbor another", () => {
  const own = Array.from({ length: 50 }, (_, index) => networkOf(`2001:db8:7:1:${index.toString(16)}::${index}`));
  expect(new Set(own)).toEqual(new Set(["2001:db8:7:1::/64"]));
  expect(networkOf("2001:db8:7:2::1")).toBe("2001:db8:7:2::/64");
});

test.for(["", "localhost", "203.0.113", "1.2.3.999", "2001:db8::1::2", "unknown"])("%j is not an address", (text) => {
  expect(plainAddress(text)).toBeUndefined();
  expect(placeOf(text)).toBeUndefined();
  expect(networkOf(text)).toBe(text);
});
