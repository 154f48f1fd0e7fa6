export * from "./data.ts";
export * from "./network.ts";
export * from "./server.ts";
