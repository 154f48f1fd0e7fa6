import { createHmac } from "node:crypto";

/** Clusters with another master key may share the NATS servers. */
export function clusterNameOf(masterKey: Uint8Array): string {
  return createHmac("sha256", masterKey).update("cluster").digest("hex").slice(0, 16);
}
