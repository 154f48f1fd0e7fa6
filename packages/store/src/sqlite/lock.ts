import { DatabaseSync } from "node:sqlite";
import { StoreRefused } from "../database/errors.ts";
import { describeSqliteError, sqliteCode, sqliteCodes } from "./connection.ts";
import { makePrivateFile } from "./location.ts";

/**
 * Keeps other processes from serving the same file. An empty database beside it is held in an exclusive transaction:
 * the operating system lets go of it whichever way the process ends, so that no stale lock is ever left.
 * @throws StoreRefused when a server holds it
 */
export function lockDataFile(path: string): Disposable {
  let database: DatabaseSync | undefined;
  try {
    makePrivateFile(`${path}.lock`);
    database = new DatabaseSync(`${path}.lock`, { timeout: 0 });
    database.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    database?.close();
    throw new StoreRefused(
      sqliteCode(error) === sqliteCodes.busy
        ? `Another server is using the database ${path}: stop it first, or give this one another file.`
        : `The lock file ${path}.lock cannot be used. ${describeSqliteError(error)}`,
      { cause: error },
    );
  }
  const held = database;
  return { [Symbol.dispose]: () => held.close() };
}
