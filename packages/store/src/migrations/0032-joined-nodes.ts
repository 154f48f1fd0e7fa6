import type { Migration } from "./migration.ts";

/** Since when a node is part of the cluster, and whether it reaches the others. Nodes of earlier releases write neither. */
export const joinedNodes: Migration = {
  version: 32,
  isAdditive: true,
  statements({ sql: { schema }, columns: { instant, flag } }) {
    return [
      schema.alterTable("nodes").addColumn("joined_at", instant),
      schema.alterTable("nodes").addColumn("connected", flag, (c) => c.notNull().defaultTo(1)),
    ].map((step) => step.compile().sql);
  },
};
