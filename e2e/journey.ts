import { openTestData, spawnServer } from "@weft/testkit";
import type { ServerProcessOptions } from "@weft/testkit";
import { openServerCluster } from "@weft/testkit/cluster";
import type { Page } from "playwright-core";
import { openBrowser } from "@weft/testkit/browser";
import { hungMs } from "./patience.ts";

export interface Person {
  /** This user's system preferences. */
  readonly theme?: "light" | "dark";
  readonly device?: "desktop" | "phone";
  /** If false, this user's browser runs no scripts. */
  readonly scripts?: boolean;
}

/** A browser. Each user has their own profile. */
interface Pages {
  /** Opens a page as a new user. */
  visit(path: string, person?: Person): Promise<Page>;
  /** Closes every page, so that animations do not slow down the next journey. */
  leave(): Promise<void>;
  /** Takes this user offline until `reconnect` is called. */
  disconnect(page: Page): Promise<void>;
  reconnect(page: Page): Promise<void>;
  /** What pages logged to their consoles, except for failed connections. */
  readonly complaints: readonly string[];
}

/** A server and a browser. */
export interface Journey extends Pages, AsyncDisposable {
  readonly publicKey: string;
  readonly secretKey: string;
  readonly url: string;
  /** Ends the server as a crash would. */
  crashServer(): Promise<void>;
  /** Starts the server again, at the same address and with its data. */
  restartServer(): Promise<void>;
  /**
   * What the server has written to its log so far. With `WEFT_LOG: "warn"`, this includes the emails that it could not
   * send.
   */
  readonly log: string;
}

/** Three nodes of a cluster behind a balancer, as the one server that the browser takes them for. */
export interface ClusterJourney extends Journey {
  /** How many nodes have connections, as they said with the last renewals of their leases. */
  nodesInUse(): Promise<number>;
  /** Ends the node that has a room of the demo project as a crash would. */
  killOwner(room: string): Promise<void>;
}

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const;

const unreachable =
  /WebSocket|Connection to the websocket server|Received no pong|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_INTERNET_DISCONNECTED|Attempt \d+ was unsuccessful/iu;

type Settings = Pick<ServerProcessOptions, "env" | "limits">;

/** With `WEFT_TEST_NODES=3`, the server is a cluster; `WEFT_TEST_ENTRY` is a bundled server that is not that of this checkout. */
export async function openJourney(settings: Settings = {}): Promise<Journey> {
  if (Number(process.env["WEFT_TEST_NODES"] ?? 1) > 1) return openClusterJourney(settings);
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await openTestData());
  const started = { data, entry: process.env["WEFT_TEST_ENTRY"], ...settings };
  let server = await spawnServer(started);
  stack.defer(() => server.kill());
  const { url, port, publicKey, secretKey } = server;
  const { pages, disturb } = await openPages(url, stack);
  const held = stack.move();
  return {
    ...pages,
    url,
    publicKey,
    secretKey,
    get log() {
      return server.errors;
    },
    async crashServer() {
      disturb();
      await server.kill();
    },
    async restartServer() {
      server = await spawnServer({ ...started, port });
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

export async function openClusterJourney(settings: Settings = {}): Promise<ClusterJourney> {
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(await openServerCluster({ nodes: 3, ...settings }));
  const nodes = Array.from(cluster.nodes.values());
  const { publicKey, secretKey } = nodes[0]!;
  const { pages, disturb } = await openPages(cluster.url, stack);
  const held = stack.move();
  return {
    ...pages,
    url: cluster.url,
    publicKey,
    secretKey,
    get log() {
      return nodes.map(({ errors }) => errors).join("");
    },
    async crashServer() {
      disturb();
      await Promise.all(Array.from(cluster.nodes.values(), (node) => node.kill()));
    },
    async restartServer() {
      nodes.push(...(await Promise.all([cluster.start(), cluster.start(), cluster.start()])));
    },
    nodesInUse: () => cluster.nodesInUse(),
    async killOwner(room) {
      const owner = await cluster.ownerOf(room);
      if (owner === undefined) throw new Error(`No node has the room "${room}".`);
      disturb();
      await cluster.nodes.get(owner)!.kill();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function openPages(url: string, stack: AsyncDisposableStack) {
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  let disturbed = false;
  const complaints: string[] = [];

  const listen = (page: Page) => {
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      const text = message.text();
      // Browsers and clients log every failed attempt to reach a stopped server, which is expected in these journeys.
      if (disturbed && unreachable.test(text)) return;
      complaints.push(`${message.type()}: ${text}`);
    });
  };

  const pages: Pages = {
    complaints,
    async visit(path, { theme = "light", device = "desktop", scripts = true } = {}) {
      const context = await browser.newContext({
        ...screens[device],
        colorScheme: theme,
        javaScriptEnabled: scripts,
        baseURL: url,
      });
      context.setDefaultTimeout(hungMs);
      // Also to further tabs of this person.
      context.on("page", listen);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    async leave() {
      for (const context of browser.contexts()) await context.close();
    },
    async disconnect(page) {
      disturbed = true;
      await page.context().setOffline(true);
    },
    async reconnect(page) {
      await page.context().setOffline(false);
    },
  };
  return { pages, disturb: () => void (disturbed = true) };
}
