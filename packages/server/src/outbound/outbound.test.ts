/** S6: which addresses outgoing requests reach, as the listeners see it, and how much a listener can take of us. */
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { X509CertificateGenerator } from "@peculiar/x509";
import { limits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../testing/listener.ts";
import { openOutbound } from "./outbound.ts";
import type { Outbound, OutboundRequest } from "./outbound.ts";
import { outboundPolicies } from "./outbound-policy.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { resolveAnyHost, resolvePublicHost } from "./resolve-host.ts";

/** Any port of public addresses, over HTTP too: as strict as a server's own rules where it matters here. */
const publicAnyPort: OutboundPolicy = { ...outboundPolicies.public, allowsPort: () => true };
/** The same, with one loopback address that counts as public. */
const onePublic: OutboundPolicy = { ...publicAnyPort, allowsAddress: (address) => address === "127.0.0.1" };
const noHosts: ResolveHost = async (host) => {
  throw new Error(`${host} was looked up.`);
};

interface World {
  readonly policy?: OutboundPolicy;
  readonly resolve?: ResolveHost;
  readonly limits?: Partial<Limits>;
}
function open({ policy = onePublic, resolve = noHosts, limits: changed }: World = {}): Outbound {
  return openOutbound({ policy, resolve, userAgent: "Weft/test", limits: { ...limits, ...changed } });
}
const quick = { timeoutMs: 5_000, responseBytes: 1_000 };
const get = (outbound: Outbound, url: string, request: Partial<OutboundRequest> = {}) =>
  outbound.send({ ...quick, ...request, url });
const textOf = (outcome: Awaited<ReturnType<Outbound["send"]>>) =>
  outcome.kind === "answered" ? Buffer.from(outcome.body).toString() : outcome.reason;

/** Names of the loopback addresses, in every notation that the parser of URLs or the name service knows. */
const notations = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0X7F.0.0.0x1",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.1.",
  "１２７.０.０.１",
  "①②⑦.0.0.1",
  "%31%32%37.0.0.1",
  "0",
  "0.0.0.0",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "localhost",
  "LOCALHOST.",
];

test("[OC1] no notation of a blocked address is connected to, nor a name that leads to one", async () => {
  await using four = await listen((_, response) => response.end());
  await using six = await listen((_, response) => response.end(), { host: "::1", port: four.port });
  for (const resolve of [resolveAnyHost, resolvePublicHost, async () => ["127.0.0.1"], async () => ["::1"]]) {
    await using outbound = open({ policy: publicAnyPort, resolve });
    for (const host of [...notations, "internal.example"]) {
      if (resolve === resolvePublicHost && host === "internal.example") continue;
      const outcome = await get(outbound, `http://${host}:${four.port}/`);
      expect([host, outcome.kind === "answered" ? outcome.status : outcome.reason]).toEqual([
        host,
        expect.stringMatching(/^(blockedAddress|unknownHost)$/),
      ]);
    }
  }
  expect([four.connections, six.connections]).toEqual([0, 0]);
  // The listeners can be reached.
  await using any = open({ policy: outboundPolicies.any, resolve: resolveAnyHost });
  for (const host of ["2130706433", "[::1]", "localhost"])
    expect(await get(any, `http://${host}:${four.port}/`)).toMatchObject({ kind: "answered", status: 200 });
  expect(four.connections + six.connections).toBeGreaterThan(1);
});

test.for([
  ["https", "https://example.com/", undefined],
  ["https", "https://example.com:80/", undefined],
  ["https", "http://example.com/", "protocol"],
  ["https", "https://example.com:8443/", "port"],
  ["public", "http://example.com/", undefined],
  ["public", "http://example.com:443/", undefined],
  ["public", "http://example.com:22/", "port"],
  ["public", "https://10.0.0.1/", "blockedAddress"],
  ["public", "https://ada@example.com/", "credentials"],
  ["public", "https://:secret@example.com/", "credentials"],
  ["public", "file:///etc/passwd", "protocol"],
  ["public", "gopher://example.com/", "protocol"],
  ["public", "//example.com", "invalidUrl"],
  ["public", "http://[fe80::1%25eth0]/", "invalidUrl"],
  ["public", "http://256.1.1.1/", "invalidUrl"],
  ["any", "http://10.0.0.1:9/", undefined],
  ["any", "ftp://10.0.0.1/", "protocol"],
] as const)("[OC2] mode %s: %s is refused as %s", async ([mode, url, reason]) => {
  await using outbound = open({ policy: outboundPolicies[mode] });
  expect(outbound.check(url)?.reason).toBe(reason);
  if (reason !== undefined) expect(await get(outbound, url)).toMatchObject({ kind: "refused", reason });
});

test("[OC1] a host with one blocked address is blocked, and each connection has its addresses checked", async () => {
  await using allowed = await listen((request, response) => {
    response.writeHead(302, { location: `${request.url}x`, connection: "close" }).end();
  });
  await using blocked = await listen((_, response) => response.end(), { host: "127.0.0.2", port: allowed.port });
  const url = `http://rebinding.example:${allowed.port}/`;
  let lookups = 0;
  const rebinding: ResolveHost = async () => [++lookups === 1 ? "127.0.0.1" : "127.0.0.2"];
  await using outbound = open({ resolve: rebinding });
  expect(await get(outbound, url, { redirects: 3 })).toMatchObject({ kind: "refused", reason: "blockedAddress" });
  expect([allowed.requests.length, lookups, blocked.connections]).toEqual([1, 2, 0]);

  await using mixed = open({ resolve: async () => ["127.0.0.1", "127.0.0.2"] });
  expect(await get(mixed, url)).toMatchObject({ kind: "refused", reason: "blockedAddress" });
  expect([allowed.connections, blocked.connections]).toEqual([1, 0]);

  // Were another address connected to than the one that was checked, it would be sent nothing.
  let checks = 0;
  await using changed = open({
    policy: { ...publicAnyPort, allowsAddress: () => ++checks === 1 },
    resolve: async () => ["127.0.0.2"],
  });
  expect(await get(changed, url)).toMatchObject({ kind: "refused", reason: "blockedAddress" });
  expect(blocked.requests).toEqual([]);
});

test("[OC3] redirects are answers unless asked for, and each is checked anew", async () => {
  await using blocked = await listen((_, response) => response.end(), { host: "127.0.0.2" });
  const seen: unknown[] = [];
  await using listener = await listen((request, response) => {
    const { path, to } = /^\/(?<path>\w+)\??(?<to>.*)$/.exec(request.url!)!.groups!;
    seen.push(request.headers["x-secret"]);
    if (path === "end") response.end("arrived");
    else if (path === "loop") response.writeHead(307, { location: "/loop" }).end();
    else response.writeHead(Number(path!.slice(1)), { location: decodeURIComponent(to!) }).end("moved");
  });
  const at = `http://127.0.0.1:${listener.port}`;
  const to = (location: string) => `${at}/s302?${encodeURIComponent(location)}`;
  await using outbound = open({ resolve: async () => ["127.0.0.1"] });
  const stays = await get(outbound, to("/end"));
  expect(stays).toMatchObject({ kind: "answered", status: 302 });
  expect(textOf(stays)).toBe("moved");
  for (const location of ["/end", "end", `${at}/end`, `//127.0.0.1:${listener.port}/end`])
    expect(await get(outbound, to(location), { redirects: 1 })).toMatchObject({ status: 200, url: `${at}/end` });
  expect(await get(outbound, `${at}/loop`, { redirects: 4 })).toMatchObject({ reason: "tooManyRedirects" });
  expect(await get(outbound, to("/end"), { method: "POST", redirects: 1 })).toMatchObject({ status: 302 });
  for (const [location, reason] of [
    [`http://127.0.0.2:${blocked.port}/`, "blockedAddress"],
    ["http://169.254.169.254/", "blockedAddress"],
    ["file:///etc/passwd", "protocol"],
    [`http://ada:secret@127.0.0.1:${listener.port}/end`, "credentials"],
  ] as const)
    expect(await get(outbound, to(location), { redirects: 5 })).toMatchObject({ kind: "refused", reason });
  expect(await get(outbound, to("http://["), { redirects: 5 })).toMatchObject({
    kind: "failed",
    reason: "invalidAnswer",
  });
  expect(blocked.connections).toBe(0);

  seen.length = 0;
  const headers = { "x-secret": "1" };
  await get(outbound, to("/end"), { redirects: 1, headers });
  await get(outbound, to(`http://other.example:${listener.port}/end`), { redirects: 1, headers });
  expect(seen).toEqual(["1", "1", "1", undefined]);
});

test("[OC4] a body is read up to its bound, as received and as decoded", async () => {
  const text = "word ".repeat(100);
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const endless = Buffer.concat(Array.from({ length: 2_000 }, () => gzipSync(Buffer.alloc(0))));
  const bodies: Record<string, readonly [encoding: string | undefined, body: Buffer]> = {
    plain: [undefined, Buffer.from(text)],
    gzip: ["gzip", gzipSync(text)],
    deflate: ["deflate", deflateSync(text)],
    br: ["br", brotliCompressSync(text)],
    long: [undefined, Buffer.alloc(5_000_000, "x")],
    bomb: ["gzip", bomb],
    nothing: ["gzip", endless],
    garbled: ["gzip", Buffer.from("not compressed")],
    unknown: ["zip", Buffer.from(text)],
    twice: ["gzip, gzip", gzipSync(gzipSync(text))],
    empty: [undefined, Buffer.alloc(0)],
  };
  await using listener = await listen((request, response) => {
    const [encoding, body] = bodies[request.url!.slice(1)]!;
    response.writeHead(200, encoding === undefined ? {} : { "content-encoding": encoding }).end(body);
  });
  await using outbound = open();
  const read = async (name: string, responseBytes = 1_000) => {
    const outcome = await get(outbound, `http://127.0.0.1:${listener.port}/${name}`, { responseBytes });
    return outcome.kind === "answered"
      ? [outcome.status, Buffer.from(outcome.body).toString(), outcome.complete]
      : outcome;
  };
  for (const name of ["plain", "gzip", "deflate", "br"]) expect(await read(name)).toEqual([200, text, true]);
  expect(await read("plain", 7)).toEqual([200, "word wo", false]);
  expect(await read("plain", 0)).toEqual([200, "", false]);
  expect(await read("gzip", 100)).toEqual([200, text.slice(0, 100), false]);
  expect(await read("long")).toEqual([200, "x".repeat(1_000), false]);
  expect(await read("bomb", 60_000)).toEqual([200, "\0".repeat(60_000), false]);
  expect(await read("nothing", 5_000)).toEqual([200, "", false]);
  for (const name of ["garbled", "unknown", "twice"]) expect(await read(name)).toEqual([200, "", false]);
  expect(await read("empty")).toEqual([200, "", true]);
});

test("[OC5] one deadline covers the headers, a slow body, redirects and the look-up", async () => {
  await using listener = await listen((request, response) => {
    if (request.url === "/silent") return;
    if (request.url === "/again")
      return void setTimeout(() => response.writeHead(302, { location: "/again" }).end(), 30);
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(timer));
  });
  await using outbound = open();
  for (const path of ["silent", "slow", "again"]) {
    const began = performance.now();
    const outcome = await get(outbound, `http://127.0.0.1:${listener.port}/${path}`, { timeoutMs: 150, redirects: 99 });
    expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
    expect(performance.now() - began).toBeLessThan(2_000);
  }
  await expect.poll(() => listener.open).toBe(0);
  await using lost = open({ resolve: () => new Promise(() => {}) });
  expect(await get(lost, "http://nowhere.example/", { timeoutMs: 50 })).toMatchObject({ reason: "timeout" });
  const controller = new AbortController();
  const canceled = get(outbound, `http://127.0.0.1:${listener.port}/silent`, { signal: controller.signal });
  controller.abort();
  expect(await canceled).toMatchObject({ kind: "failed", reason: "canceled" });
});

test("[OC5] requests in progress are bounded, in total and by host; the others wait, and too many fail", async () => {
  const waiting: (() => void)[] = [];
  await using listener = await listen((_, response) => void waiting.push(() => response.end()));
  const bounds = { outboundRequests: 3, outboundRequestsPerHost: 2, outboundRequestsWaiting: 2 };
  await using outbound = open({ resolve: async () => ["127.0.0.1"], limits: bounds });
  const send = (host: string, timeoutMs = 5_000) => get(outbound, `http://${host}:${listener.port}/`, { timeoutMs });
  const hostsSeen = () => listener.requests.map((line) => line.split(/[ :]/)[1]);
  const sent = [send("a.example"), send("a.example"), send("a.example"), send("b.example")];
  await expect.poll(() => waiting.length).toBe(3);
  expect(hostsSeen().filter((host) => host === "a.example")).toHaveLength(2);
  const late = send("c.example", 50);
  expect(await send("d.example")).toMatchObject({ kind: "failed", reason: "busy" });
  expect(await late).toMatchObject({ kind: "failed", reason: "timeout" });
  waiting.shift()!();
  await expect.poll(() => waiting.length).toBe(3);
  for (const answer of waiting) answer();
  expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => "answered"));
});

test("[OC6] connections are used again, and one that was closed meanwhile is replaced", async () => {
  await using listener = await listen((_, response) => response.end("ok"));
  await using outbound = open();
  const url = `http://127.0.0.1:${listener.port}/`;
  for (let n = 0; n < 3; n++) expect(textOf(await get(outbound, url))).toBe("ok");
  expect(listener.connections).toBe(1);

  let answered = 0;
  await using closing = await listen((request, response) => {
    // The second request on a connection is cut, as if it had crossed the end of the connection.
    if (++answered === 2) request.socket.destroy();
    else response.end("ok");
  });
  const flaky = `http://127.0.0.1:${closing.port}/`;
  expect([
    textOf(await get(outbound, flaky)),
    textOf(await get(outbound, flaky, { method: "POST", body: "x" })),
  ]).toEqual(["ok", "ok"]);
  expect(closing.connections).toBe(2);
});

test("[OC6] what the other side does wrong is a reason, and a proxy in the environment is not used", async () => {
  await using listener = await listen((request, response) => {
    if (request.url === "/gone") return void request.socket.destroy();
    if (request.url === "/garbled") return void request.socket.end("220 mail.example ESMTP\r\n");
    if (request.url === "/cut")
      return void response.writeHead(200, { "content-length": 9 }).write("part", () => response.destroy());
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => response.end(`${request.headers["user-agent"]} ${body}`));
  });
  await using proxy = await listen((_, response) => response.end("proxy"));
  for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  try {
    await using outbound = open({
      resolve: (host) => (host === "known.example" ? Promise.resolve(["127.0.0.1"]) : noHosts(host)),
    });
    const at = `http://known.example:${listener.port}`;
    expect(textOf(await get(outbound, at, { method: "POST", body: "sent" }))).toBe("Weft/test sent");
    expect(await get(outbound, `${at}/gone`)).toMatchObject({ kind: "failed", reason: "unreachable" });
    expect(await get(outbound, `${at}/garbled`)).toMatchObject({ kind: "failed", reason: "invalidAnswer" });
    expect(await get(outbound, `${at}/cut`)).toMatchObject({
      kind: "answered",
      status: 200,
      complete: false,
      broken: true,
    });
    expect(await get(outbound, "http://unknown.example/")).toMatchObject({ kind: "failed", reason: "unknownHost" });
    expect(proxy.connections).toBe(0);
    const { port } = proxy;
    await proxy[Symbol.asyncDispose]();
    expect(await get(outbound, `http://127.0.0.1:${port}/`)).toMatchObject({ kind: "failed", reason: "unreachable" });
  } finally {
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) delete process.env[name];
  }
});

let certificate: { readonly key: string; readonly cert: string };
const trusted = getCACertificates("default");
beforeAll(async () => {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const made = await X509CertificateGenerator.createSelfSigned({
    name: "CN=known.example",
    keys,
    signingAlgorithm: algorithm,
  });
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  certificate = { key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`, cert: made.toString("pem") };
});
afterAll(() => setDefaultCACertificates(trusted));

test("[OC6] over HTTPS, the certificate must be trusted and name the host", async () => {
  await using listener = await listen((_, response) => response.end("secret"), { tls: certificate });
  const url = (host: string) => `https://${host}:${listener.port}/`;
  {
    await using outbound = open({ resolve: async () => ["127.0.0.1"] });
    expect(await get(outbound, url("known.example"))).toMatchObject({ kind: "failed", reason: "certificate" });
  }
  setDefaultCACertificates([...trusted, certificate.cert]);
  await using outbound = open({ resolve: async () => ["127.0.0.1"] });
  expect(textOf(await get(outbound, url("known.example")))).toBe("secret");
  expect(await get(outbound, url("other.example"))).toMatchObject({ kind: "failed", reason: "certificate" });
  expect(await get(outbound, url("127.0.0.1"))).toMatchObject({ kind: "failed", reason: "certificate" });
  expect(await get(outbound, `https://known.example:1/`)).toMatchObject({ kind: "failed", reason: "unreachable" });
  expect(listener.requests).toEqual([`GET known.example:${listener.port} /`]);
});
