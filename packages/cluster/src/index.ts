export { openInProcessCluster } from "./in-process.ts";
