import type { DemoProject } from "@weft/collab";
import type { Clock } from "@weft/room";
import type { Logger } from "pino";
import { openBackgroundJob } from "./background-job.ts";
import { systemClock } from "./clock.ts";
import { createBase } from "./compose/base.ts";
import { createCollaboration } from "./compose/collaboration.ts";
import { openAssistance } from "./compose/copilots.ts";
import { openDashboard } from "./compose/dashboard.ts";
import { openDemoProject } from "./compose/demo-project.ts";
import { openEdges } from "./compose/edges.ts";
import { openLiveRooms } from "./compose/live-rooms.ts";
import { openStorage } from "./compose/storage.ts";
import type { Config } from "./config.ts";
import { clusterOf } from "./config.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import { createIdleCollection, idleCollectionMs } from "./idle-collection.ts";

/** A listening server. Disposing it drains it: finishes work in progress, closes all connections and the store. */
export interface Server extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:7070`. */
  readonly url: string;
  readonly port: number;
  /** The demo project of a new server, unless the settings disable it. */
  readonly demo: DemoProject | undefined;
  /** Whether it serves the site beside its API. */
  readonly hasSite: boolean;
  /** Whether it has an account: the first one owns the server. */
  readonly hasAccount: boolean;
  /** Receives errors that no part of the server has caught. */
  readonly boundary: ErrorBoundary;
}

/**
 * The whole object graph, bottom to top: each part receives those below it, and they are disposed in reverse.
 *
 *     base ─► storage ─► live rooms ─► collaboration ─► dashboard ─► edges
 *
 * Throws `StartRefused`, or the store's `StoreRefused`, with one sentence for the operator.
 */
export async function openServer(config: Config, log: Logger, machineClock: Clock = systemClock): Promise<Server> {
  await using parts = new AsyncDisposableStack();
  const settings = clusterOf(config);
  const joining = settings && (await import("./cluster/join-cluster.ts")).createJoining(settings);
  const base = createBase(config, log, machineClock, parts, joining?.signals);
  const collect = createIdleCollection();
  parts.use(
    openBackgroundJob({
      clock: base.clock,
      everyMs: idleCollectionMs,
      work: async () => collect(),
      failed: (err) => log.warn({ err }, "memory could not be collected"),
    }),
  );
  const storage = await openStorage(base, joining);
  const createCluster = await joining?.connect(base, storage);
  const live = openLiveRooms(base, storage, {}, createCluster);
  const collaboration = createCollaboration(base, storage, live);
  const assistance = openAssistance(base, storage, live);
  const dashboard = openDashboard(base, storage, live, collaboration);
  const demo = await openDemoProject(base, live.projects, storage.store.people);
  live.cluster.open?.();
  const { port, hasSite } = await openEdges(base, storage, live, collaboration, assistance, dashboard, demo);

  const open = parts.move();
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    port,
    demo,
    hasSite,
    hasAccount: (await storage.store.people.firstPerson()) !== undefined,
    boundary: base.boundary,
    async [Symbol.asyncDispose]() {
      // Clients that are closed from here on are not sent back to rooms of this node.
      await live.cluster.drain?.();
      await open.disposeAsync();
    },
  };
}
