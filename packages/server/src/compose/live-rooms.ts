import { createClusterHost, openInProcessCluster } from "@weft/cluster";
import type { NodeView } from "@weft/cluster/node";
import {
  createAttachments,
  createPlanQuotas,
  createEventLog,
  createFeeds,
  createFileLinks,
  createGroups,
  createLinkedFiles,
  createSeal,
  createTokens,
  createProjects,
  openActivityWriter,
  createQuotas,
  createRooms,
  createSigningKeys,
  collectBlobs,
  createStorageFiles,
  createVersions,
  usageAlertJobs,
} from "@weft/collab";
import type {
  Attachments,
  FileRecord,
  LinkedFiles,
  Projects,
  ActivityWriter,
  EventLog,
  Groups,
  PlanQuotas,
  Quotas,
  Feeds,
  Rooms,
  SigningKeys,
  StorageFiles,
  Tokens,
  Versions,
  WatchCache,
  RequestCatcher,
  Webhooks,
} from "@weft/collab";
import { openDocuments } from "@weft/document";
import type { RoomAddress } from "@weft/protocol";
import { createRoomEdge, openRoomHost } from "@weft/room";
import type { Cluster, Documents, LocalRoomHost, RoomEdge, RoomHost } from "@weft/room";
import type { DemoEndpoint } from "../demo-receiver/demo-endpoint.ts";
import type { DemoReceiver } from "../demo-receiver/demo-receiver.ts";
import { followSignals } from "./follow-signals.ts";
import { openErasure } from "../erasure.ts";
import type { Erasure } from "../erasure.ts";
import { roomEvents } from "../events.ts";
import type { RoomGateway } from "../http/services.ts";
import { openJobRunner } from "../jobs/job-runner.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import { openOutboxLoop } from "../jobs/outbox-loop.ts";
import { runSweep } from "../jobs/sweeps.ts";
import type { SweepOptions } from "../jobs/sweeps.ts";
import { liveRoomRecords } from "../live-room-records.ts";
import { createRandomIds } from "../random-ids.ts";
import { createRoomJobs } from "../jobs/room-jobs.ts";
import { createInTurns } from "../room-turns.ts";
import { createRoomGateway } from "../room-gateway.ts";
import { createRoomUpdatedHandler } from "../jobs/room-updated-job.ts";
import { toFrame } from "../socket/frame.ts";
import { openGateway } from "../socket/gateway.ts";
import type { Gateway } from "../socket/gateway.ts";
import { createRecentComments } from "../socket/recent-comments.ts";
import { createSharedConnections } from "../socket/shared-connections.ts";
import { createVersionHandler } from "../jobs/version-job.ts";
import { createVersionWriter } from "../write-version.ts";
import type { Base } from "./base.ts";
import type { Storage } from "./storage.ts";
import type { WebhookReplacements } from "./webhooks.ts";
import { openWebhookDelivery } from "./webhooks.ts";

/** What a comment or a notification counts until the bytes of its project are measured again. */
const rowBytes = 1_024;

/** Projects, their rooms, loaded or idle, and access to them. */
export interface LiveRooms {
  readonly projects: Projects;
  readonly tokens: Tokens;
  readonly signingKeys: SigningKeys;
  readonly files: StorageFiles;
  readonly attachments: Attachments;
  readonly linkedFiles: LinkedFiles;
  readonly versions: Versions;
  readonly groups: Groups;
  readonly feeds: Feeds;
  readonly quotas: Quotas;
  readonly planQuotas: PlanQuotas;
  readonly rooms: Rooms;
  readonly cluster: JoinedCluster;
  /** The rooms of every node. */
  readonly host: RoomHost;
  readonly edge: RoomEdge;
  /** The rooms of this node. */
  readonly localHost: LocalRoomHost;
  /** Sockets. */
  readonly gateway: Gateway;
  /** The rooms of `host`, as REST calls them. */
  readonly roomGateway: RoomGateway;
  readonly activityWriter: ActivityWriter;
  readonly eventLog: EventLog;
  readonly erasure: Erasure;
  /** Has bytes of deleted files deleted now. */
  readonly sweepFiles: () => void;
  readonly webhooks: Webhooks;
  readonly requestCatcher: RequestCatcher;
  readonly demoReceiver: DemoReceiver;
  readonly demoEndpoint: DemoEndpoint;
  readonly runner: JobRunner;
  /** The dependencies of sweeps. */
  readonly sweeps: SweepOptions;
}

/** Replacements of parts, for tests. */
export interface LiveRoomsReplacements extends WebhookReplacements {
  readonly documents?: Documents;
  readonly runner?: JobRunner;
}

/** A cluster with this process as a node. */
export interface JoinedCluster extends Cluster {
  /** Others call this node, and place rooms on it, from then on. */
  open?(): void;
  /** Places no more rooms here. */
  drain?(): Promise<void>;
  /** What this node knows of itself and of the others; undefined if it is alone. */
  readonly node?: NodeView;
  /** Leaves the cluster. */
  [Symbol.asyncDispose]?(): PromiseLike<void>;
}

export function openLiveRooms(
  base: Base,
  { store, blobs, masterKey, cursors }: Storage,
  replacements: LiveRoomsReplacements = {},
  createCluster: (host: LocalRoomHost) => JoinedCluster = openInProcessCluster,
): LiveRooms {
  const { limits, clock, now, monotonic, log, metrics, boundary, signals, parts, trusts } = base;
  const watchCache: WatchCache = (cache, figures) => metrics.watchCache(cache, figures);
  const activityWriter = parts.use(
    openActivityWriter({
      records: store.activity,
      jobsOf: (batch) => usageAlertJobs(batch, now(), limits),
      signals,
      clock,
      limits,
      log,
    }),
  );
  const eventLog = createEventLog({
    outbox: store.outbox,
    records: store.activity,
    listed: (events) => activityWriter.listed(events),
    now,
    limits,
  });
  const eventLogLoop = parts.use(
    openOutboxLoop({
      outbox: store.outbox,
      read: () => eventLog.settle(),
      failed: (err) => log.warn({ err }, "events could not be listed; they are listed later"),
      clock,
      limits,
    }),
  );
  metrics.watchQueue("outbox activity", () => eventLogLoop.waitingMs);
  const projects = createProjects({ records: store.projects, signals, watchCache, now, limits });
  const seal = createSeal(masterKey);
  const signingKeys = createSigningKeys({ records: store.projects, seal, signals, watchCache, limits });
  const tokens = createTokens({ project: (id) => projects.find(id), signingKeys, limits });
  const quotas = createQuotas({ records: store.quotas, limits, signals, now: monotonic });
  const fileOptions = {
    quotas,
    records: store.uploads,
    blobs,
    links: createFileLinks(masterKey),
    uploaded: (room: RoomAddress, file: FileRecord) => activityWriter.fileUploaded(room, file),
    limits,
    now,
  };
  const files = createStorageFiles(fileOptions);
  const plan = createPlanQuotas({
    async teamOf(id) {
      const project = await projects.find(id);
      return project?.team === undefined ? undefined : store.teams.team(project.team);
    },
    projectsOf: (team) => projects.ofTeam(team),
    records: store.activity,
    async settle() {
      await eventLog.settle();
      await activityWriter.settle();
    },
    signals,
    now,
  });
  const planQuotas: PlanQuotas = {
    ...plan,
    async admitComment(project) {
      await plan.admitComment(project);
      await quotas.admitBytes(project, rowBytes);
    },
    async admitNotification(project) {
      await plan.admitNotification(project);
      await quotas.admitBytes(project, rowBytes);
    },
  };
  const attachments = createAttachments({
    ...fileOptions,
    quotas: {
      async admitBytes(project, bytes) {
        await planQuotas.admitAttachment(project, bytes);
        await quotas.admitBytes(project, bytes);
      },
    },
    threads: store.threads,
  });
  const linkedFiles = createLinkedFiles(fileOptions);
  const documents = parts.use(replacements.documents ?? openDocuments({ limits, clock, inline: true }));
  metrics.watchDocuments(() => documents.counters);
  const events = roomEvents(metrics, log);
  const delivery = openWebhookDelivery(base, { store, masterKey, cursors }, activityWriter, replacements);
  events.onConnection(delivery.connectionEvents);
  events.onConnection(activityWriter);
  let cluster: JoinedCluster | undefined;
  // Its rooms are unloaded then.
  parts.defer(() => cluster?.[Symbol.asyncDispose]?.());
  const localHost = parts.use(
    openRoomHost({
      store: store.roomStore,
      documents,
      uploads: files,
      effects: createRoomJobs({
        projects,
        clock,
        limits,
        throttleMs: (project, type) => delivery.subscriptions.throttleMs(project, type),
      }),
      clock,
      limits,
      events,
      random: createRandomIds(),
    }),
  );
  const openCluster = (cluster = createCluster(localHost));
  const host = createClusterHost(openCluster);
  const edge = createRoomEdge({ host, clock, toFrame });
  const inTurns = createInTurns({ host, isShared: () => openCluster.node !== undefined });
  const versions = createVersions({
    records: store.versions,
    cursors,
    take: (room) => host.takeVersion(room),
    write: createVersionWriter({ gateway: host, documents }),
    inTurn: inTurns.versions,
    created: (room, version) => activityWriter.versionCreated(room, version),
    now,
    limits,
  });
  const groups = createGroups({ records: store.groups, cursors, now, limits });
  const feeds = createFeeds({
    records: store.feeds,
    cursors,
    quotas,
    // A room that stops meanwhile closes its connections, and their clients read the feeds again.
    announce: (room, change) => host.announce(room, change, "feeds").catch(() => {}),
    ...(openCluster.node !== undefined && { inTurn: inTurns.feeds }),
    now,
    limits,
  });
  // The jobs stop before rooms do.
  const runner = parts.use(
    replacements.runner ??
      openJobRunner({
        records: store.jobs,
        clock,
        limits,
        log,
        checked: (kind, dueAt) => metrics.watchQueue(kind, () => now() - dueAt),
        parked: (kind) => metrics.jobParked(kind),
      }),
  );
  const sweeps = { runner, records: store.jobs, clock, log };
  runner.handle(createVersionHandler({ projects, versions, host, store: store.roomStore, clock }));
  runner.handle(createRoomUpdatedHandler({ host, store: store.roomStore }));
  events.onChange((room, change) => activityWriter.roomChanged(room, change));
  const sweepFiles = runSweep(
    {
      kind: "fileSweep",
      everyMs: limits.storageSweepMs,
      work: (signal) => collectBlobs({ records: store.uploads, blobs, now }, signal),
    },
    sweeps,
  );
  runSweep({ kind: "webhookSweep", everyMs: limits.webhookSweepMs, work: () => delivery.sweep() }, sweeps);
  const erasure = parts.use(openErasure({ store, settle: () => activityWriter.settle(), clock, limits, log }));
  const rooms = createRooms({ records: liveRoomRecords(store.rooms, host), cursors, quotas, limits });
  const recentComments = createRecentComments({
    changes: (room, since, limit) => store.threads.newestChanges(room, since, limit),
    isShared: () => openCluster.node !== undefined,
    now,
    limits,
  });
  parts.use(
    signals.subscribe("threadChanged", ({ project, room, event, visibility }) =>
      recentComments.noted({ project, room }, event, visibility),
    ),
  );
  parts.use(signals.onMissed(() => recentComments.missed()));
  const shared = parts.use(
    createSharedConnections({ signals, node: () => openCluster.node, limit: limits.connectionsPerProject, clock }),
  );
  const gateway = parts.use(
    openGateway({
      projects,
      tokens,
      rooms,
      edge,
      feeds,
      recentComments,
      shared,
      clock,
      limits,
      metrics,
      connectionLog: activityWriter,
      log,
      boundary,
      trustsProxy: trusts,
      counts: base.socketCounts,
      unreadInput: base.unreadInput,
    }),
  );
  rooms.listen({
    roomCreated: (project, { id: room }) => activityWriter.roomCreated({ project, room }),
    roomUpdated(project, _before, after) {
      gateway.reassess(project, after);
      signals.publish({ type: "roomAccessesChanged", project, room: after.id });
    },
    organizationChanged: (project, { id: room }) => host.close({ project, room }, "ACCESS_CHANGED"),
    roomDeleted(project, room) {
      sweepFiles();
      signals.publish({ type: "roomErased", project, room });
      activityWriter.roomDeleted({ project, room });
      return host.close({ project, room }, "ACCESS_CHANGED");
    },
    // The close reason carries the new id.
    roomRenamed(project, room, { id }) {
      signals.publish({ type: "roomErased", project, room });
      return host.close({ project, room }, "ROOM_ID_CHANGED", id);
    },
  });
  parts.use(followSignals({ signals, gateway, rooms, host, erasure, boundary }));
  const roomGateway = createRoomGateway(host, rooms);
  return {
    projects,
    tokens,
    signingKeys,
    files,
    attachments,
    linkedFiles,
    versions,
    groups,
    feeds,
    quotas,
    planQuotas,
    rooms,
    cluster: openCluster,
    host,
    edge,
    localHost,
    gateway,
    roomGateway,
    activityWriter,
    eventLog,
    erasure,
    sweepFiles,
    webhooks: delivery.webhooks,
    requestCatcher: delivery.requestCatcher,
    demoReceiver: delivery.demoReceiver,
    demoEndpoint: delivery.demoEndpoint,
    runner,
    sweeps,
  };
}
