import { rooms } from "./0001-rooms.ts";
import { files } from "./0002-files.ts";
import { documents } from "./0003-documents.ts";
import { accounts } from "./0004-accounts.ts";
import { activity } from "./0005-activity.ts";
import { jobsAndEvents } from "./0006-jobs-and-events.ts";
import { uploads } from "./0007-uploads.ts";
import type { Migration } from "./migration.ts";

export type { Migration } from "./migration.ts";

/** Every migration, oldest first. The version of the last one is the version of this release. */
export const migrations: readonly Migration[] = [rooms, files, documents, accounts, activity, jobsAndEvents, uploads];

export const schemaVersion = migrations.length;
