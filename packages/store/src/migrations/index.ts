import { rooms } from "./0001-rooms.ts";
import type { Migration } from "./migration.ts";

export type { Migration } from "./migration.ts";

/** Every migration, oldest first. The version of the last one is the version of this release. */
export const migrations: readonly Migration[] = [rooms];

export const schemaVersion = migrations.length;
