import { createInProcessSignals } from "@weft/collab";
import type { Signals } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { limitsOf, outboundOf, publicUrlOf } from "../config.ts";
import { systemClock } from "../clock.ts";
import { createDatabaseClock } from "../database-clock.ts";
import type { DatabaseClock } from "../database-clock.ts";
import { containTimers, createErrorBoundary } from "../error-boundary.ts";
import type { ErrorBoundary } from "../error-boundary.ts";
import { createExposure } from "../exposure.ts";
import type { Exposure } from "../exposure.ts";
import { trustsProxy } from "../http/caller-address.ts";
import type { TrustsProxy } from "../http/caller-address.ts";
import { openUnreadInput } from "../held-memory.ts";
import type { HeldMemory } from "../held-memory.ts";
import { outboundPolicies } from "../outbound/outbound-policy.ts";
import { openOutbound } from "../outbound/outbound.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { resolveAnyHost, resolvePublicHost } from "../outbound/resolve-host.ts";
import { createMetrics } from "../metrics.ts";
import type { Metrics } from "../metrics.ts";
import { createSocketCounts } from "../socket/socket-admission.ts";
import type { SocketCounts } from "../socket/socket-admission.ts";
import manifest from "../../package.json" with { type: "json" };

/** The dependencies of every part of the server. */
export interface Base {
  readonly config: Config;
  readonly limits: Limits;
  readonly publicUrl: string;
  /** Whether only this machine reaches the server. */
  readonly exposure: Exposure;
  readonly trusts: TrustsProxy;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly boundary: ErrorBoundary;
  /** To and from the other processes of the server. */
  readonly signals: Signals;
  /** Requests to addresses that users name. */
  readonly outbound: Outbound;
  /** The memory of bodies and frames that have not been read to their end. */
  readonly unreadInput: HeldMemory;
  /** The sockets of each address, of all kinds. */
  readonly socketCounts: SocketCounts;
  readonly clock: Clock;
  /** Corrects `clock` by readings of the database's; undefined if the clock is one of a test. */
  readonly correctClock: DatabaseClock["correct"] | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds on a clock that never jumps, by which rates are counted. */
  readonly monotonic: () => number;
  /** The resources to close, in the order in which they were opened. */
  readonly parts: AsyncDisposableStack;
}

/** @param signals Of a node of a cluster; by default those of a server that is one process. */
export function createBase(
  config: Config,
  log: Logger,
  machineClock: Clock,
  parts: AsyncDisposableStack,
  signals: Signals = createInProcessSignals(),
): Base {
  const metrics = createMetrics();
  const boundary = createErrorBoundary({ log, contained: () => metrics.errorContained() });
  const databaseClock = createDatabaseClock(machineClock);
  const clock = containTimers(databaseClock, boundary);
  const limits = limitsOf(config);
  const publicUrl = publicUrlOf(config);
  const exposure = createExposure(config, log);
  const outbounds = () => outboundOf(config, exposure.onlyThisMachine);
  const outbound = parts.use(
    openOutbound({
      // Read for each request: it becomes stricter when others turn out to reach the server.
      get policy() {
        return outboundPolicies[outbounds()];
      },
      resolve: (host) => (outbounds() === "any" ? resolveAnyHost : resolvePublicHost)(host),
      userAgent: `Weft/${manifest.version} (+${publicUrl})`,
      limits,
    }),
  );
  const unreadInput = parts.use(openUnreadInput(limits, () => clock.monotonic()));
  return {
    config,
    unreadInput,
    socketCounts: createSocketCounts(),
    limits,
    publicUrl,
    exposure,
    outbound,
    trusts: trustsProxy(config.trustProxy),
    log,
    metrics,
    boundary,
    signals,
    clock,
    correctClock: machineClock === systemClock ? (reading) => databaseClock.correct(reading) : undefined,
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    parts,
  };
}
