import { createRandomIds } from "./random-ids.ts";
import type { AddressInfo } from "node:net";
import { nodeLines } from "@weft/crdt";
import { openInProcessCluster } from "@weft/cluster";
import type { DemoProject } from "@weft/collab";
import {
  createCursors,
  createFileLinks,
  createSeal,
  createTokens,
  demoProjectId,
  openAccounts,
  openActivity,
  openExports,
  openQuotas,
  openProjectRooms,
  openRooms,
  openSigningKeys,
  openStorageFiles,
  openTeams,
  openVersions,
} from "@weft/collab";
import { openDocuments } from "@weft/document";
import type { ProjectId, RoomId } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import { openRoomHost } from "@weft/room";
import type { Clock } from "@weft/room";
import { openStore } from "@weft/store";
import type { Logger } from "pino";
import { openAutomaticVersions } from "./automatic-versions.ts";
import { openBackups, openPlace } from "./backups.ts";
import { openBlobs } from "./blobs.ts";
import { openBackgroundJob } from "./background-job.ts";
import type { BackgroundJobOptions } from "./background-job.ts";
import { systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { StartRefused, backupsOf, databaseOf, isLoopback, limitsOf, mailOf, publicUrlOf, socialOf } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { containTimers, createErrorBoundary } from "./error-boundary.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import { openErasure } from "./erasure.ts";
import { roomEvents } from "./events.ts";
import { openHttp, restRoutes } from "./http/app.ts";
import { createRates } from "./http/rates.ts";
import type { Services } from "./http/services.ts";
import { callerAddress, trustsProxy } from "./http/caller-address.ts";
import { serveSite } from "./http/site.ts";
import type { SitePages } from "./http/site.ts";
import { watchPendingConnections } from "./http/pending-connections.ts";
import { encodeInSlices } from "./text-in-slices.ts";
import { liveRoomRecords } from "./live-room-records.ts";
import { openMasterKey } from "./master-key.ts";
import { openMetrics } from "./metrics.ts";
import { createRoomGateway } from "./room-gateway.ts";
import { openInspector } from "./site/activity/inspector.ts";
import { openRecorder } from "./site/activity/recorder.ts";
import { createRequestLog } from "./site/activity/request-log.ts";
import { sweepActivity } from "./site/activity/sweep.ts";
import { createWatchers } from "./site/activity/watchers.ts";
import { accountOf, admit } from "./site/admission.ts";
import { createRoomReader } from "./site/exports/read-room.ts";
import { tellOfExport } from "./site/exports/tell.ts";
import { openOutbox } from "./site/mail.ts";
import { openMailedMessages } from "./site/messages.ts";
import { openSite } from "./site/open-site.ts";
import { planOf } from "./site/plan-of.ts";
import type { SiteContext } from "./site/site-context.ts";
import { createSitePart } from "./site/site-part.ts";
import { isOwnSocket } from "./site/same-origin.ts";
import { pageExists } from "./site/pages-exist.ts";
import { openSignIn } from "./site/sign-in.ts";
import { openUsageAlerts } from "./site/usage-alerts.ts";
import { sealFrame } from "./socket/frame.ts";
import { openGateway } from "./socket/gateway.ts";
import { createVersionWriter } from "./write-version.ts";
import manifest from "../package.json" with { type: "json" };

/** A server that listens. Disposing it drains it: finishes what it has begun, sends everybody home, and closes the store. */
export interface Server extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:7070`. */
  readonly url: string;
  readonly port: number;
  /** The project of a fresh server, unless the settings want none. */
  readonly demo: DemoProject | undefined;
  /** Whether it serves the site beside its API. */
  readonly hasSite: boolean;
  /** Where errors go that no part of the server has caught. */
  readonly boundary: ErrorBoundary;
}

/**
 * The whole object graph, top to bottom: every part is made here, given what it needs, and disposed in reverse.
 *
 * Throws `StartRefused`, or the store's `StoreRefused`, with one sentence for the operator.
 */
export async function openServer(config: Config, log: Logger, machineClock: Clock = systemClock): Promise<Server> {
  const limits = limitsOf(config);
  const publicUrl = publicUrlOf(config);
  const trusts = trustsProxy(config.trustProxy);
  const metrics = openMetrics();
  const boundary = createErrorBoundary({ log, contained: () => metrics.errorContained() });
  const clock = containTimers(machineClock, boundary);
  await using parts = new AsyncDisposableStack();

  openDataFolder(config.data, log);
  const store = parts.use(await openStore(databaseOf(config), { answerMs: limits.databaseAnswerMs }));
  const masterKey = await openMasterKey(config, store);
  const backupSettings = backupsOf(config);
  if (backupSettings !== undefined && databaseOf(config) === "sqlite::memory:")
    throw new StartRefused("WEFT_BACKUP_TO copies a database file, and WEFT_DATABASE names a database in memory.");
  const backups =
    backupSettings &&
    parts.use(openBackups({ store, place: openPlace(backupSettings), data: config.data, clock, limits, log }));
  if (backups !== undefined)
    metrics.watchBackups(() => ({
      ageMs: clock.now() - (backups.upTo ?? -Infinity),
      bytes: backups.bytes,
      failures: backups.failures,
    }));
  const recorder = parts.use(
    openRecorder({
      records: {
        async write(batch) {
          await store.activity.write(batch);
          usageAlerts.written(batch);
        },
      },
      clock,
      limits,
      log,
    }),
  );
  const accounts = openAccounts(store.accounts, { limits });
  const signingKeys = openSigningKeys(store.accounts, createSeal(masterKey));
  const tokens = createTokens({ project: (id) => accounts.project(id), signingKeys, limits });
  const blobs = await openBlobs(config);
  const quotas = openQuotas({ records: store.quotas, limits, now: () => clock.monotonic() });
  const files = openStorageFiles({
    quotas,
    records: store.files,
    blobs,
    links: createFileLinks(masterKey),
    uploaded: (room, file) => recorder.fileUploaded(room, file),
    limits,
    now: () => clock.now(),
  });
  const documents = parts.use(openDocuments({ limits, clock }));
  metrics.watchDocuments(() => documents.counters);
  const host = parts.use(
    openRoomHost({
      store: store.roomStore,
      documents,
      uploads: files,
      cluster: openInProcessCluster(),
      clock,
      limits,
      seal: sealFrame,
      events: roomEvents(metrics, log, (room, change) => {
        automaticVersions.changed(room);
        recorder.roomChanged(room, change);
      }),
      random: createRandomIds(),
    }),
  );
  const cursors = createCursors(masterKey);
  const versions = openVersions({
    records: store.versions,
    cursors,
    take: (room) => host.takeVersion(room, (tree) => encodeInSlices(nodeLines(tree.verbose()))),
    write: createVersionWriter({ gateway: host, documents }),
    created: (room, version) => recorder.versionCreated(room, version),
    now: () => clock.now(),
    limits,
  });
  const automaticVersions = parts.use(openAutomaticVersions({ accounts, versions, clock, log }));
  const address = (project: ProjectId, room: RoomId) => ({ project, room });
  const inBackground = (
    job: Pick<BackgroundJobOptions, "everyMs" | "firstAfterMs" | "work"> & { readonly failure: string },
  ) => parts.use(openBackgroundJob({ ...job, clock, failed: (err) => log.warn({ err }, job.failure) }));
  const fileSweep = inBackground({
    everyMs: limits.storageSweepMs,
    // What is left is on the list still, and comes up at the next sweep.
    work: (signal) => files.collect(signal),
    failure: "files that were given up could not all be deleted",
  });
  const erasure = parts.use(openErasure({ store, recorder, clock, limits, log }));
  const rooms = openRooms(liveRoomRecords(store.rooms, host), {
    cursors,
    quotas,
    limits,
    on: {
      roomCreated: (project, { id }) => recorder.roomCreated(address(project, id)),
      roomUpdated: (project, _before, after) => gateway.reassess(project, after),
      organizationChanged: (project, before) => host.close(address(project, before.id), "ACCESS_CHANGED"),
      roomDeleted: (project, id) => {
        fileSweep.soon();
        erasure.ofRoom(project, id);
        recorder.roomDeleted(address(project, id));
        return host.close(address(project, id), "ACCESS_CHANGED");
      },
      // The close reason carries the new id.
      roomRenamed(project, oldId, room) {
        erasure.ofRoom(project, oldId);
        return host.close(address(project, oldId), "ROOM_ID_CHANGED", room.id);
      },
    },
  });
  const gateway = parts.use(
    openGateway({
      accounts,
      tokens,
      rooms,
      host,
      clock,
      limits,
      metrics,
      recorder,
      log,
      boundary,
      trustsProxy: trusts,
    }),
  );

  if (config.publicUrl === undefined && !isLoopback(config.host))
    log.warn(
      { host: config.host },
      `links in mails and answers begin with ${publicUrl}, which other machines cannot open: set WEFT_PUBLIC_URL to the address that people use`,
    );
  const mailer = parts.use(openOutbox({ ...mailOf(config), records: store.mails, clock, limits, log }));
  const social = socialOf(config);
  const teams = openTeams({
    records: store.teams,
    audit: store.audit,
    cursors,
    plan: config.plan,
    now: () => clock.now(),
    limits,
  });
  const signIn = openSignIn({
    database: store.signIn,
    people: store.people,
    teams,
    mailer,
    masterKey,
    publicUrl,
    limits,
    byInvitation: config.signUp === "invited",
    staffDomain: config.staffDomain,
    social,
    accountDeleted: (person) => erasure.ofPerson(person),
    log,
  });
  const activity = openActivity({
    records: store.activity,
    live: recorder,
    cursors,
    now: () => clock.now(),
    limits,
  });
  const usageAlerts = parts.use(
    openUsageAlerts({
      records: store.usageAlerts,
      usage: (projects, plan) => activity.usage(projects, plan),
      projects: accounts,
      teams,
      people: store.people,
      outbox: mailer,
      publicUrl: publicUrl.replace(/\/$/, ""),
      clock,
      limits,
      log,
    }),
  );
  const watchers = createWatchers(limits.inspectorsPerProject);
  const messages = openMailedMessages({
    records: store.messages,
    mailer,
    supportEmail: config.supportEmail,
    cursors,
    limits,
    log,
    now: () => clock.now(),
  });
  inBackground({
    everyMs: limits.activitySweepMs,
    firstAfterMs: limits.activitySweepMs,
    work: () => sweepActivity(activity, accounts, (project) => planOf(project, teams)),
    failure: "old events could not be deleted; the next sweep tries again",
  });
  const roomGateway = createRoomGateway(host, rooms);
  const exports = openExports({
    records: store.exports,
    blobs,
    rooms,
    project: (id) => accounts.project(id),
    read: createRoomReader({
      gateway: roomGateway,
      versions,
      records: store.exports,
      rest: (room) => host.rest(room),
    }),
    tell: (outcome) => tellOfExport(outcome, siteServices),
    failed: (err, { project, id }) => log.warn({ err, project, export: id }, "an export failed"),
    now: () => clock.now(),
    limits,
  });
  const siteServices = openSite({
    publicUrl,
    settings: {
      serverVersion: manifest.version,
      serverUrl: config.publicUrl?.replace(/\/$/, "") ?? null,
      supportEmail: config.supportEmail ?? null,
      socialLinks: config.socialLinks,
      signUp: config.signUp === "open",
      social: (["github", "google"] as const).filter((name) => social[name] !== undefined),
    },
    limits,
    signIn,
    people: store.people,
    teams,
    projects: accounts,
    rooms,
    mailer,
    outbox: mailer,
    statistics: activity,
    exports,
    exportSoon: () => exportJobs.soon(),
    sendAway: (id) => gateway.sendAway(id),
    async onProjectDeleted(id) {
      await activity.forget(id);
      erasure.soon();
    },
    now: () => clock.now(),
  });
  const exportJobs = inBackground({
    everyMs: limits.exportPollMs,
    // When somebody asks for one, and those that another process left.
    async work(signal) {
      while (!signal.aborted && (await exports.work(signal)));
    },
    failure: "exports that wait could not be read; the next look tries again",
  });
  inBackground({
    everyMs: limits.projectSweepMs,
    async work(signal) {
      await exports.sweep();
      await siteServices.deleteDueProjects(signal);
    },
    failure: "projects or exports whose time is over could not all be deleted; the next sweep tries again",
  });

  let draining = false;
  let site: SitePages | undefined;
  const services: Services = {
    accounts,
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
    now: () => clock.now(),
  };
  const monotonic = () => clock.monotonic();
  const rates = createRates(limits, monotonic);
  const context: SiteContext = {
    ...services,
    site: siteServices,
    projectRooms: openProjectRooms(rooms, activity, recorder),
    activity,
    recorder,
    watchers,
    messages,
    planOf: (project) => planOf(project, teams),
  };
  const sitePart = createSitePart(context, { rest: restRoutes(publicUrl), rates, limits, now: monotonic });
  const http = openHttp(services, {
    publicUrl,
    filesUrl: (config.filesUrl ?? config.publicUrl)?.replace(/\/$/, ""),
    log,
    boundary,
    metrics,
    clock,
    limits,
    rates,
    parts: [sitePart],
    answered: createRequestLog(recorder, { limits, contents: config.requestContents }),
    trustsProxy: trusts,
    metricsToken: config.metricsToken,
    notFoundPage: (request, reply) => site?.notFound(request, reply) ?? false,
  });
  // Whoever owns the server has deleted it, and does not want it back.
  const isDeleted =
    (await accounts.project(demoProjectId)) === undefined && (await store.people.firstPerson()) !== undefined;
  const demo =
    config.demo && !isDeleted
      ? await accounts.ensureDemoProject({
          secretKey: config.demoSecretKey,
          publicKey: config.demoPublicKey,
          // Its key is in every page of the examples: on a server that others reach, an owner has to open it.
          publicKeyCreatesRooms: isLoopback(config.host),
        })
      : undefined;
  if (demo?.project.publicKeyCreatesRooms === true && !isLoopback(config.host))
    log.warn("whoever has the demo project's public key can make rooms: its owner may switch that off in its settings");
  site = await serveSite(http, {
    publicUrl,
    demoPublicKey: demo?.publicKey,
    secure: config.publicUrl?.startsWith("https:") ?? false,
    pageExists: async (path, request) =>
      pageExists(path, await accountOf(request, undefined, siteServices), siteServices),
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
      const account = await accountOf(caller, undefined, siteServices);
      return (await admit("member", account, { projectId }, siteServices)).project!.id;
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
  // Whoever starts next goes on with an export; it must not find its rooms leaving, and take that for a failure.
  parts.defer(() => exportJobs[Symbol.asyncDispose]());
  parts.defer(() => void (draining = true));

  const { port } = http.server.address() as AddressInfo;
  const open = parts.move();
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    port,
    demo,
    hasSite: site.hasShell,
    boundary,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
