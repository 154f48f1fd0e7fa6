import type { IncomingMessage } from "node:http";
import fastify from "fastify";
import { expect, test } from "vitest";
import { callerAddress, isForwarded, setCallerAddresses, trustsProxy } from "./caller-address.ts";
import type { TrustedProxies } from "./caller-address.ts";

const networks = ["10.0.0.0/8", "loopback", "fc00::/7"];

/** Trusted proxies, the peer of the TCP connection, `X-Forwarded-For`, and the address that counts. */
const cases: readonly (readonly [TrustedProxies, string, string | undefined, string])[] = [
  // Without a trusted proxy the header says nothing.
  [0, "192.0.2.1", undefined, "192.0.2.1"],
  [0, "192.0.2.1", "6.6.6.6", "192.0.2.1"],
  [0, "127.0.0.1", "6.6.6.6", "127.0.0.1"],
  // One proxy: the entry that it appended, whatever the caller sent before it.
  [1, "10.0.0.1", undefined, "10.0.0.1"],
  [1, "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  [1, "10.0.0.1", "6.6.6.6, 192.0.2.1", "192.0.2.1"],
  [1, "10.0.0.1", "6.6.6.6,7.7.7.7 ,192.0.2.1", "192.0.2.1"],
  [1, "10.0.0.1", "127.0.0.1, 192.0.2.1", "192.0.2.1"],
  [1, "10.0.0.1", "6.6.6.6, 2001:db8::1", "2001:db8::1"],
  // Two proxies in a row.
  [2, "10.0.0.1", "192.0.2.1, 10.0.0.2", "192.0.2.1"],
  [2, "10.0.0.1", "6.6.6.6, 192.0.2.1, 10.0.0.2", "192.0.2.1"],
  [2, "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  // Networks: as far to the left as addresses are in them.
  [networks, "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  [networks, "10.0.0.1", "6.6.6.6, 192.0.2.1, 10.9.9.9", "192.0.2.1"],
  [networks, "10.0.0.1", "10.1.1.1, 192.0.2.1", "192.0.2.1"],
  [networks, "::ffff:10.0.0.1", "6.6.6.6, 192.0.2.1", "192.0.2.1"],
  [networks, "fd00::1", "6.6.6.6, 192.0.2.1, 127.0.0.1", "192.0.2.1"],
  [networks, "192.0.2.9", "6.6.6.6", "192.0.2.9"],
  // What is not an address counts as that of the proxy that sent it.
  [networks, "10.0.0.1", "6.6.6.6, unknown", "10.0.0.1"],
  [networks, "10.0.0.1", "6.6.6.6, unknown, 10.0.0.2", "10.0.0.2"],
  [1, "10.0.0.1", "secret", "10.0.0.1"],
  [1, "10.0.0.1", ",", "10.0.0.1"],
  [1, "10.0.0.1", "203.0.113.8:", "10.0.0.1"],
  [1, "10.0.0.1", "[203.0.113", "10.0.0.1"],
  [1, "10.0.0.1", "203.0.113.8:port", "10.0.0.1"],
  // Ports, brackets, zones and other spellings are not part of an address.
  [1, "10.0.0.1", "203.0.113.8:20001", "203.0.113.8"],
  [1, "10.0.0.1", "[2001:db8::1]:20001", "2001:db8::1"],
  [1, "10.0.0.1", "[2001:db8::1]", "2001:db8::1"],
  [1, "10.0.0.1", "2001:DB8:0:0:0::1", "2001:db8::1"],
  [1, "10.0.0.1", "fe80::1%eth0", "fe80::1"],
  [1, "10.0.0.1", "[::ffff:203.0.113.8]:443", "203.0.113.8"],
  [2, "10.0.0.1", "192.0.2.1:5, [fd00::2]:443", "192.0.2.1"],
  [networks, "10.0.0.1", "6.6.6.6, 192.0.2.1:9, 10.0.0.2:9", "192.0.2.1"],
  [0, "::ffff:192.0.2.1", undefined, "192.0.2.1"],
  [networks, "10.0.0.1", "", "10.0.0.1"],
];

test.for(cases)("[HE12] %j trusted, from %s with %j: %s", async ([proxies, peer, forwardedFor, expected]) => {
  const trusts = trustsProxy(proxies);
  const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
  const request = { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage;
  expect(callerAddress(request, trusts)).toBe(expected);

  // Both edges agree: Fastify is given the same function.
  await using app = fastify({ trustProxy: trusts });
  setCallerAddresses(app, trusts);
  app.get("/", (call) => call.ip);
  const answer = await app.inject({ url: "/", remoteAddress: peer, headers });
  expect(answer.body).toBe(expected);
});

test("a connection that is gone has no address", () => {
  const request = { headers: { "x-forwarded-for": "6.6.6.6" }, socket: {} } as unknown as IncomingMessage;
  expect(callerAddress(request, trustsProxy(networks))).toBe("");
});

test.for(["10.0.0.0/33", "10.0.0.0/0", "proxy.example.com", "10.0.0"])("%s is no network", (network) => {
  expect(() => trustsProxy([network])).toThrow();
});

test.for(["x-forwarded-for", "x-real-ip", "forwarded", "via", "x-forwarded-proto", "x-forwarded-host"])(
  "a request with %s is forwarded",
  (name) => {
    const request = (headers: object) => ({ headers, socket: {} }) as unknown as IncomingMessage;
    expect(isForwarded(request({ [name]: "anything" }))).toBe(true);
    expect(isForwarded(request({ host: "localhost" }))).toBe(false);
  },
);
