/** What the nodes of a cluster share: the NATS servers, and how they reach the database. */
import type { NatsReport } from "@weft/cluster/nats";
import type { DatabaseReport } from "@weft/store";
import { systemClock } from "../clock.ts";
import { clusterNameOf } from "../cluster/cluster-name.ts";
import type { ClusterSettings, Config } from "../config.ts";
import { StartRefused, clusterOf, isLoopback } from "../config.ts";
import type { Check } from "./check.ts";

export async function* checkCluster(config: Config): AsyncGenerator<Check> {
  const cluster = readCluster(config);
  if (cluster === undefined || config.masterKey === undefined) return;
  const { servers, tls, nodeName } = cluster;
  yield {
    name: "node",
    result: "ok",
    says: `Operators see this node as ${nodeName}${config.nodeName === undefined ? ", the host name of this machine" : ""}.`,
  };
  const name = "nats";
  try {
    const { inspectNats } = await import("@weft/cluster/nats");
    const options = { cluster: clusterNameOf(config.masterKey), servers, ...(tls && { tls }), clock: systemClock };
    for (const report of await inspectNats(options)) yield* checkNatsServer(report);
  } catch (cause) {
    yield { name, result: "wrong", says: (cause as Error).message, advice: "Correct WEFT_NATS." };
  }
}

/** Undefined for a server that is alone, and where the settings do not go together, which has been said before. */
function readCluster(config: Config): ClusterSettings | undefined {
  try {
    return clusterOf(config);
  } catch (cause) {
    if (cause instanceof StartRefused) return undefined;
    throw cause;
  }
}

function* checkNatsServer(report: NatsReport): Generator<Check> {
  const name = "nats";
  const { server } = report;
  if (report.kind === "refused") {
    yield {
      name,
      result: "wrong",
      says: `The NATS server at ${server} cannot be used: ${report.why}.`,
      advice:
        "Check its address, the user and password in WEFT_NATS, and for TLS the files in WEFT_NATS_CA, WEFT_NATS_CERT and WEFT_NATS_KEY.",
    };
    return;
  }
  const { payloadBytes, neededBytes, unusable, apartFrom } = report;
  if (payloadBytes < neededBytes)
    yield {
      name,
      result: "wrong",
      says: `The NATS server at ${server} takes messages of up to ${payloadBytes} bytes, and nodes send up to ${neededBytes}.`,
      advice: "Raise max_payload in its configuration: its default of 1MB is enough.",
    };
  else if (unusable !== undefined)
    yield {
      name,
      result: "wrong",
      says: `The NATS server at ${server} cannot be used: ${unusable}.`,
      advice: "Permit the user in WEFT_NATS to publish and to subscribe to weft.>.",
    };
  else if (apartFrom.length > 0)
    yield {
      name,
      result: "wrong",
      says: `The NATS server at ${server} does not pass on messages from ${apartFrom.join(", ")}.`,
      advice: "Join the servers by routes in the cluster section of their configurations, with the same account.",
    };
  else
    yield {
      name,
      result: "ok",
      says: `NATS ${report.release} answers at ${server} and passes messages on, of up to ${payloadBytes} bytes.`,
    };
  if (isLoopback(new URL(`nats://${server}`).hostname.replace(/^\[|\]$/g, ""))) return;
  if (!report.isEncrypted)
    yield {
      name,
      result: "warning",
      says: `The connection to the NATS server at ${server} is not encrypted.`,
      advice: "Use tls: addresses in WEFT_NATS, unless the network is yours alone.",
    };
  if (!report.needsCredentials)
    yield {
      name,
      result: "warning",
      says: `The NATS server at ${server} accepts anyone who reaches it.`,
      advice: "Give it an account with a user and password, and set them in WEFT_NATS.",
    };
}

/** How the database is reached, and what a commit waits for. */
export function* checkSharedDatabase(
  { isPooled, waitsFor }: DatabaseReport,
  { isNode }: { readonly isNode: boolean },
): Generator<Check> {
  const name = "pooler";
  if (isPooled === true)
    yield isNode
      ? { name, result: "ok", says: "A pooler is in front of the database. It may be in transaction mode." }
      : {
          name,
          result: "warning",
          says: "A pooler is in front of the database. Its mode cannot be seen from here.",
          advice: "Put it in session mode: transaction mode is for the nodes of a cluster (WEFT_NATS).",
        };
  if (isNode)
    yield {
      name: "standby",
      result: "ok",
      says:
        waitsFor === undefined
          ? "A commit waits for no standby: the newest changes are lost with the disk of the database."
          : `A commit waits for standbys: ${waitsFor}.`,
    };
}
