import { randomUUID } from "node:crypto";
import { connect } from "@nats-io/transport-node";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Clock } from "@weft/room";
import type { NatsServers } from "./nats-servers.ts";
import { toConnectionOptions } from "./nats-servers.ts";
import { defaultTransportLimits } from "./transport-limits.ts";

export interface NatsInspectionOptions extends NatsServers {
  readonly cluster: string;
  readonly clock: Pick<Clock, "setTimer">;
  /** How long a server has to answer, and to pass a message on. */
  readonly patienceMs?: number;
}

/** What one of the NATS servers is found to be. */
export type NatsReport = { readonly server: string } & (
  | { readonly kind: "refused"; readonly why: string }
  | {
      readonly kind: "answers";
      readonly release: string;
      readonly payloadBytes: number;
      /** What a node needs at least. */
      readonly neededBytes: number;
      readonly isEncrypted: boolean;
      /** Whether it asks for a user, a token or a certificate. */
      readonly needsCredentials: boolean;
      /** Why nodes cannot use it, if so. */
      readonly unusable: string | undefined;
      /** Those of the other servers whose messages it does not pass on. */
      readonly apartFrom: readonly string[];
    }
);

interface Probed {
  readonly kind: "probed";
  readonly server: string;
  readonly connection: NatsConnection;
  readonly isEncrypted: boolean;
  /** The servers at which the messages that have arrived here were published. */
  readonly arrived: Set<string>;
  refused: string | undefined;
}

const patience = 5_000;
const publishEveryMs = 20;

/**
 * Connects to each NATS server by itself, as a node would, and sends a message from each to each. Nodes that run are not
 * disturbed.
 */
export async function inspectNats(options: NatsInspectionOptions): Promise<readonly NatsReport[]> {
  const { servers: addresses = [] } = toConnectionOptions(options);
  const { cluster, clock, patienceMs = patience } = options;
  const subject = `weft.${cluster}.node.inspection-${randomUUID()}.control`;
  const opened = await Promise.all([addresses].flat().map((server) => open(server, subject, options)));
  const probed = opened.filter((one) => one.kind === "probed");
  try {
    await exchange(probed, { subject, clock, patienceMs });
    return opened.map((one) => (one.kind === "probed" ? describe(one, probed) : one));
  } finally {
    await Promise.all(probed.map(({ connection }) => connection.close()));
  }
}

async function open(server: string, subject: string, options: NatsInspectionOptions): Promise<Probed | NatsReport> {
  const shared = toConnectionOptions(options);
  let connection: NatsConnection;
  try {
    connection = await connect({
      ...shared,
      servers: [server],
      name: "weft inspection",
      reconnect: false,
      maxReconnectAttempts: 0,
      ignoreClusterUpdates: true,
      noAsyncTraces: true,
      timeout: options.patienceMs ?? patience,
    });
  } catch (cause) {
    return { server, kind: "refused", why: messageOf(cause) };
  }
  const probed: Probed = {
    kind: "probed",
    server,
    connection,
    isEncrypted: shared.tls !== undefined,
    arrived: new Set(),
    refused: undefined,
  };
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error === null) probed.arrived.add(message.string());
      else probed.refused ??= messageOf(error);
    },
  });
  void watch(probed);
  return probed;
}

/** The server refuses a message after it was sent. */
async function watch(probed: Probed): Promise<void> {
  for await (const status of probed.connection.status())
    if (status.type === "error") probed.refused ??= messageOf(status.error);
}

/** Publishes at each server until all of them have passed on what was published at any, or the time is over. */
async function exchange(
  probed: readonly Probed[],
  { subject, clock, patienceMs }: Required<Pick<NatsInspectionOptions, "clock" | "patienceMs">> & { subject: string },
): Promise<void> {
  const isSettled = ({ arrived, refused, connection }: Probed) =>
    arrived.size === probed.length || refused !== undefined || connection.isClosed();
  // Servers that have just been joined pass on nothing yet.
  for (let left = Math.ceil(patienceMs / publishEveryMs); left > 0 && !probed.every(isSettled); left--) {
    for (const { server, connection } of probed) if (!connection.isClosed()) connection.publish(subject, server);
    await pause(clock, publishEveryMs);
  }
}

function pause(clock: Pick<Clock, "setTimer">, afterMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.setTimer(afterMs, () => resolve());
  return promise;
}

function describe({ server, connection, isEncrypted, arrived, refused }: Probed, all: readonly Probed[]): NatsReport {
  const { info } = connection;
  const payloadBytes = info?.max_payload ?? 0;
  const neededBytes = defaultTransportLimits.pieceBytes;
  const isUnanswered = !arrived.has(server);
  return {
    server,
    kind: "answers",
    release: info?.version ?? "",
    payloadBytes,
    neededBytes,
    isEncrypted: isEncrypted || info?.tls_required === true,
    needsCredentials: info?.auth_required === true,
    unusable: refused ?? (isUnanswered ? "it did not pass on a message that it was sent" : undefined),
    apartFrom: all.flatMap((other) =>
      other.server !== server && !arrived.has(other.server) && other.refused === undefined ? [other.server] : [],
    ),
  };
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/u, "");
}
