/** What a cluster needs of others, without what it is made of. */
export * from "./node-records.ts";
export type * from "./peers.ts";
