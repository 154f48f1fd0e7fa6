export * from "./network.ts";
export * from "./server.ts";
