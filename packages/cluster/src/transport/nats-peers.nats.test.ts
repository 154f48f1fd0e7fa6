import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { X509CertificateGenerator } from "@peculiar/x509";
import { connect } from "@nats-io/transport-node";
import { openLink } from "@weft/testkit";
import { expect, test } from "vitest";
import { openNatsServer, sharedNats, whyNoNats, whyNoNatsServer } from "../../suites/nats-server.ts";
import type { NodeId } from "../peers.ts";
import type { NatsPeersOptions } from "./nats-peers.ts";
import { openNatsPeers } from "./nats-peers.ts";

const noNats = await whyNoNats();
if (noNats !== undefined) console.log(`The transport is not tested on the NATS server that tests share: ${noNats}.`);
const noServer = whyNoNatsServer();
if (noServer !== undefined) console.log(`Restarts and settings of NATS servers are not tested: ${noServer}.`);

const clock: NatsPeersOptions["clock"] = {
  setTimer(afterMs, run) {
    const timer = setTimeout(run, afterMs);
    return { cancel: () => clearTimeout(timer) };
  },
  defer: (run) => void setImmediate(run),
};

const [a, b, c] = ["a", "b", "c"] as readonly string[] as readonly [NodeId, NodeId, NodeId];

type Told = readonly [what: string, ...rest: unknown[]];

/** A node with all that it is told, and a way to wait for it. */
async function openNode(self: NodeId, options: Partial<NatsPeersOptions> = {}) {
  const told: Told[] = [];
  const waiting = new Set<() => void>();
  const tell = (...what: Told) => {
    told.push(what);
    for (const wake of waiting) wake();
  };
  const peers = await openNatsPeers({
    self,
    cluster: "test",
    servers: [sharedNats],
    clock,
    ...options,
    events: {
      connected: () => tell("connected"),
      disconnected: (reason) => tell("disconnected", reason),
      failed: (cause) => tell("failed", String(cause)),
    },
  });
  peers.listen({
    received: (from, message) => tell("received", from, message),
    published: (from, message) => tell("published", from, message),
    lost: (node) => tell("lost", node),
    missed: () => tell("missed"),
  });
  /** Resolves when something like this has been told. */
  const until = (isIt: (what: Told) => boolean) =>
    new Promise<Told>((resolve) => {
      const look = () => {
        const found = told.find(isIt);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { peers, told, until, [Symbol.asyncDispose]: () => peers[Symbol.asyncDispose]() };
}

const received = (from: NodeId, message: unknown) => (what: Told) =>
  what[0] === "received" && what[1] === from && what[2] === message;
const is =
  (name: string, ...rest: readonly unknown[]) =>
  (what: Told) =>
    what[0] === name && rest.every((part, index) => what[index + 1] === part);

/** Both have a link when a message of each has arrived. */
async function meet(one: Awaited<ReturnType<typeof openNode>>, other: Awaited<ReturnType<typeof openNode>>) {
  const token = randomUUID();
  one.peers.send(other.peers.self, token);
  other.peers.send(one.peers.self, token);
  await Promise.all([one.until(received(other.peers.self, token)), other.until(received(one.peers.self, token))]);
}

const forget = (...nodes: readonly { readonly told: Told[] }[]) => {
  for (const { told } of nodes) told.length = 0;
};

test.skipIf(noNats !== undefined)(
  "[CL6] [CL9] messages of any size arrive in order over NATS, and nodes of other clusters receive none",
  async () => {
    const cluster = randomUUID();
    await using one = await openNode(a, { cluster });
    await using other = await openNode(b, { cluster });
    await using foreign = await openNode(c, { cluster: randomUUID() });
    const large = Buffer.alloc(32 * 1_024 * 1_024, "weft");
    const sent = ["first", large, ...Array.from({ length: 5_000 }, (_, n) => n), "last"];
    for (const message of sent) one.peers.send(b, message);
    one.peers.publish("to all");
    await other.until(received(a, "last"));
    const got = other.told.filter(is("received")).map(([, , message]) => message);
    expect(got).toHaveLength(sent.length);
    expect(large.equals(got[1] as Buffer)).toBe(true);
    expect([...got.slice(0, 1), ...got.slice(2)]).toEqual([...sent.slice(0, 1), ...sent.slice(2)]);
    one.peers.publish("to all, again");
    await other.until(is("published", a, "to all, again"));
    expect([one.told, foreign.told]).toEqual([[], []]);
  },
);

test.skipIf(noNats !== undefined)(
  "[CL13] a node that stops is lost to others at once, after its last message",
  async () => {
    const cluster = randomUUID();
    await using one = await openNode(a, { cluster });
    const other = await openNode(b, { cluster });
    await meet(one, other);
    other.peers.send(a, "last");
    await other[Symbol.asyncDispose]();
    await one.until(is("lost", b));
    expect(one.told.slice(-2)).toEqual([
      ["received", b, "last"],
      ["lost", b],
    ]);
    expect(other.peers.isConnected).toBe(false);
  },
);

test.skipIf(noServer !== undefined)(
  "[CL8] when the NATS server ends, nodes lose each other once, and nothing that was sent meanwhile arrives later",
  async () => {
    await using server = await openNatsServer();
    const servers = [`nats://127.0.0.1:${server.port}`];
    await using one = await openNode(a, { servers });
    await using other = await openNode(b, { servers });
    await meet(one, other);
    forget(one, other);
    await server.kill();
    await Promise.all([one.until(is("lost", b)), other.until(is("lost", a))]);
    expect(one.peers.isConnected).toBe(false);
    one.peers.send(b, "stale");
    one.peers.publish("stale");
    await server.start();
    await Promise.all([one.until(is("missed")), other.until(is("missed"))]);
    await meet(one, other);
    for (const { told } of [one, other])
      expect(told.filter(([what, , message]) => what === "disconnected" || message === "stale")).toHaveLength(1);
    expect(other.told.filter(is("lost"))).toHaveLength(1);
  },
);

test.skipIf(noServer !== undefined)(
  "[CL8] a node whose connection the server ends, since it reads too slowly, loses the others and returns",
  async () => {
    await using server = await openNatsServer("max_pending: 8MB\nmax_payload: 8MB");
    await using path = await openLink(server.port);
    await using one = await openNode(a, { servers: [`nats://127.0.0.1:${server.port}`] });
    await using other = await openNode(b, { servers: [`nats://127.0.0.1:${path.port}`] });
    await meet(one, other);
    path.hold("down");
    await using flood = await connect({ servers: `127.0.0.1:${server.port}` });
    // More than the system keeps for a socket that is not read from.
    for (let n = 0; n < 8; n++) flood.publish("weft.test.node.b.bulk", Buffer.alloc(8_000_000));
    await server.logged("Slow Consumer Detected");
    path.release("down");
    await other.until(is("lost", a));
    await one.until(is("lost", b));
    await other.until(is("missed"));
    expect(other.told.find(is("disconnected"))?.[1]).toMatch("The bulk connection to the NATS server was lost");
    await meet(one, other);
  },
);

test.skipIf(noServer !== undefined)("[CL12] connections are encrypted where the URL says so", async () => {
  const files = 'tls: { cert_file: "{folder}/cert.pem", key_file: "{folder}/key.pem" }';
  await using server = await openNatsServer(files, writeCertificate);
  await using plain = await openNatsServer();
  const url = (port: number) => `tls://localhost:${port}`;
  const tls = { caFile: join(server.folder, "cert.pem") };
  await using node = await openNode(a, { servers: [url(server.port)], tls });
  expect(node.peers.isConnected).toBe(true);
  await expect(openNode(b, { servers: [url(server.port)] })).rejects.toThrow("self-signed certificate");
  await expect(openNode(b, { servers: [url(plain.port)] })).rejects.toThrow("does not support 'tls'");
  await expect(openNode(b, { servers: [url(plain.port)], tls: { caFile: "/none" } })).rejects.toThrow("tls");
});

async function writeCertificate(folder: string): Promise<void> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const made = await X509CertificateGenerator.createSelfSigned({
    name: "CN=localhost",
    keys,
    signingAlgorithm: algorithm,
  });
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  writeFileSync(join(folder, "cert.pem"), made.toString("pem"));
  writeFileSync(join(folder, "key.pem"), `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`);
}

test.skipIf(noServer !== undefined)(
  "[CL12] a node does not start where the server takes smaller messages",
  async () => {
    await using server = await openNatsServer("max_payload: 256KB");
    await expect(openNode(a, { servers: [`nats://127.0.0.1:${server.port}`] })).rejects.toThrow(
      "has a max_payload of 262144 bytes, and Weft needs 524288. Raise max_payload in its configuration.",
    );
  },
);

test.skipIf(noServer !== undefined)(
  "[CL12] a node whose server is configured to take smaller messages disconnects, says why, and returns when it is not",
  async () => {
    await using server = await openNatsServer();
    const servers = [`nats://127.0.0.1:${server.port}`];
    await using one = await openNode(a, { servers });
    await using other = await openNode(b, { servers });
    await meet(one, other);
    server.reload("max_payload: 256KB");
    await server.logged("Reloaded: max_payload");
    one.peers.send(b, Buffer.alloc(1_024 * 1_024));
    await one.until((what) => what[0] === "failed" && /has a max_payload of 262144 bytes/u.test(String(what[1])));
    await other.until(is("lost", a));
    server.reload("");
    await one.until(is("connected"));
    await meet(one, other);
  },
);

test.skipIf(noServer !== undefined)("[CL12] users, passwords and tokens are in the URL of the server", async () => {
  await using withUser = await openNatsServer('authorization: { user: "weft", password: "p@ss" }');
  await using withToken = await openNatsServer('authorization: { token: "secret" }');
  await using one = await openNode(a, { servers: [`nats://weft:p%40ss@127.0.0.1:${withUser.port}`] });
  await using other = await openNode(a, { servers: [`nats://secret@127.0.0.1:${withToken.port}`] });
  expect([one, other].map(({ peers }) => peers.isConnected)).toEqual([true, true]);
  await expect(openNode(b, { servers: [`nats://weft:wrong@127.0.0.1:${withUser.port}`] })).rejects.toThrow(
    "Authorization",
  );
  await expect(openNode(b, { servers: [`nats://127.0.0.1:${withToken.port}`] })).rejects.toThrow("Authorization");
});

test.skipIf(noServer !== undefined)("[CL12] a node that may not subscribe to its subjects does not start", async () => {
  await using server = await openNatsServer(
    'authorization: { users: [{ user: "weft", password: "weft", permissions: { subscribe: { deny: "weft.>" } } }] }',
  );
  await expect(openNode(a, { servers: [`nats://weft:weft@127.0.0.1:${server.port}`] })).rejects.toThrow(
    "does not let this node subscribe to weft.test.>",
  );
});

test.each<[problem: string, servers: readonly string[], names: Partial<NatsPeersOptions>]>([
  ["No NATS server is given", [], {}],
  ["http://127.0.0.1 is not the URL of a NATS server", ["http://127.0.0.1"], {}],
  ["…@x is not the URL of a NATS server", ["redis://user:secret@x"], {}],
  ["need the same scheme, user and password", ["nats://a", "nats://user@b"], {}],
  ["No NATS server can be used at 127.0.0.1:1", ["nats://127.0.0.1:1"], {}],
  ['"a.b" cannot be the name of a cluster', ["nats://a"], { cluster: "a.b" }],
  ['"*" cannot be the name of a node', ["nats://a"], { self: "*" as NodeId }],
])("[CL12] a setting that cannot work is named: %s", async (problem, servers, names) => {
  const open = openNatsPeers({ self: a, cluster: "test", clock, servers, ...names });
  await expect(open).rejects.toThrow(problem);
  await expect(open).rejects.not.toThrow("secret");
});
