import type { Migration } from "./migration.ts";

/** Operators see since when a node is part of the cluster. Nodes of earlier releases do not write it. */
export const joinedNodes: Migration = {
  version: 32,
  statements({ sql: { schema }, columns: { instant } }) {
    return [schema.alterTable("nodes").addColumn("joined_at", instant).compile().sql];
  },
};
