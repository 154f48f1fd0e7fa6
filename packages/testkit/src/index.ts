export * from "./data.ts";
export * from "./network.ts";
export * from "./server.ts";
export * from "./start-server.ts";
