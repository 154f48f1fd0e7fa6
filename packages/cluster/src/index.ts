export { createClusterHost } from "./cluster-host.ts";
export { openInProcessCluster } from "./in-process.ts";
