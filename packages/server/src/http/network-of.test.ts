import { expect, test } from "vitest";
import { networkOf } from "./network-of.ts";

test("an address is told as the network that it lies in", () => {
  const networks = {
    "203.0.113.77": "203.0.113.0/24",
    "127.0.0.1": "127.0.0.0/24",
    "::ffff:203.0.113.77": "203.0.113.0/24",
    "2001:db8:7:1::42": "2001:db8:7::/48",
    "2001:db8::42": "2001:db8::/48",
    "2001:db8:0:1::42": "2001:db8::/48",
    "::1": "::/48",
    "fe80:0:0:0:0:0:0:1": "fe80::/48",
  };
  for (const [address, network] of Object.entries(networks)) expect(networkOf(address), address).toBe(network);
});

test("what is no address has no network", () => {
  for (const text of ["", "localhost", "203.0.113", "1.2.3.999", "2001:db8::1::2"])
    expect(networkOf(text), text).toBeUndefined();
});
