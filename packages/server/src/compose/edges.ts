import type { IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { DemoProject } from "@weft/collab";
import type { FastifyInstance } from "fastify";
import { StartRefused } from "../config.ts";
import { createDemoReceiverPart } from "../demo-receiver/demo-receiver-part.ts";
import { createHealth } from "../health.ts";
import { createHttp } from "../http/app.ts";
import type { HttpOptions } from "../http/app.ts";
import { callerAddress } from "../http/caller-address.ts";
import { watchPendingConnections } from "../http/pending-connections.ts";
import { createRates } from "../http/rates.ts";
import { createRequestLog } from "../http/request-log.ts";
import type { RequestListing } from "../http/request-log.ts";
import { restRoutes } from "../http/rest-routes.ts";
import { openSitePages } from "../http/site.ts";
import { openInspector } from "../inspector/inspector.ts";
import { createMcpPart } from "../mcp/mcp-part.ts";
import { accountOf, admit } from "../site/admission.ts";
import { pageExists } from "../site/pages-exist.ts";
import { isOwnSocket } from "../site/same-origin.ts";
import type { SiteContext } from "../site/site-context.ts";
import { createSitePart } from "../site/site-part.ts";
import { createUrlMetadataReader } from "../url-metadata/url-metadata.ts";
import type { Base } from "./base.ts";
import type { Collaboration } from "./collaboration.ts";
import type { Assistance } from "./copilots.ts";
import type { Dashboard } from "./dashboard.ts";
import type { LiveRooms } from "./live-rooms.ts";
import type { Storage } from "./storage.ts";

/** The listening server. */
export interface Edges {
  readonly port: number;
  /** Whether the site is served beside the API. */
  readonly hasSite: boolean;
}

/** The dependencies of the REST and site routes. */
export function siteContextOf(
  { config, limits, outbound, clock, now, exposure }: Base,
  { store, backups }: Storage,
  live: LiveRooms,
  collaboration: Collaboration,
  assistance: Assistance,
  dashboard: Dashboard,
  isDraining: () => boolean,
): SiteContext {
  const { projects, tokens, rooms, files, attachments, linkedFiles, versions, groups, feeds, roomGateway } = live;
  const node = () => live.cluster.node;
  return {
    ...dashboard,
    ...collaboration,
    copilots: assistance.copilots,
    contextualPrompts: assistance.contextualPrompts,
    knowledge: assistance.knowledge,
    keyTest: assistance.keyTest,
    chats: assistance.chats,
    aiPrices: config.aiPrices ?? {},
    assistantHasModel: assistance.assistantHasModel,
    projects,
    rooms,
    tokens,
    files,
    attachments,
    linkedFiles,
    get anonymousUploads() {
      return config.anonymousUploads ?? exposure.onlyThisMachine;
    },
    versions,
    groups,
    urlMetadata: createUrlMetadataReader({ outbound, clock, limits }),
    feeds,
    gateway: roomGateway,
    node,
    health: {
      ...createHealth({ store, isDraining, node }),
      ...(backups === undefined
        ? undefined
        : { copiedUpTo: () => (backups.upTo === undefined ? null : new Date(backups.upTo).toISOString()) }),
    },
    now,
  };
}

export interface ComposedHttpOptions extends Pick<HttpOptions, "notFoundPage" | "checkResponses"> {
  /** Serves the examples that show more of the demo project than its public key does. */
  readonly demo?: Pick<LiveRooms, "demoReceiver" | "demoEndpoint">;
}

/** The application that serves REST and the site's API; it does not listen yet. */
export function composeHttp(
  base: Base,
  context: SiteContext,
  requests: RequestListing,
  { demo, ...options }: ComposedHttpOptions = {},
): FastifyInstance {
  const { config, limits, publicUrl, trusts, clock, monotonic, log, metrics, boundary } = base;
  const rates = createRates(limits, monotonic, base.signals);
  const rest = restRoutes(publicUrl);
  return createHttp(context, {
    ...options,
    publicUrl,
    filesUrl: (config.filesUrl ?? config.publicUrl)?.replace(/\/$/, ""),
    log,
    boundary,
    metrics,
    clock,
    now: monotonic,
    limits,
    rates,
    unreadInput: base.unreadInput,
    parts: [
      createSitePart(context, { rest, rates, limits, now: monotonic }),
      ...(config.mcp ? [createMcpPart(context, { publicUrl: publicUrl.replace(/\/$/, ""), rates, limits, log })] : []),
      ...(demo === undefined
        ? []
        : [createDemoReceiverPart({ receiver: demo.demoReceiver, endpoint: demo.demoEndpoint, rates, limits })]),
    ],
    answered: createRequestLog(requests, { limits, contents: config.requestContents }),
    trustsProxy: trusts,
    metricsToken: config.metricsToken,
  });
}

export async function openEdges(
  base: Base,
  storage: Storage,
  live: LiveRooms,
  collaboration: Collaboration,
  assistance: Assistance,
  dashboard: Dashboard,
  demo: DemoProject | undefined,
): Promise<Edges> {
  const { config, limits, publicUrl, trusts, clock, log, boundary, parts, exposure } = base;
  const { store } = storage;
  const { rooms, host, localHost, gateway } = live;
  const { site, watchers } = dashboard;

  let draining = false;
  const context = siteContextOf(base, storage, live, collaboration, assistance, dashboard, () => draining);
  const pages = openSitePages({
    publicUrl,
    demoPublicKey: demo?.publicKey,
    hasModel: config.aiProvider !== undefined,
    secure: config.publicUrl?.startsWith("https:") ?? false,
    findGuide: (slug) => dashboard.guides.find(slug),
    elsewhere: { "/legal/terms": config.termsUrl, "/legal/privacy": config.privacyUrl },
    pageExists: async (path, request) => pageExists(path, await accountOf(request, undefined, site), site),
  });
  const http = composeHttp(base, context, live.activityWriter, {
    notFoundPage: (request, reply) => pages.notFound(request, reply),
    demo: demo && live,
  });
  await pages.addTo(http);
  const inspector = openInspector({
    host,
    rooms,
    watchers,
    clock,
    limits,
    log,
    boundary,
    trustsProxy: trusts,
    counts: base.socketCounts,
    documentBytes: ({ project, room }, guid) => store.activity.documentBytes(project, room, guid),
    admit: async (request, projectId) => {
      const caller = { headers: request.headers, ip: callerAddress(request, trusts) };
      const account = await accountOf(caller, undefined, site);
      return (await admit("member", account, { projectId }, site)).project!.id;
    },
    isOwn: ({ headers }) => isOwnSocket(headers, publicUrl),
  });
  const closeSpareConnections = watchPendingConnections(http.server, {
    limits,
    isProxy: (peer) => trusts(peer, 0),
    now: base.monotonic,
  });
  const connections = new Set<Socket>();
  function forget(this: Socket) {
    connections.delete(this);
  }
  http.server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", forget);
  });
  // Before the listeners that answer.
  http.server.prependListener("request", (request) => exposure.see(request));
  http.server.prependListener("upgrade", (request) => exposure.see(request));
  const { aiSocket } = assistance;
  const takerOf = (request: IncomingMessage) =>
    inspector.takes(request) ? inspector : aiSocket.takes(request) ? aiSocket : gateway;
  http.server.on("upgrade", (request, socket, head) => {
    // Node removes its own error listener before it emits this event. An arrow function here would keep the request, and the
    // bytes that it was read from, for as long as the socket is open.
    socket.on("error", destroySelf);
    boundary.run(
      "upgrade",
      () => takerOf(request).upgrade(request, socket, head),
      () => socket.destroy(),
    );
  });
  try {
    await http.listen({ port: config.port, host: config.host });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === "EADDRINUSE"
        ? "is taken; set WEFT_PORT to another one"
        : `cannot be listened on (${code ?? "unknown error"})`;
    throw new StartRefused(`Port ${config.port} on ${config.host} ${why}.`, { cause });
  }
  // First refuse new connections, then finish and unload rooms, then close the listener and the store.
  parts.defer(async () => {
    const closed = http.close();
    closeSpareConnections();
    // A client that has not read its answer by then, or not sent its question, is not waited for.
    const late = clock.setTimer(lastAnswersMs, () => {
      for (const socket of connections) socket.destroy();
    });
    await closed;
    late.cancel();
  });
  parts.use(inspector);
  parts.use(aiSocket);
  parts.use(watchers);
  parts.use(live.demoReceiver);
  parts.defer(async () => {
    await localHost.drain();
    await live.gateway.drain();
  });
  // Jobs stop before rooms do and continue after the next start: a job must not count a closing room as a failure.
  parts.defer(() => live.runner[Symbol.asyncDispose]());
  parts.defer(() => void (draining = true));
  return { port: (http.server.address() as AddressInfo).port, hasSite: pages.hasShell };
}

/** How long a server that stops waits for requests that are under way, and for sockets to close. */
const lastAnswersMs = 5_000;

function destroySelf(this: Duplex): void {
  this.destroy();
}
