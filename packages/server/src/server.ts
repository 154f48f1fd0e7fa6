import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { openInProcessCluster } from "@weft/cluster";
import type { DemoProject } from "@weft/collab";
import {
  createCursors,
  createFileLinks,
  createSeal,
  createTokens,
  openAccounts,
  openRooms,
  openSigningKeys,
  openStorageFiles,
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
import { openBlobs } from "./blobs.ts";
import { systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { StartRefused, databaseOf, limitsOf, masterKeyOf } from "./config.ts";
import { roomEvents } from "./events.ts";
import { openFileSweep } from "./file-sweep.ts";
import { openHttp } from "./http/app.ts";
import { servePages } from "./http/pages.ts";
import { encodeInSlices, nodeLines } from "./http/storage-document.ts";
import { openMetrics } from "./metrics.ts";
import { createRoomGateway } from "./room-gateway.ts";
import { sealFrame } from "./socket/frame.ts";
import { openGateway } from "./socket/gateway.ts";

/** A server that listens. Disposing it drains it: finishes what it has begun, sends everybody home, and closes the store. */
export interface Server extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:7070`. */
  readonly url: string;
  readonly port: number;
  /** The project of a fresh server, unless the settings want none. */
  readonly demo: DemoProject | undefined;
}

/**
 * The whole object graph, top to bottom: every part is made here, given what it needs, and disposed in reverse.
 *
 * Throws `StartRefused`, or the store's `StoreRefused`, with one sentence for the operator.
 */
export async function openServer(config: Config, log: Logger, clock: Clock = systemClock): Promise<Server> {
  const limits = limitsOf(config);
  const metrics = openMetrics();
  const masterKey = masterKeyOf(config);
  await using parts = new AsyncDisposableStack();

  const store = parts.use(await openStore(databaseOf(config)));
  const accounts = openAccounts(store.accounts);
  const signingKeys = openSigningKeys(store.accounts, createSeal(masterKey));
  const tokens = createTokens({ project: (id) => accounts.project(id), signingKeys });
  const blobs = await openBlobs(config);
  const files = openStorageFiles({
    records: store.files,
    blobs,
    links: createFileLinks(masterKey),
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
      events: roomEvents(metrics, log, (room) => automaticVersions.changed(room)),
      random: () => randomBytes(16).toString("base64url").slice(0, 21),
    }),
  );
  const cursors = createCursors(masterKey);
  const versions = openVersions({
    records: store.versions,
    cursors,
    take: (room) => host.takeVersion(room, (tree) => encodeInSlices(nodeLines(tree.verbose()))),
    now: () => clock.now(),
    limits,
  });
  const automaticVersions = parts.use(openAutomaticVersions({ accounts, versions, clock, log }));
  const address = (project: ProjectId, room: RoomId) => ({ project, room });
  const fileSweep = parts.use(openFileSweep({ files, clock, limits, log }));
  const rooms = openRooms(store.rooms, {
    cursors,
    on: {
      roomUpdated: (project, _before, after) => gateway.reassess(project, after),
      organizationChanged: (project, before) => host.close(address(project, before.id), "ACCESS_CHANGED"),
      roomDeleted: (project, id) => {
        fileSweep.soon();
        return host.close(address(project, id), "ACCESS_CHANGED");
      },
      // The close reason carries the new id (realtime-protocol 2.8).
      roomRenamed: (project, oldId, room) => host.close(address(project, oldId), "ROOM_ID_CHANGED", room.id),
    },
  });
  const gateway = parts.use(
    openGateway({ accounts, tokens, rooms, host, clock, limits, metrics, log, trustProxy: config.trustProxy }),
  );

  let draining = false;
  const http = openHttp(
    {
      accounts,
      rooms,
      tokens,
      files,
      versions,
      gateway: createRoomGateway(host, rooms),
      health: {
        async ready() {
          if (draining) throw new WeftError("SERVICE_UNAVAILABLE", { message: "The server is draining." });
          await store.health();
        },
      },
      now: () => clock.now(),
    },
    {
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      filesUrl: (config.filesUrl ?? config.publicUrl)?.replace(/\/$/, ""),
      log,
      metrics,
      limits,
      trustProxy: config.trustProxy,
    },
  );
  const demo = config.demo
    ? await accounts.ensureDemoProject({ secretKey: config.demoSecretKey, publicKey: config.demoPublicKey })
    : undefined;
  await servePages(http, { demoPublicKey: demo?.publicKey });
  http.server.on("upgrade", (request, socket, head) => gateway.upgrade(request, socket, head));
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
  // Newcomers are refused first, then rooms finish and let go, then the listener and the store close (C8).
  parts.defer(() => http.close());
  parts.defer(() => host.drain());
  parts.defer(() => void (draining = true));

  const { port } = http.server.address() as AddressInfo;
  const open = parts.move();
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    port,
    demo,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
