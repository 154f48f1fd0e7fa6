import type { AddressInfo } from "node:net";
import type { DemoProject } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import { StartRefused, isLoopback } from "../config.ts";
import { createHttp, restRoutes } from "../http/app.ts";
import { callerAddress } from "../http/caller-address.ts";
import { watchPendingConnections } from "../http/pending-connections.ts";
import { createRates } from "../http/rates.ts";
import type { Services } from "../http/services.ts";
import { serveSite } from "../http/site.ts";
import type { SitePages } from "../http/site.ts";
import { openInspector } from "../site/activity/inspector.ts";
import { createRequestLog } from "../site/activity/request-log.ts";
import { accountOf, admit } from "../site/admission.ts";
import { pageExists } from "../site/pages-exist.ts";
import { isOwnSocket } from "../site/same-origin.ts";
import { createSitePart } from "../site/site-part.ts";
import type { Base } from "./base.ts";
import type { Dashboard } from "./dashboard.ts";
import type { LiveRooms } from "./live-rooms.ts";
import type { Storage } from "./storage.ts";

/** What callers reach: it listens. */
export interface Edges {
  readonly port: number;
  /** Whether the site is served beside the API. */
  readonly hasSite: boolean;
}

export async function openEdges(
  base: Base,
  storage: Storage,
  live: LiveRooms,
  dashboard: Dashboard,
  demo: DemoProject | undefined,
): Promise<Edges> {
  const { config, limits, publicUrl, trusts, clock, now, log, metrics, boundary, parts } = base;
  const { store, backups } = storage;
  const { projects, tokens, rooms, host, files, versions, roomGateway, gateway } = live;
  const { site, watchers } = dashboard;

  let draining = false;
  const services: Services = {
    projects,
    rooms,
    tokens,
    files,
    anonymousUploads: config.anonymousUploads ?? isLoopback(config.host),
    versions,
    gateway: roomGateway,
    health: {
      async ready() {
        if (draining) throw new WeftError("SERVICE_UNAVAILABLE", { message: "The server is draining." });
        await store.health();
      },
      ...(backups === undefined
        ? undefined
        : { copiedUpTo: () => (backups.upTo === undefined ? null : new Date(backups.upTo).toISOString()) }),
    },
    now,
  };
  const monotonic = () => clock.monotonic();
  const rates = createRates(limits, monotonic);
  const rest = restRoutes(publicUrl);
  /** Its routes are added to the edge, which asks it for pages that it does not find. */
  let pages: SitePages | undefined;
  const http = createHttp(services, {
    publicUrl,
    filesUrl: (config.filesUrl ?? config.publicUrl)?.replace(/\/$/, ""),
    log,
    boundary,
    metrics,
    clock,
    limits,
    rates,
    parts: [createSitePart({ ...services, ...dashboard }, { rest, rates, limits, now: monotonic })],
    answered: createRequestLog(dashboard.recorder, { limits, contents: config.requestContents }),
    trustsProxy: trusts,
    metricsToken: config.metricsToken,
    notFoundPage: (request, reply) => pages?.notFound(request, reply) ?? false,
  });
  pages = await serveSite(http, {
    publicUrl,
    demoPublicKey: demo?.publicKey,
    secure: config.publicUrl?.startsWith("https:") ?? false,
    pageExists: async (path, request) => pageExists(path, await accountOf(request, undefined, site), site),
  });
  const inspector = openInspector({
    host,
    rooms,
    watchers,
    clock,
    limits,
    log,
    boundary,
    documentBytes: ({ project, room }, guid) => store.activity.documentBytes(project, room, guid),
    admit: async (request, projectId) => {
      const caller = { headers: request.headers, ip: callerAddress(request, trusts) };
      const account = await accountOf(caller, undefined, site);
      return (await admit("member", account, { projectId }, site)).project!.id;
    },
    isOwn: ({ headers }) => isOwnSocket(headers, publicUrl),
  });
  const closeSpareConnections = watchPendingConnections(http.server, {
    perAddress: limits.unauthenticatedPerAddress,
    isProxy: (peer) => trusts(peer, 0),
  });
  http.server.on("upgrade", (request, socket, head) => {
    // Node takes its own error listener away before it emits this event.
    socket.on("error", () => socket.destroy());
    boundary.run(
      "upgrade",
      () => (inspector.takes(request) ? inspector : gateway).upgrade(request, socket, head),
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
  // Newcomers are refused first, then rooms finish and let go, then the listener and the store close.
  parts.defer(async () => {
    const closed = http.close();
    closeSpareConnections();
    await closed;
  });
  parts.use(inspector);
  parts.use(watchers);
  parts.defer(() => host.drain());
  // The next start goes on with a job; it must not find its rooms leaving, and take that for a failure.
  parts.defer(() => live.runner[Symbol.asyncDispose]());
  parts.defer(() => void (draining = true));
  return { port: (http.server.address() as AddressInfo).port, hasSite: pages.hasShell };
}
