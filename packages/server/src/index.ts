export { systemClock } from "./clock.ts";
export { clusterOf, databaseOf, readConfig, settings, StartRefused } from "./config.ts";
export type { Config, Setting } from "./config.ts";
export { openServer } from "./server.ts";
export type { Server } from "./server.ts";
