import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  isLoopback,
  isOnlyThisMachine,
  StartRefused,
  clusterOf,
  blobsOf,
  databaseOf,
  embeddingModelOf,
  limitsOf,
  outboundOf,
  publicUrlOf,
  readConfig,
  settings,
} from "./config.ts";

test("without a single variable every setting has a value that works", () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 7070, host: "127.0.0.1", data: ".weft", demo: true, log: "info" });
  expect(databaseOf(config)).toBe(`sqlite:${join(".weft", "weft.db")}`);
  expect(settings().map(({ env }) => env)).toContain("WEFT_PORT");
});

test("empty variables count as absent, and variables of others are left alone", () => {
  expect(readConfig({ WEFT_PORT: "", PATH: "/bin", WEFT_SEED: "7" }).port).toBe(7070);
});

test("variables that Kubernetes sets for Services do not stop the start, and do not count", () => {
  const links = {
    WEFT_SERVICE_HOST: "10.96.0.12",
    WEFT_SERVICE_PORT: "7070",
    WEFT_SERVICE_PORT_HTTP: "7070",
    WEFT_PORT: "tcp://10.96.0.12:7070",
    WEFT_PORT_7070_TCP: "tcp://10.96.0.12:7070",
    WEFT_PORT_7070_TCP_PROTO: "tcp",
    WEFT_PORT_7070_TCP_PORT: "7070",
    WEFT_PORT_7070_TCP_ADDR: "10.96.0.12",
    WEFT_POSTGRES_SERVICE_HOST: "fd00::12",
    WEFT_POSTGRES_SERVICE_PORT: "5432",
    WEFT_POSTGRES_PORT: "tcp://[fd00::12]:5432",
    WEFT_POSTGRES_PORT_5432_TCP_ADDR: "fd00::12",
    WEFT_DNS_PORT: "udp://10.96.0.10:53",
  };
  expect(readConfig(links)).toEqual(readConfig({}));
});

test("variables of applications that use the server do not stop the start", () => {
  const file = {
    WEFT_URL: "https://weft.example",
    WEFT_SECRET_KEY: "sk_dev_x",
    WEFT_PUBLIC_KEY: "pk_dev_x",
    WEFT_WEBHOOK_SECRET: "whsec_x",
    WEFT_MANAGEMENT_TOKEN: "mt_x",
    WEFT_PROJECT: "p",
  };
  expect(readConfig(file)).toEqual(readConfig({}));
});

test.each([
  [{ WEFT_PORT: "http" }, /^WEFT_PORT cannot be used: must be a whole number/],
  [{ WEFT_PORT: "70000" }, /^WEFT_PORT cannot be used/],
  [{ WEFT_PUBLIC_URL: "weft.example" }, /^WEFT_PUBLIC_URL cannot be used/],
  [
    { WEFT_PUBLIC_URL: "https://example.com/weft" },
    /^WEFT_PUBLIC_URL cannot be used: must be an address without a path/,
  ],
  [{ WEFT_PUBLIC_URL: "https://example.com/?a" }, /^WEFT_PUBLIC_URL cannot be used: must be an address without a path/],
  [
    { WEFT_PUBLIC_URL: "https://a:b@example.com" },
    /^WEFT_PUBLIC_URL cannot be used: must be an address without a path/,
  ],
  [{ WEFT_HTTP_PORT: "7070" }, /^WEFT_HTTP_PORT is not a setting/],
  [{ WEFT_PORT: "7070/tcp" }, /^WEFT_PORT cannot be used/],
  [{ WEFT_SERVICE_HOST: "weft.example" }, /^WEFT_SERVICE_HOST is not a setting/],
  [{ WEFT_PORTS: "tcp://10.0.0.1:7070" }, /^WEFT_PORTS is not a setting/],
  [{ WEFT_PUBLICURL: "https://weft.example" }, /^WEFT_PUBLICURL is not a setting/],
  [{ WEFT_MASTER_KEY: "c2hvcnQ=" }, /^WEFT_MASTER_KEY cannot be used: must be 32 bytes/],
  [{ WEFT_DEMO: "perhaps" }, /^WEFT_DEMO cannot be used/],
  [{ WEFT_DEMO_SECRET_KEY: "pk_wrong_way_round" }, /^WEFT_DEMO_SECRET_KEY cannot be used: must begin with sk_/],
  [{ WEFT_LIMITS: "{" }, /^WEFT_LIMITS cannot be used: must be JSON/],
  [{ WEFT_LIMITS: '{"frames":1}' }, /^WEFT_LIMITS cannot be used \(at frames\): there is no such limit/],
  [{ WEFT_LIMITS: '{"roomIdLength":500}' }, /^WEFT_LIMITS cannot be used \(at roomIdLength\): it is part of the API/],
  [{ WEFT_LIMITS: '{"tokenLifetimeMs":86400001}' }, /^WEFT_LIMITS cannot be used \(at tokenLifetimeMs\): must be from/],
  [{ WEFT_LIMITS: '{"tokenLifetimeMs":1}' }, /^WEFT_LIMITS cannot be used \(at tokenLifetimeMs\): must be from/],
  [{ WEFT_LIMITS: '{"webhookTimeoutMs":60000}' }, /^WEFT_LIMITS cannot be used \(at webhookLeaseMs\): must be longer/],
  [{ WEFT_LIMITS: '{"frame":-1}' }, /^WEFT_LIMITS cannot be used \(at frame\)/],
  [{ WEFT_PROT: "7070" }, /^WEFT_PROT is not a setting/],
  [{ WEFT_DNS_SERVERS: "dns.example.com" }, /^WEFT_DNS_SERVERS cannot be used: must be addresses of name servers/],
  [{ WEFT_TRUST_PROXY: "true" }, /^WEFT_TRUST_PROXY cannot be used: must say which proxies to trust: how many/],
  [{ WEFT_TRUST_PROXY: "12" }, /^WEFT_TRUST_PROXY cannot be used/],
  [{ WEFT_TRUST_PROXY: "10.0.0.0/8,proxy" }, /^WEFT_TRUST_PROXY cannot be used/],
  [{ WEFT_TRUST_PROXY: "0.0.0.0/0" }, /^WEFT_TRUST_PROXY cannot be used/],
  [{ WEFT_METRICS_TOKEN: "short" }, /^WEFT_METRICS_TOKEN cannot be used: must have at least 16/],
])("a setting that is wrong refuses the start in one sentence that names it: %j", (env, sentence) => {
  const refusal = (() => {
    try {
      readConfig(env);
    } catch (cause) {
      return cause;
    }
    return undefined;
  })();
  expect(refusal).toBeInstanceOf(StartRefused);
  expect((refusal as StartRefused).message).toMatch(sentence);
  expect((refusal as StartRefused).message).not.toContain("\n");
});

test("limits that are given replace the defaults one by one", () => {
  const limits = limitsOf(readConfig({ WEFT_LIMITS: '{"connectionsPerRoom": 500}' }));
  expect(limits.connectionsPerRoom).toBe(500);
  expect(limits.connectionsPerAddress).toBe(200);
});

test("files lie in the data folder, in a folder, or in a bucket with its key", () => {
  const key = { WEFT_BLOBS_ACCESS_KEY: "id", WEFT_BLOBS_SECRET_KEY: "secret" };
  const place = (blobs?: string) => blobsOf(readConfig({ WEFT_DATA: "/data", WEFT_BLOBS: blobs, ...key }));
  expect(place()).toEqual({ kind: "folder", folder: "/data/files" });
  expect(place("folder:/mnt/files")).toEqual({ kind: "folder", folder: "/mnt/files" });
  expect(place("s3:https://s3.example.com/bucket/?region=eu-west-1")).toEqual({
    kind: "bucket",
    endpoint: "https://s3.example.com/bucket",
    region: "eu-west-1",
    direct: true,
    accessKey: "id",
    secretKey: "secret",
  });
  expect(place("s3:http://localhost:9000/bucket?direct=false")).toMatchObject({ region: "us-east-1", direct: false });
});

test("a node of a cluster shares a database, files and the master key with the others, or does not start", () => {
  const shared = {
    WEFT_NATS: "nats://weft:secret@10.0.0.1:4222, nats://weft:secret@10.0.0.2:4222",
    WEFT_DATABASE: "postgres://weft@10.0.0.3/weft",
    WEFT_BLOBS: "s3:https://s3.example.com/files",
    WEFT_BLOBS_ACCESS_KEY: "id",
    WEFT_BLOBS_SECRET_KEY: "secret",
    WEFT_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    WEFT_NODE_NAME: "one",
  };
  const clusterWith = (change: Record<string, string | undefined>) => clusterOf(readConfig({ ...shared, ...change }));
  expect(clusterWith({})).toEqual({
    servers: ["nats://weft:secret@10.0.0.1:4222", "nats://weft:secret@10.0.0.2:4222"],
    tls: undefined,
    nodeName: "one",
  });
  expect(clusterWith({ WEFT_NATS_CA: "/ca.pem" })?.tls).toEqual({ caFile: "/ca.pem" });
  expect(clusterWith({ WEFT_NODE_NAME: undefined })?.nodeName).toBe(hostname());
  expect(clusterWith({ WEFT_NATS: undefined, WEFT_NODE_NAME: undefined })).toBeUndefined();
  for (const [change, message] of [
    [{ WEFT_DATABASE: undefined }, "share a PostgreSQL database"],
    [{ WEFT_BLOBS: undefined }, "a folder belongs to one node"],
    [{ WEFT_BLOBS: "folder:/mnt/files" }, "a folder belongs to one node"],
    [{ WEFT_MASTER_KEY: undefined }, "need the same master key"],
    [{ WEFT_NATS_CERT: "/node.pem" }, "set WEFT_NATS_CERT and WEFT_NATS_KEY"],
    [{ WEFT_NATS: undefined }, "need WEFT_NATS"],
    [{ WEFT_NATS: "http://10.0.0.1" }, "must be addresses of NATS servers"],
  ] as const)
    expect(() => clusterWith(change)).toThrow(message);
});

test.for(["s3", "s3:", "s3:ftp://host/bucket", "s3:https://id:secret@host/bucket", "folder:", "bucket", "/mnt/files"])(
  "%s is no place for files, and is not repeated",
  (blobs) => {
    expect(() => readConfig({ WEFT_BLOBS: blobs })).toThrow(
      "WEFT_BLOBS cannot be used: must be folder, folder:<path> or s3:<address of a bucket>.",
    );
  },
);

test.for([
  [undefined, 0],
  ["false", 0],
  ["0", 0],
  ["1", 1],
  ["2", 2],
  ["10.0.0.0/8, loopback,2001:db8::1", ["10.0.0.0/8", "loopback", "2001:db8::1"]],
] as const)("of proxies, %s means %j", ([text, trusted]) => {
  expect(readConfig({ WEFT_TRUST_PROXY: text }).trustProxy).toEqual(trusted);
});

test("behind a proxy the address of links must be given", () => {
  expect(publicUrlOf(readConfig({ WEFT_PORT: "80" }))).toBe("http://localhost:80");
  expect(() => publicUrlOf(readConfig({ WEFT_TRUST_PROXY: "1" }))).toThrow("WEFT_TRUST_PROXY needs WEFT_PUBLIC_URL");
  const told = { WEFT_TRUST_PROXY: "1", WEFT_PUBLIC_URL: "https://weft.example.com" };
  expect(publicUrlOf(readConfig(told))).toBe("https://weft.example.com");
});

test("knowledge is embedded by the account of the default provider, if it has embedding models", () => {
  const model = (env: NodeJS.ProcessEnv) => embeddingModelOf(readConfig({ WEFT_AI_EMBEDDING_MODEL: "small", ...env }));
  const key = { WEFT_AI_MODEL: "large", WEFT_AI_KEY: "key" };
  expect(embeddingModelOf(readConfig({ WEFT_AI_PROVIDER: "openai", ...key }))).toBeUndefined();
  expect(model({ WEFT_AI_PROVIDER: "openai", ...key })).toEqual({ provider: "openai", name: "small", apiKey: "key" });
  const own = { WEFT_AI_PROVIDER: "openai-compatible", WEFT_AI_URL: "http://localhost:11434/v1", ...key };
  expect(model(own)).toMatchObject({ name: "small", compatible: { baseUrl: "http://localhost:11434/v1" } });
  expect(() => model({})).toThrow("WEFT_AI_EMBEDDING_MODEL needs WEFT_AI_PROVIDER");
  expect(() => model({ WEFT_AI_PROVIDER: "anthropic", ...key })).toThrow("anthropic has no embedding models");
});

test("a bucket without its key is refused at start", () => {
  expect(() => blobsOf(readConfig({ WEFT_BLOBS: "s3:https://host/bucket" }))).toThrow("WEFT_BLOBS_SECRET_KEY");
});

test.for([
  ["127.0.0.1", true],
  ["127.8.0.1", true],
  ["localhost", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.0.2.7", false],
  ["127.0.0.1.example.com", false],
] as const)("a server that listens on %s is reached by this machine alone: %s", ([host, alone]) => {
  expect(isLoopback(host)).toBe(alone);
});

test.each([
  [{}, "any"],
  [{ WEFT_PUBLIC_URL: "https://weft.example" }, "https"],
  [{ WEFT_HOST: "0.0.0.0" }, "https"],
  [{ WEFT_PUBLIC_URL: "http://localhost:7070", WEFT_TRUST_PROXY: "1" }, "https"],
  [{ WEFT_HOST: "0.0.0.0", WEFT_OUTBOUND: "public" }, "public"],
  [{ WEFT_OUTBOUND: "https" }, "https"],
])("with %j the server calls addresses of this kind for its users: %s", (variables, kind) => {
  const config = readConfig(variables);
  expect(outboundOf(config, isOnlyThisMachine(config))).toBe(kind);
});
