import fastify from "fastify";
import { expect, test } from "vitest";
import { createMetrics } from "../metrics.ts";
import { trustsProxy } from "./caller-address.ts";
import type { TrustedProxies } from "./caller-address.ts";
import { healthRoutes } from "./health.ts";

const token = "a-token-of-the-operator";

interface Call {
  readonly remoteAddress: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function statusOfMetrics(call: Call, metricsToken?: string, proxies: TrustedProxies = 0): Promise<number> {
  await using app = fastify({ trustProxy: trustsProxy(proxies) });
  const health = { ready: async () => {}, serves: async () => true };
  for (const { template, handler } of healthRoutes({ health }, { metrics: createMetrics(), metricsToken }))
    app.get(template, handler);
  app.setErrorHandler((error, _request, reply) => {
    expect(error).toMatchObject({ code: "NOT_FOUND" });
    return reply.code(404).send();
  });
  return (await app.inject({ url: "/metrics", ...call })).statusCode;
}

test.for([
  ["this machine", { remoteAddress: "127.0.0.1" }, 200],
  ["this machine over IPv6", { remoteAddress: "::1" }, 200],
  ["this machine on a socket of both families", { remoteAddress: "::ffff:127.0.0.1" }, 200],
  ["another machine", { remoteAddress: "192.0.2.1" }, 404],
  ["a proxy on this machine", { remoteAddress: "127.0.0.1", headers: { "x-forwarded-for": "192.0.2.1" } }, 404],
  ["a proxy that is told a lie", { remoteAddress: "127.0.0.1", headers: { "x-forwarded-for": "127.0.0.1" } }, 404],
  ["a proxy that names itself", { remoteAddress: "127.0.0.1", headers: { via: "1.1 proxy" } }, 404],
] as const)("[HE24] without a token, %s gets %j", async ([, call, status]) => {
  expect(await statusOfMetrics(call)).toBe(status);
  expect(await statusOfMetrics(call, undefined, 1)).toBe(status);
});

test.for([
  ["the token", `Bearer ${token}`, 200],
  ["another token", `Bearer ${token}s`, 404],
  ["the token in another scheme", `Basic ${token}`, 404],
  ["an empty header", "", 404],
] as const)("[HE24] where a token is set, %s decides, wherever the caller is", async ([, authorization, status]) => {
  for (const remoteAddress of ["192.0.2.1", "127.0.0.1"])
    expect(await statusOfMetrics({ remoteAddress, headers: { authorization } }, token)).toBe(status);
  expect(await statusOfMetrics({ remoteAddress: "127.0.0.1" }, token)).toBe(404);
});
