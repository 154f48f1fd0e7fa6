/** S6 for answers that are streamed, such as those of AI providers whose addresses users name. */
import { limits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { listen } from "../testing/listener.ts";
import { AddressRefused, openOutbound } from "./outbound.ts";
import { outboundPolicies } from "./outbound-policy.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { resolveAnyHost } from "./resolve-host.ts";

const publicAnyPort: OutboundPolicy = { ...outboundPolicies.public, allowsPort: () => true };
/** One loopback address counts as public. */
const onePublic: OutboundPolicy = { ...publicAnyPort, allowsAddress: (address) => address === "127.0.0.1" };

interface World {
  readonly policy?: OutboundPolicy;
  readonly resolve?: ResolveHost;
  readonly limits?: Partial<Limits>;
}
function open({ policy = onePublic, resolve = resolveAnyHost, limits: changed }: World = {}) {
  return openOutbound({ policy, resolve, userAgent: "Weft/test", limits: { ...limits, ...changed } });
}

test("[OC9] a blocked address is not connected to, nor a name that leads to one, nor another protocol", async () => {
  await using listener = await listen((_, response) => response.end());
  await using outbound = open({ policy: publicAnyPort, resolve: async () => ["127.0.0.1"] });
  for (const url of [
    `http://127.0.0.1:${listener.port}/`,
    `http://2130706433:${listener.port}/`,
    `http://internal.example:${listener.port}/`,
    `http://ada@internal.example:${listener.port}/`,
    "file:///etc/passwd",
  ])
    await expect(outbound.fetch(url), url).rejects.toBeInstanceOf(AddressRefused);
  expect(listener.connections).toBe(0);
});

test("[OC9] a redirect is an answer, also one to an address that is allowed", async () => {
  await using listener = await listen((request, response) =>
    response.writeHead(request.url === "/" ? 307 : 200, { location: "/next" }).end("moved"),
  );
  await using outbound = open();
  const answer = await outbound.fetch(`http://127.0.0.1:${listener.port}/`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.text()]).toEqual([307, "moved"]);
  expect(listener.requests).toHaveLength(1);
});

test("[OC9] what is sent arrives, and the answer is read piece by piece as it comes", async () => {
  const next = Promise.withResolvers<void>();
  const seen: unknown[] = [];
  await using listener = await listen(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece as string;
    seen.push(body, request.headers["x-key"], request.headers["user-agent"], request.headers["accept-encoding"]);
    response.writeHead(201, { "x-answer": "yes" }).write("one ");
    await next.promise;
    response.end("two");
  });
  await using outbound = open();
  const headers = { "x-key": "secret", "user-agent": "else" };
  const answer = await outbound.fetch(`http://127.0.0.1:${listener.port}/v1`, { method: "POST", headers, body: "ask" });
  expect([answer.status, answer.headers.get("x-answer")]).toEqual([201, "yes"]);
  const pieces: string[] = [];
  for await (const piece of answer.body!) {
    pieces.push(Buffer.from(piece as Uint8Array).toString());
    next.resolve();
  }
  expect(pieces).toEqual(["one ", "two"]);
  expect(seen).toEqual(["ask", "secret", "Weft/test", "identity"]);
});

test("[OC9] the caller's signal ends a request that waits, and one whose answer is read", async () => {
  await using listener = await listen((request, response) => {
    if (request.url === "/begun") response.writeHead(200).write("begun");
  });
  await using outbound = open();
  const at = `http://127.0.0.1:${listener.port}`;
  const waiting = new AbortController();
  const first = outbound.fetch(`${at}/silent`, { signal: waiting.signal });
  await expect.poll(() => listener.requests.length).toBe(1);
  waiting.abort();
  await expect(first).rejects.toMatchObject({ name: "AbortError" });

  const reading = new AbortController();
  const answer = await outbound.fetch(`${at}/begun`, { signal: reading.signal });
  const reader = answer.body!.getReader();
  expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe("begun");
  reading.abort();
  await expect(reader.read()).rejects.toThrow();
  await expect.poll(() => listener.open).toBe(0);
  await expect(outbound.fetch(at, { signal: reading.signal })).rejects.toThrow();
});

test("[OC9] streams that go on keep no other request waiting, and those that wait to begin are bounded", async () => {
  await using listener = await listen((request, response) => {
    if (request.url === "/silent") return;
    response.writeHead(200).write("begun");
    if (request.url === "/short") response.end();
  });
  // More streams than there are slots and idle connections.
  const few = { outboundRequests: 1, outboundRequestsPerHost: 1, outboundRequestsWaiting: 0 };
  await using outbound = open({ limits: few });
  const at = `http://127.0.0.1:${listener.port}`;
  for (let n = 0; n < 60; n++) expect((await outbound.fetch(`${at}/long`)).status).toBe(200);
  expect(await outbound.send({ url: `${at}/short`, timeoutMs: 5_000, responseBytes: 100 })).toMatchObject({
    kind: "answered",
    status: 200,
  });
  const stop = new AbortController();
  const silent = outbound.fetch(`${at}/silent`, { signal: stop.signal });
  await expect.poll(() => listener.requests.length).toBe(62);
  await expect(outbound.fetch(`${at}/long`)).rejects.toThrow("Too many requests");
  stop.abort();
  await expect(silent).rejects.toThrow();
  expect((await outbound.fetch(`${at}/short`)).status).toBe(200);
});

test("[OC9] a server that cannot be reached rejects as fetch does, and the end of the process ends streams", async () => {
  const gone = await listen((_, response) => response.end());
  await gone[Symbol.asyncDispose]();
  await using listener = await listen((_, response) => response.writeHead(200).write("begun"));
  const outbound = open();
  await expect(outbound.fetch(`http://127.0.0.1:${gone.port}/`)).rejects.toBeInstanceOf(TypeError);
  const answer = await outbound.fetch(`http://127.0.0.1:${listener.port}/`);
  await outbound[Symbol.asyncDispose]();
  await expect(answer.text()).rejects.toThrow();
});
