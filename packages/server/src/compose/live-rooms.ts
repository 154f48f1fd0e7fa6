import { createClusterHost, openInProcessCluster } from "@weft/cluster";
import {
  createEventLog,
  createFileLinks,
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
  Projects,
  ActivityWriter,
  EventLog,
  Rooms,
  SigningKeys,
  StorageFiles,
  Tokens,
  Versions,
} from "@weft/collab";
import { openDocuments } from "@weft/document";
import { openRoomHost } from "@weft/room";
import type { Documents, LocalRoomHost, RoomHost } from "@weft/room";
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
import { createRoomGateway } from "../room-gateway.ts";
import { createRoomUpdatedHandler } from "../jobs/room-updated-job.ts";
import { toFrame } from "../socket/frame.ts";
import { openGateway } from "../socket/gateway.ts";
import type { Gateway } from "../socket/gateway.ts";
import { createVersionHandler } from "../jobs/version-job.ts";
import { createVersionWriter } from "../write-version.ts";
import type { Base } from "./base.ts";
import type { Storage } from "./storage.ts";

/** Projects, their rooms, loaded or idle, and access to them. */
export interface LiveRooms {
  readonly projects: Projects;
  readonly tokens: Tokens;
  readonly signingKeys: SigningKeys;
  readonly files: StorageFiles;
  readonly versions: Versions;
  readonly rooms: Rooms;
  /** The rooms of every node. */
  readonly host: RoomHost;
  /** The rooms of this node. */
  readonly localHost: LocalRoomHost;
  /** Sockets. */
  readonly gateway: Gateway;
  /** The rooms of `host`, as REST calls them. */
  readonly roomGateway: RoomGateway;
  readonly activityWriter: ActivityWriter;
  readonly eventLog: EventLog;
  readonly erasure: Erasure;
  readonly runner: JobRunner;
  /** The dependencies of sweeps. */
  readonly sweeps: SweepOptions;
}

/** Replacements of parts, for tests. */
export interface LiveRoomsReplacements {
  readonly documents?: Documents;
  readonly runner?: JobRunner;
}

export function openLiveRooms(
  base: Base,
  { store, blobs, masterKey, cursors }: Storage,
  replacements: LiveRoomsReplacements = {},
): LiveRooms {
  const { limits, clock, now, monotonic, log, metrics, boundary, parts, trusts } = base;
  const activityWriter = parts.use(
    openActivityWriter({
      records: store.activity,
      jobsOf: (batch) => usageAlertJobs(batch, now(), limits),
      clock,
      limits,
      log,
    }),
  );
  const eventLog = createEventLog({
    outbox: store.outbox,
    records: store.activity,
    listed: (events) => activityWriter.listed(events),
  });
  parts.use(
    openOutboxLoop({
      outbox: store.outbox,
      read: () => eventLog.settle(),
      failed: (err) => log.warn({ err }, "events could not be listed; they are listed later"),
      clock,
      limits,
    }),
  );
  const projects = createProjects({ records: store.projects, limits });
  const signingKeys = createSigningKeys({ records: store.projects, seal: createSeal(masterKey), limits });
  const tokens = createTokens({ project: (id) => projects.find(id), signingKeys, limits });
  const quotas = createQuotas({ records: store.quotas, limits, now: monotonic });
  const files = createStorageFiles({
    quotas,
    records: store.uploads,
    blobs,
    links: createFileLinks(masterKey),
    uploaded: (room, file) => activityWriter.fileUploaded(room, file),
    limits,
    now,
  });
  const documents = parts.use(replacements.documents ?? openDocuments({ limits, clock }));
  metrics.watchDocuments(() => documents.counters);
  const events = roomEvents(metrics, log);
  const roomJobs = createRoomJobs({ projects, clock, limits });
  const localHost = parts.use(
    openRoomHost({
      store: store.roomStore,
      documents,
      uploads: files,
      effects: roomJobs,
      clock,
      limits,
      toFrame,
      events,
      random: createRandomIds(),
    }),
  );
  const host = createClusterHost(openInProcessCluster(localHost));
  const versions = createVersions({
    records: store.versions,
    cursors,
    take: (room) => host.takeVersion(room),
    write: createVersionWriter({ gateway: host, documents }),
    created: (room, version) => activityWriter.versionCreated(room, version),
    now,
    limits,
  });
  // The jobs stop before rooms do.
  const runner = parts.use(replacements.runner ?? openJobRunner({ records: store.jobs, clock, limits, log }));
  const sweeps = { runner, records: store.jobs, clock, log };
  runner.handle(createVersionHandler({ projects, versions, roomJobs, store: store.roomStore, clock }));
  runner.handle(createRoomUpdatedHandler({ roomJobs, store: store.roomStore }));
  events.onChange((room, change) => activityWriter.roomChanged(room, change));
  const sweepFiles = runSweep(
    {
      kind: "fileSweep",
      everyMs: limits.storageSweepMs,
      work: (signal) => collectBlobs({ records: store.uploads, blobs, now }, signal),
    },
    sweeps,
  );
  const erasure = parts.use(openErasure({ store, settle: () => activityWriter.settle(), clock, limits, log }));
  const rooms = createRooms({ records: liveRoomRecords(store.rooms, host), cursors, quotas, limits });
  const gateway = parts.use(
    openGateway({
      projects,
      tokens,
      rooms,
      host,
      clock,
      limits,
      metrics,
      connectionLog: activityWriter,
      log,
      boundary,
      trustsProxy: trusts,
    }),
  );
  rooms.listen({
    roomCreated: (project, { id: room }) => activityWriter.roomCreated({ project, room }),
    roomUpdated: (project, _before, after) => gateway.reassess(project, after),
    organizationChanged: (project, { id: room }) => host.close({ project, room }, "ACCESS_CHANGED"),
    roomDeleted(project, room) {
      sweepFiles();
      erasure.ofRoom(project, room);
      activityWriter.roomDeleted({ project, room });
      return host.close({ project, room }, "ACCESS_CHANGED");
    },
    // The close reason carries the new id.
    roomRenamed(project, room, { id }) {
      erasure.ofRoom(project, room);
      return host.close({ project, room }, "ROOM_ID_CHANGED", id);
    },
  });
  const roomGateway = createRoomGateway(host, rooms);
  return {
    projects,
    tokens,
    signingKeys,
    files,
    versions,
    rooms,
    host,
    localHost,
    gateway,
    roomGateway,
    activityWriter,
    eventLog,
    erasure,
    runner,
    sweeps,
  };
}
