import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedNats, whyNoNats } from "@weft/cluster/suites/nats-server.ts";
import { queryDatabase, whyNoPostgres } from "@weft/store/testing/postgres";
import { openBalancer } from "./balancer.ts";
import { openLocalBucket } from "./bucket.ts";
import { openTestData } from "./data.ts";
import type { TestData } from "./data.ts";
import { spawnServer } from "./server.ts";
import type { ServerProcess, ServerProcessOptions, TestServer } from "./server.ts";

/** Servers that are nodes of one cluster, each a process of its own, behind a balancer that picks a node by turns. */
export interface ServerCluster extends AsyncDisposable {
  /** Of the balancer. */
  readonly url: string;
  readonly port: number;
  readonly data: TestData;
  /** Those that run, by the names that they were started with. */
  readonly nodes: ReadonlyMap<string, ServerProcess>;
  /** Starts one more node. */
  start(): Promise<ServerProcess>;
  /** The balancer sends no connections to this node any more, or does again. */
  setAside(name: string): void;
  bringBack(name: string): void;
  /** The name of the node that has a room of the demo project; undefined while it sleeps. */
  ownerOf(room: string): Promise<string | undefined>;
  /** How many nodes have connections, as they said with the last renewals of their leases. */
  nodesInUse(): Promise<number>;
}

/** URLs of what the nodes of a cluster share. */
export interface Engines {
  readonly database: string;
  readonly nats: string;
}

export interface ServerClusterOptions extends Omit<ServerProcessOptions, "data" | "database" | "port"> {
  readonly nodes: number;
  /** Address of the NATS servers; by default the one that tests share. */
  readonly nats?: string;
  /** URL of an empty database, for one cluster after another; by default one of its own. */
  readonly database?: string;
  /** The addresses at which a node of this name reaches the database and NATS, where these are not the real ones. */
  readonly reach?: (engines: Engines, node: string) => Promise<Engines>;
  /** The address of this machine where nodes are elsewhere; by default the loopback address. */
  readonly address?: string;
  /** How one node is started, beside what all have in common. */
  readonly each?: (index: number) => Pick<ServerProcessOptions, "entry" | "wrapper" | "env"> & Partial<Engines>;
}

/** Undefined where a cluster can be started, or why it cannot. */
export async function whyNoCluster(): Promise<string | undefined> {
  return (await whyNoPostgres()) ?? (await whyNoNats());
}

export async function openServerCluster({
  nodes: count,
  nats = sharedNats,
  database,
  reach = async (engines) => engines,
  each = () => ({}),
  address,
  ...options
}: ServerClusterOptions): Promise<ServerCluster> {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(await openTestData(database === undefined ? "postgres" : "sqlite"));
  const data: TestData = database === undefined ? opened : { ...opened, database };
  const blobs = await openBucket(stack, address);
  const masterKey = randomBytes(32).toString("base64");
  const nodes = new Map<string, ServerProcess>();
  stack.defer(async () => void (await Promise.all(Array.from(nodes.values(), (node) => node[Symbol.asyncDispose]()))));
  let started = 0;
  const start = async () => {
    const { database: ownDatabase, nats: ownNats, ...own } = each(started);
    const name = `node-${started++}`;
    const folder = await mkdtemp(join(tmpdir(), "weft-node-"));
    const reached = await reach({ database: ownDatabase ?? data.database!, nats: ownNats ?? nats }, name);
    const node = await spawnServer({
      ...options,
      ...own,
      data: { folder, database: reached.database },
      env: {
        WEFT_NATS: reached.nats,
        WEFT_NODE_NAME: name,
        WEFT_MASTER_KEY: masterKey,
        ...blobs,
        ...options.env,
        ...own.env,
      },
    });
    nodes.set(name, node);
    void node.ended.then(() => {
      nodes.delete(name);
      return rm(folder, { recursive: true, force: true });
    });
    return node;
  };
  // The first one prepares the database.
  await start();
  await Promise.all(Array.from({ length: count - 1 }, start));
  const aside = new Set<string>();
  const served = () => Array.from(nodes).flatMap(([name, node]) => (aside.has(name) ? [] : [node.port]));
  const { port } = stack.use(await openBalancer({ served }));
  const held = stack.move();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    data,
    nodes,
    start,
    setAside: (name) => void aside.add(name),
    bringBack: (name) => void aside.delete(name),
    async ownerOf(room) {
      const [found] = await queryDatabase(
        data.database!,
        `select n.name from rooms as r
          join room_state as s on s.project_id = r.project_id and s.room_key = r.key
          join nodes as n on n.id = s.node
         where r.id = $1`,
        [room],
      );
      return found?.["name"] as string | undefined;
    },
    async nodesInUse() {
      // A node that was killed is in the table for a while.
      const [found] = await queryDatabase(
        data.database!,
        "select count(*) from nodes where connections > 0 and name = any(string_to_array($1, ','))",
        [[...nodes.keys()].join(",")],
      );
      return Number(found?.["count"]);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Nodes inside this process, as the one server that clients take them for. */
export interface StartedNodes extends TestServer {
  /** `node-0` and so on. */
  readonly nodes: readonly TestServer[];
  readonly data: TestData;
}

/**
 * Servers inside this process that are nodes of one cluster. `start` starts a server with data and settings.
 *
 * @param given a PostgreSQL database to continue with, and a folder whose name the secrets in it depend on
 */
export async function startNodes(
  count: number,
  start: (own: { readonly data: TestData; readonly env: Readonly<Record<string, string>> }) => Promise<TestServer>,
  given?: TestData,
): Promise<StartedNodes> {
  await using stack = new AsyncDisposableStack();
  const data = given ?? stack.use(await openTestData("postgres"));
  const env = {
    WEFT_NATS: sharedNats,
    WEFT_MASTER_KEY: createHash("sha256").update(data.folder).digest("base64"),
    ...(await openBucket(stack)),
  };
  const nodes: TestServer[] = [];
  // It ends after the nodes: they close their connections themselves.
  const { port } = stack.use(await openBalancer({ served: () => nodes.map((node) => node.port) }));
  for (let started = 0; started < count; started++) {
    const folder = await mkdtemp(join(tmpdir(), "weft-node-"));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    nodes.push(
      stack.use(await start({ data: { ...data, folder }, env: { ...env, WEFT_NODE_NAME: `node-${started}` } })),
    );
  }
  const { publicKey, secretKey } = nodes[0]!;
  const held = stack.move();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    publicKey,
    secretKey,
    nodes,
    data,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** A bucket of one test. */
async function openBucket(stack: AsyncDisposableStack, address?: string): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(join(tmpdir(), "weft-s3-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return stack.use(await openLocalBucket({ folder, ...(address && { address }) })).env;
}
