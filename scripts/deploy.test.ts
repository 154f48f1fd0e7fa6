/**
 * Files with which a server is deployed. No engine or cluster runs them here: each is parsed in its own format, and what it
 * names (settings, ports, paths, commands, other files) is compared with what there is.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { limits } from "@weft/protocol";
import { clusterOf, readConfig, settings } from "@weft/server";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { root } from "./sources.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: { readonly node: string };
};
const known = new Set(settings().map(({ env }) => env));
const port = readConfig({}).port;
/** Paths that the server answers for supervisors. */
const healthPaths = [...read("packages/server/src/http/health.ts").matchAll(/template: "(\/health\/\w+)"/gu)].map(
  ([, path]) => path!,
);

/** Every `WEFT_` variable is a setting, and the server accepts the values that need nothing from outside. */
function expectSettings(given: Readonly<Record<string, string>>): void {
  const own = Object.entries(given).filter(([name]) => name.startsWith("WEFT_"));
  expect(own.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  // What Compose leaves to the environment has its default.
  const values = own.map(([name, value]) => [name, value.replaceAll(/\$\{\w+:-([^}]*)\}/gu, "$1")]);
  expect(() => readConfig(Object.fromEntries(values) as Record<string, string>)).not.toThrow();
}

/** The server has time to stop before it is killed. */
function expectPatience(seconds: number): void {
  expect(seconds * 1_000).toBeGreaterThan(limits.drainDeadlineMs);
}

/** Instructions of a Dockerfile, with continued lines joined. */
const instructions = read("Dockerfile")
  .replaceAll(/^#.*\n/gmu, "")
  .replaceAll(/\\\n\s*/gu, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => /^([A-Z]+) (.+)$/u.exec(line)?.slice(1) ?? [line, ""]) as [name: string, rest: string][];
const last = (name: string) => instructions.findLast(([found]) => found === name)?.[1];
const image = {
  env: Object.fromEntries((last("ENV") ?? "").split(" ").map((pair) => pair.split("=") as [string, string])),
  port: Number(last("EXPOSE")),
  volume: last("VOLUME"),
};

test("the Dockerfile has only known instructions, and its stages copy from earlier ones", () => {
  const allowed = "FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE HEALTHCHECK STOPSIGNAL ENTRYPOINT".split(" ");
  expect(instructions.map(([name]) => name).filter((name) => !allowed.includes(name))).toEqual([]);
  const stages = instructions.filter(([name]) => name === "FROM").map(([, rest]) => rest.split(" AS ")[1]);
  expect(stages).toEqual(["build", undefined]);
  const copies = instructions.filter(([name]) => name === "COPY").map(([, rest]) => /--from=(\w+)/u.exec(rest)?.[1]);
  expect(copies).toEqual([undefined, "build"]);
});

test("the image runs the same Node.js as npm start, as a user other than root", () => {
  const images = instructions.filter(([name]) => name === "FROM").map(([, rest]) => rest.split(" ")[0]);
  for (const name of images) expect(name).toMatch(new RegExp(`^node:${manifest.dependencies.node}-`, "u"));
  expect(last("USER")).toBe("node");
});

test("the image runs existing scripts, and the command of the package", () => {
  const commands = instructions.filter(([name]) => name === "RUN").map(([, rest]) => rest);
  const scripts = commands.flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/gu)].map(([, name]) => name!));
  expect(scripts).toEqual(["pack"]);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  const packing = read("scripts/pack-server.ts");
  expect(packing).toContain('bin: { weft: "bin/weft.js" }');
  expect(commands.join("\n")).toContain("/opt/weft/bin/weft.js");
  expect(commands.join("\n")).toContain("packages/server/build/weft-server-*.tgz");
  expect(last("ENTRYPOINT")).toBe('["weft"]');
});

test("the image has settings that the server accepts, keeps data in its volume, and checks its health where it listens", async () => {
  expectSettings(image.env);
  expect(image.env["WEFT_DATA"]).toBe(image.volume);
  expect([image.port, Number(image.env["WEFT_PORT"])]).toEqual([port, port]);
  const [, command = "[]"] = /CMD (\[.*\])$/u.exec(last("HEALTHCHECK") ?? "") ?? [];
  const [program, option, code = ""] = JSON.parse(command) as string[];
  expect([program, option]).toEqual(["node", "-e"]);
  const asked: string[] = [];
  const exits: number[] = [];
  for (const ok of [true, false]) {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const fetch = async (url: string) => {
      asked.push(url);
      return { ok };
    };
    const exit = (status: number) => {
      exits.push(status);
      resolve();
    };
    runInNewContext(code, { fetch, process: { env: image.env, exit } });
    await ended;
  }
  const [address] = new Set(asked);
  expect(healthPaths.map((path) => `http://127.0.0.1:${port}${path}`)).toContain(address);
  expect(exits).toEqual([0, 1]);
});

test("build outputs and installed packages are not in the image's context", () => {
  const ignored = read(".dockerignore").trim().split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", ".weft", ".env", "**/node_modules", "**/dist", "**/build"]));
});

interface Service {
  readonly build?: string;
  readonly stop_grace_period?: string;
  readonly ports?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

test("Compose runs the image with its data in a volume, and gives it time to stop", () => {
  const { services, volumes } = parse(read("compose.yaml")) as Compose;
  const { weft } = services;
  expect(Object.keys(services)).toEqual(["weft"]);
  expect(existsSync(join(root, weft!.build!, "Dockerfile"))).toBe(true);
  expectSettings(weft!.environment);
  expectPatience(Number(/^(\d+)s$/u.exec(weft!.stop_grace_period!)![1]));
  expect(weft!.ports).toEqual([`127.0.0.1:${port}:${image.port}`]);
  const [volume, path] = weft!.volumes![0]!.split(":");
  expect(path).toBe(image.volume);
  expect(Object.keys(volumes)).toContain(volume);
});

test("the second file of Compose adds PostgreSQL to the same server, which waits until it is healthy", () => {
  const { services, volumes } = parse(read("compose.postgres.yaml")) as Compose;
  const { weft, postgres } = services;
  expectSettings(weft!.environment);
  const url = new URL(weft!.environment["WEFT_DATABASE"]!);
  expect(services[url.hostname]).toBe(postgres);
  expect([url.username, url.pathname.slice(1)]).toEqual([
    postgres!.environment["POSTGRES_USER"],
    postgres!.environment["POSTGRES_DB"],
  ]);
  expect(weft!.environment["PGPASSWORD"]).toBe(postgres!.environment["POSTGRES_PASSWORD"]);
  expect(weft!.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  expect(postgres!.healthcheck).toBeDefined();
  expect(Object.keys(volumes)).toEqual(postgres!.volumes!.map((volume) => volume.split(":")[0]));
});

test("the systemd unit starts the installed command with known settings, and gives it time to stop", () => {
  const sections = new Map<string, [name: string, value: string][]>();
  let section = "";
  for (const line of read("deploy/systemd/weft.service").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const opened = /^\[(\w+)\]$/u.exec(line)?.[1];
    if (opened !== undefined) sections.set((section = opened), []);
    else {
      const [, name, value] = /^([A-Z][A-Za-z]+)=(.*)$/u.exec(line)!;
      sections.get(section)!.push([name!, value!]);
    }
  }
  expect([...sections.keys()]).toEqual(["Unit", "Service", "Install"]);
  const service = sections.get("Service")!;
  const valueOf = (name: string) => service.find(([found]) => found === name)?.[1];
  const names = service.map(([name]) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const [setting = "", value = ""] = valueOf("Environment")!.split("=");
  expectSettings({ [setting]: value });
  // The state directory is that of the data.
  expect(value).toBe(`/var/lib/${valueOf("StateDirectory")}`);
  expectPatience(Number(valueOf("TimeoutStopSec")));
  // Where docs/operating.md installs the package.
  expect(valueOf("ExecStart")).toBe("/opt/weft/node_modules/.bin/weft");
  expect(read("docs/operating.md")).toContain("--prefix /opt/weft");
  expect(read("docs/operating.md")).toContain("deploy/systemd/weft.service");
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
}

test("the Kubernetes manifests are consistent with each other and with the image", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes/weft.yaml"));
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  const manifests = documents.map((document) => document.toJS() as Manifest);
  expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    "v1 ConfigMap",
    "v1 Service",
    "apps/v1 StatefulSet",
    "networking.k8s.io/v1 Ingress",
  ]);
  const [config, service, set, ingress] = manifests as unknown as readonly [
    Manifest,
    { spec: { selector: object; ports: readonly { name: string; port: number; targetPort: string }[] } } & Manifest,
    { spec: StatefulSetSpec } & Manifest,
    { spec: { rules: readonly IngressRule[]; tls: readonly { hosts: readonly string[] }[] } } & Manifest,
  ];
  expectSettings(config.data!);
  const { template, replicas, selector, serviceName, volumeClaimTemplates } = set.spec;
  const { containers, volumes, terminationGracePeriodSeconds, securityContext } = template.spec;
  const [container] = containers;
  expect(replicas).toBe(1);
  expect(serviceName).toBe(service.metadata.name);
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(service.spec.selector).toEqual(selector.matchLabels);
  expectPatience(terminationGracePeriodSeconds);
  expect(securityContext.runAsNonRoot).toBe(true);
  // A name that the Service, the probes and the ingress use.
  expect(container!.ports).toEqual([{ name: "http", containerPort: image.port }]);
  expect(service.spec.ports).toEqual([{ name: "http", port, targetPort: "http" }]);
  const references = container!.envFrom.map(({ configMapRef }) => configMapRef?.name).filter(Boolean);
  expect(references).toEqual([config.metadata.name]);
  const kept = [...volumes.map(({ name }) => name), ...volumeClaimTemplates.map(({ metadata }) => metadata.name)];
  expect(new Set(container!.volumeMounts.map(({ name }) => name))).toEqual(new Set(kept));
  expect(container!.volumeMounts.map(({ mountPath }) => mountPath)).toContain(image.volume);
  for (const probe of [container!.startupProbe, container!.livenessProbe, container!.readinessProbe]) {
    expect(healthPaths).toContain(probe.httpGet.path);
    expect(probe.httpGet.port).toBe("http");
  }
  // A server whose disk does not answer must not be restarted for it.
  expect(container!.livenessProbe.httpGet.path).toBe("/health/live");
  const hosts = ingress.spec.rules.map(({ host }) => host);
  expect(new URL(config.data!["WEFT_PUBLIC_URL"]!).host).toBe(hosts[0]);
  expect(ingress.spec.tls.flatMap(({ hosts: named }) => named)).toEqual(hosts);
  const backends = ingress.spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  expect(backends).toEqual([{ name: service.metadata.name, port: { name: "http" } }]);
});

/** Settings of a node are complete, and the server accepts them. Answers the host names of its NATS servers. */
function expectNode(given: Readonly<Record<string, string>>): readonly string[] {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => name.startsWith("WEFT_")));
  expect(Object.keys(own).filter((name) => !known.has(name))).toEqual([]);
  const cluster = clusterOf(readConfig(own));
  expect(cluster).toBeDefined();
  return cluster!.servers.map((server) => {
    const { protocol, port: natsPort, hostname, password } = new URL(server);
    expect([protocol, natsPort]).toEqual(["tls:", "4222"]);
    expect(password).not.toBe("");
    return hostname;
  });
}

/** What operators put into the environment of Compose, or into a Secret. */
const secrets: Readonly<Record<string, string>> = {
  HOST_NAME: "weft.example.com",
  POSTGRES_PASSWORD: "a",
  STANDBY_PASSWORD: "b",
  NATS_PASSWORD: "c",
  WEFT_MASTER_KEY: Buffer.alloc(32).toString("base64"),
  WEFT_BLOBS: "s3:https://s3.example.com/weft-files",
  WEFT_BLOBS_ACCESS_KEY: "d",
  WEFT_BLOBS_SECRET_KEY: "e",
};

interface ClusterService extends Omit<Service, "volumes"> {
  readonly image: string;
  readonly hostname?: string;
  readonly volumes: readonly string[];
  readonly command?: readonly string[];
}

test("Compose runs three nodes of a cluster with all that they share", () => {
  const text = read("compose.cluster.yaml");
  const asked = new Set([...text.matchAll(/\$\{(\w+):\?Set \1\}/gu)].map(([, name]) => name!));
  expect([...asked].toSorted()).toEqual(Object.keys(secrets).toSorted());
  // The file says which they are.
  for (const name of asked) expect(text.split("x-node")[0]).toContain(name);
  const filled = text.replaceAll(/\$\{(\w+):\?[^}]*\}/gu, (_, name: string) => secrets[name]!);
  expect(filled).not.toContain("${");
  const compose = parse(filled, { merge: true }) as {
    readonly services: Readonly<Record<string, ClusterService>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };
  const { services, volumes } = compose;
  const nodes = Object.entries(services).filter(([, { image: of }]) => of === "weft");
  expect(nodes.map(([name]) => name)).toEqual(["weft-1", "weft-2", "weft-3"]);
  for (const [name, node] of nodes) {
    const natsServers = expectNode(node.environment);
    expect(natsServers).toEqual(["nats-1", "nats-2", "nats-3"]);
    // By default, the host name is that of the node.
    expect(node.hostname).toBe(name);
    expectPatience(Number(/^(\d+)s$/u.exec(node.stop_grace_period!)![1]));
    expect(Object.keys(node.depends_on!)).toEqual(["postgres", "standby", ...natsServers]);
    const database = new URL(node.environment["WEFT_DATABASE"]!);
    const { postgres } = services;
    expect([database.hostname, database.username, database.pathname]).toEqual([
      "postgres",
      postgres!.environment["POSTGRES_USER"],
      `/${postgres!.environment["POSTGRES_DB"]}`,
    ]);
    expect(node.environment["PGPASSWORD"]).toBe(postgres!.environment["POSTGRES_PASSWORD"]);
    expect(node.volumes.map((volume) => volume.split(":")[1])).toContain(node.environment["WEFT_NATS_CA"]);
    for (const nats of natsServers) expect(services[nats]).toMatchObject({ hostname: nats, image: "nats:2" });
  }
  // The standby logs in with the password that the first server was given for it, which is the role that its script creates.
  const { postgres, standby } = services;
  expect(standby!.image).toBe(postgres!.image);
  expect(standby!.environment["PGPASSWORD"]).toBe(postgres!.environment["STANDBY_PASSWORD"]);
  expect(read("deploy/cluster/create-standby-role.sh")).toContain("create role standby login replication");
  expect(read("deploy/cluster/start-standby.sh")).toContain("--host=postgres --username=standby");
  // What is mounted is in the repository, apart from what operators make.
  const mounted = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(":")[0]!));
  for (const source of mounted)
    if (source.startsWith("./"))
      expect(source.startsWith("./certificates") || existsSync(join(root, source))).toBe(true);
    else expect(Object.keys(volumes)).toContain(source);
  for (const ignore of [".gitignore", ".dockerignore"]) expect(read(ignore)).toMatch(/^\/?certificates\/?$/mu);
});

test("the balancer of Compose passes calls on to every node, and asks whether it is ready", () => {
  const lines = read("deploy/cluster/Caddyfile")
    .split("\n")
    .map((line) => line.trim());
  const [, ...upstreams] = lines
    .find((line) => line.startsWith("reverse_proxy "))!
    .replace(" {", "")
    .split(" ");
  expect(upstreams).toEqual(["weft-1", "weft-2", "weft-3"].map((name) => `${name}:${image.port}`));
  expect(lines).toContain("health_uri /health/ready");
  expect(healthPaths).toContain("/health/ready");
});

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints: readonly { readonly labelSelector: object }[];
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: { readonly secretName: string; readonly items: readonly { readonly path: string }[] };
  }[];
  readonly containers: readonly [
    {
      readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
      readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
    } & Readonly<Record<"startupProbe" | "livenessProbe" | "readinessProbe", Probe>>,
  ];
}

interface Workload extends Manifest {
  readonly spec: {
    readonly replicas: number;
    readonly serviceName?: string;
    readonly strategy?: { readonly rollingUpdate: object };
    readonly selector: { readonly matchLabels: object };
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
  };
}

/** The manifests of a file, by kind. */
function manifestsOf(path: string): ReadonlyMap<string, Manifest> {
  const documents = parseAllDocuments(read(path));
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  return new Map(
    documents.map((document) => {
      const found = document.toJS() as Manifest;
      return [`${found.apiVersion} ${found.kind}`, found];
    }),
  );
}

/** Labels select the pods, and one pod may be away at a time. */
function expectSelected(manifests: ReadonlyMap<string, Manifest>, { spec }: Workload): void {
  const { matchLabels } = spec.selector;
  expect(spec.template.metadata.labels).toEqual(matchLabels);
  expect(manifests.get("v1 Service")).toMatchObject({ spec: { selector: matchLabels } });
  expect(manifests.get("policy/v1 PodDisruptionBudget")).toMatchObject({
    spec: { maxUnavailable: 1, selector: { matchLabels } },
  });
  for (const { labelSelector } of spec.template.spec.topologySpreadConstraints)
    expect(labelSelector).toEqual({ matchLabels });
}

test("Kubernetes runs three nodes, which it replaces one after another without a pause", () => {
  const manifests = manifestsOf("deploy/kubernetes/cluster/weft.yaml");
  const deployment = manifests.get("apps/v1 Deployment") as Workload;
  const { spec } = deployment.spec.template;
  const [container] = spec.containers;
  expectSelected(manifests, deployment);
  expect(deployment.spec.replicas).toBe(3);
  expect(deployment.spec.strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
  const config = manifests.get("v1 ConfigMap")!.data!;
  expectNode({
    ...config,
    ...secrets,
    WEFT_DATABASE: "postgres://weft:a@db.internal/weft",
    WEFT_NATS: "tls://weft:c@weft-nats:4222",
  });
  expectPatience(spec.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds);
  expect(spec.securityContext.runAsNonRoot).toBe(true);
  expect(container.ports).toEqual([{ name: "http", containerPort: image.port }]);
  for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
    expect(healthPaths).toContain(probe.httpGet.path);
  expect(container.livenessProbe.httpGet.path).toBe("/health/live");
  expect(container.readinessProbe.httpGet.path).toBe("/health/ready");
  const mounts = container.volumeMounts;
  expect(new Set(mounts.map(({ name }) => name))).toEqual(new Set(spec.volumes.map(({ name }) => name)));
  expect(mounts.map(({ mountPath }) => mountPath)).toContain(image.volume);
  const authority = spec.volumes.find(({ name }) => name === "nats-authority")!.secret!;
  const mount = mounts.find(({ name }) => name === "nats-authority")!;
  expect(`${mount.mountPath}/${authority.items[0]!.path}`).toBe(config["WEFT_NATS_CA"]);
  expect(manifests.get("networking.k8s.io/v1 Ingress")).toMatchObject({
    spec: { rules: [{ host: new URL(config["WEFT_PUBLIC_URL"]!).host }] },
  });
});

test("Kubernetes runs NATS servers with the configuration of Compose under their own names", () => {
  const manifests = manifestsOf("deploy/kubernetes/cluster/nats.yaml");
  const set = manifests.get("apps/v1 StatefulSet") as Workload;
  const { spec } = set.spec.template;
  expectSelected(manifests, set);
  expect([set.spec.replicas, set.spec.serviceName]).toEqual([3, manifests.get("v1 Service")!.metadata.name]);
  const ownNames = (text: string) =>
    [1, 2, 3].reduce((sum, at) => sum.replace(`nats-${at}:`, `weft-nats-${at - 1}.weft-nats:`), text);
  const configuration = manifests.get("v1 ConfigMap")!.data!["nats.conf"]!;
  expect(configuration.trim()).toBe(ownNames(read("deploy/cluster/nats.conf")).trim());
  expect(spec.containers[0].ports.map(({ containerPort }) => containerPort)).toEqual([4222, 6222]);
  // Where the configuration expects them.
  const certificates = spec.volumes.find(({ name }) => name === "certificates")!.secret!;
  const { mountPath } = spec.containers[0].volumeMounts.find(({ name }) => name === "certificates")!;
  for (const [, path] of configuration.matchAll(/_file: "(.+)"/gu))
    expect(certificates.items.map((item) => `${mountPath}/${item.path}`)).toContain(path);
  const nodes = manifestsOf("deploy/kubernetes/cluster/weft.yaml").get("apps/v1 Deployment") as Workload;
  expect(nodes.spec.template.spec.volumes.map(({ secret }) => secret?.secretName)).toContain(certificates.secretName);
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface StatefulSetSpec {
  readonly serviceName: string;
  readonly replicas: number;
  readonly selector: { readonly matchLabels: object };
  readonly template: {
    readonly metadata: { readonly labels: object };
    readonly spec: {
      readonly terminationGracePeriodSeconds: number;
      readonly securityContext: { readonly runAsNonRoot: boolean };
      readonly volumes: readonly { readonly name: string }[];
      readonly containers: readonly {
        readonly ports: readonly object[];
        readonly envFrom: readonly { readonly configMapRef?: { readonly name: string } }[];
        readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
        readonly startupProbe: Probe;
        readonly livenessProbe: Probe;
        readonly readinessProbe: Probe;
      }[];
    };
  };
  readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[];
}
interface IngressRule {
  readonly host: string;
  readonly http: {
    readonly paths: readonly { readonly backend: { readonly service: { readonly name: string } & object } }[];
  };
}
