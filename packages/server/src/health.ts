import type { NodeView } from "@weft/cluster/node";
import { WeftError } from "@weft/protocol";
import type { Store } from "@weft/store";
import type { HealthService } from "./http/services.ts";

export interface HealthOptions {
  readonly store: Pick<Store, "health">;
  readonly isDraining: () => boolean;
  /** The node as it is now; undefined for a server that is one process. */
  readonly node: () => NodeView | undefined;
}

type Trouble = "draining" | "lease" | "database" | "nats";

const messages: Readonly<Record<Trouble, string>> = {
  draining: "The server is draining.",
  lease: "This node could not renew its lease in the database.",
  database: "The database does not accept writes.",
  nats: "This node is not connected to NATS.",
};

/** A server that is one process needs neither a lease nor others. */
const alone = { isDraining: false, isHeld: true, isConnected: true };

/**
 * What balancers and the status page ask. A node without NATS serves its own clients, but rooms of other nodes are out of
 * its reach, so new clients should go to another node.
 */
export function createHealth({
  store,
  isDraining,
  node: read,
}: HealthOptions): Pick<HealthService, "ready" | "serves"> {
  const trouble = async (): Promise<{ readonly kind: Trouble; readonly cause?: unknown } | undefined> => {
    const { isDraining: drains, isHeld } = read()?.figures ?? alone;
    if (isDraining() || drains) return { kind: "draining" };
    // The store refuses writes without a lease, for a reason that this names.
    if (!isHeld) return { kind: "lease" };
    try {
      await store.health();
    } catch (cause) {
      return { kind: "database", cause };
    }
    return (read()?.figures ?? alone).isConnected ? undefined : { kind: "nats" };
  };
  const othersServe = () => {
    const node = read();
    if (node?.figures.isHeld !== true) return false;
    return Array.from(node.nodes.values()).some(
      ({ id, isDraining: drains, isConnected }) => id !== node.self && !drains && isConnected,
    );
  };
  return {
    async ready() {
      const found = await trouble();
      if (found === undefined) return;
      throw new WeftError("SERVICE_UNAVAILABLE", { message: messages[found.kind], cause: found.cause });
    },
    async serves() {
      const found = await trouble();
      if (found === undefined) return true;
      // Without the database, the node does not know how the others are, and they need it, too.
      return (found.kind === "draining" || found.kind === "nats") && othersServe();
    },
  };
}
