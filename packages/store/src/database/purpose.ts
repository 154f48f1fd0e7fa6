import { StoreRefused } from "./errors.ts";

/** What a database is opened for. */
export type Purpose = "serve" | "moveFrom" | "moveTo";

/** The row of `meta` that says that a move into this database has not finished. */
export const unfinishedMove = "unfinished_move";

/** Rows of `meta` that say something about the database itself, and are not moved to another one. */
export const rowsOfDatabase: readonly string[] = [
  "schema_version",
  "schema_readable_from",
  "clean_shutdown",
  "reign",
  "cluster_reign",
  "probe",
  unfinishedMove,
];

/** A database as it is found, before anything is changed. */
export interface FoundDatabase {
  /** 0 when it is empty. */
  readonly schemaVersion: number;
  /** Whether a move into it was begun and has not finished. */
  readonly isUnfinished: boolean;
}

/** @throws StoreRefused when the database cannot be used for the purpose */
export function checkPurpose(purpose: Purpose, { schemaVersion, isUnfinished }: FoundDatabase): void {
  if (purpose === "moveTo") return;
  if (isUnfinished)
    throw new StoreRefused(
      "The database holds part of a move that has not finished: run the same move again, or name another database.",
    );
  if (purpose === "moveFrom" && schemaVersion === 0)
    throw new StoreRefused("The database is empty: name the one that holds the data.");
}
