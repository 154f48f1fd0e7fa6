import { openInProcessCluster } from "@weft/cluster";
import {
  createFileLinks,
  createSeal,
  createTokens,
  createProjects,
  createQuotas,
  createRooms,
  createSigningKeys,
  collectBlobs,
  createStorageFiles,
  createVersions,
} from "@weft/collab";
import type { Projects, Rooms, SigningKeys, StorageFiles, Tokens, Versions } from "@weft/collab";
import { nodeLines } from "@weft/crdt";
import { openDocuments } from "@weft/document";
import { openRoomHost } from "@weft/room";
import type { RoomHost } from "@weft/room";
import { openErasure } from "../erasure.ts";
import type { Erasure } from "../erasure.ts";
import { roomEvents } from "../events.ts";
import type { RoomGateway } from "../http/services.ts";
import { openJobRunner } from "../jobs/job-runner.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import { runSweep } from "../jobs/sweeps.ts";
import type { SweepOptions } from "../jobs/sweeps.ts";
import { liveRoomRecords } from "../live-room-records.ts";
import { createRandomIds } from "../random-ids.ts";
import { createRoomGateway } from "../room-gateway.ts";
import { openEventLog } from "../site/activity/event-log.ts";
import type { EventLog } from "../site/activity/event-log.ts";
import { openRecorder } from "../site/activity/recorder.ts";
import type { Recorder } from "../site/activity/recorder.ts";
import { toFrame } from "../socket/frame.ts";
import { openGateway } from "../socket/gateway.ts";
import type { Gateway } from "../socket/gateway.ts";
import { usageAlertJobs } from "../site/usage-alert-job.ts";
import { encodeInSlices } from "../text-in-slices.ts";
import { createAutomaticVersions } from "../version-job.ts";
import { createVersionWriter } from "../write-version.ts";
import type { Base } from "./base.ts";
import type { Storage } from "./storage.ts";

/** Projects and their rooms, awake and asleep, and who may enter them. */
export interface LiveRooms {
  readonly projects: Projects;
  readonly tokens: Tokens;
  readonly signingKeys: SigningKeys;
  readonly files: StorageFiles;
  readonly versions: Versions;
  readonly rooms: Rooms;
  readonly host: RoomHost;
  /** Sockets. */
  readonly gateway: Gateway;
  /** The rooms of `host` as REST asks them. */
  readonly roomGateway: RoomGateway;
  readonly recorder: Recorder;
  readonly eventLog: EventLog;
  readonly erasure: Erasure;
  readonly runner: JobRunner;
  /** What sweeps are made with. */
  readonly sweeps: SweepOptions;
}

export function openLiveRooms(base: Base, { store, blobs, masterKey, cursors }: Storage): LiveRooms {
  const { limits, clock, now, log, metrics, boundary, parts, trusts } = base;
  const recorder = parts.use(
    openRecorder({
      records: store.activity,
      jobsOf: (batch) => usageAlertJobs(batch, now(), limits),
      clock,
      limits,
      log,
    }),
  );
  const eventLog = parts.use(
    openEventLog({
      outbox: store.outbox,
      records: store.activity,
      listed: (events) => recorder.listed(events),
      clock,
      limits,
      log,
    }),
  );
  const projects = createProjects(store.projects, { limits });
  const signingKeys = createSigningKeys(store.projects, createSeal(masterKey), { limits });
  const tokens = createTokens({ project: (id) => projects.find(id), signingKeys, limits });
  const quotas = createQuotas({ records: store.quotas, limits, now: () => clock.monotonic() });
  const files = createStorageFiles({
    quotas,
    records: store.uploads,
    blobs,
    links: createFileLinks(masterKey),
    uploaded: (room, file) => recorder.fileUploaded(room, file),
    limits,
    now,
  });
  const documents = parts.use(openDocuments({ limits, clock }));
  metrics.watchDocuments(() => documents.counters);
  const events = roomEvents(metrics, log);
  const host = parts.use(
    openRoomHost({
      store: store.roomStore,
      documents,
      uploads: files,
      cluster: openInProcessCluster(),
      clock,
      limits,
      toFrame,
      events,
      random: createRandomIds(),
    }),
  );
  const versions = createVersions({
    records: store.versions,
    cursors,
    take: (room) => host.takeVersion(room, (tree) => encodeInSlices(nodeLines(tree.verbose()))),
    write: createVersionWriter({ gateway: host, documents }),
    created: (room, version) => recorder.versionCreated(room, version),
    now,
    limits,
  });
  // Its jobs end before rooms do.
  const runner = parts.use(openJobRunner({ records: store.jobs, clock, limits, log }));
  const sweeps = { runner, records: store.jobs, clock, log };
  const automaticVersions = createAutomaticVersions({ projects, versions, jobs: store.jobs, clock, log });
  runner.handle(automaticVersions.handler);
  events.onChange((room, change) => {
    automaticVersions.changed(room);
    recorder.roomChanged(room, change);
  });
  const sweepFiles = runSweep(
    {
      kind: "fileSweep",
      everyMs: limits.storageSweepMs,
      work: (signal) => collectBlobs({ records: store.uploads, blobs, now }, signal),
    },
    sweeps,
  );
  const erasure = parts.use(openErasure({ store, recorder, clock, limits, log }));
  const rooms = createRooms(liveRoomRecords(store.rooms, host), { cursors, quotas, limits });
  const gateway = parts.use(
    openGateway({
      projects,
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
  rooms.listen({
    roomCreated: (project, { id: room }) => recorder.roomCreated({ project, room }),
    roomUpdated: (project, _before, after) => gateway.reassess(project, after),
    organizationChanged: (project, { id: room }) => host.close({ project, room }, "ACCESS_CHANGED"),
    roomDeleted(project, room) {
      sweepFiles();
      erasure.ofRoom(project, room);
      recorder.roomDeleted({ project, room });
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
    gateway,
    roomGateway,
    recorder,
    eventLog,
    erasure,
    runner,
    sweeps,
  };
}
