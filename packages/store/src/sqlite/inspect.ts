import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { StoreRefused } from "../database/errors.ts";
import { schemaVersion } from "../migrations/index.ts";
import type { DatabaseReport } from "../database/database-report.ts";
import { checkLibrary, describeSqliteError, openConnection } from "./connection.ts";
import { readVersion } from "./schema.ts";

/** @throws StoreRefused when the file is not a database of this release or an older one */
export function inspectSqlite(path: string): DatabaseReport {
  checkLibrary();
  if (path === ":memory:") return { says: "The database is in memory, and is lost when the server stops." };
  const folder = dirname(path);
  if (!existsSync(path)) return { says: `The first start will create the database ${path}.`, folder };
  try {
    using db = openConnection(path, "read");
    const version = readVersion(db);
    if (version > schemaVersion)
      throw new StoreRefused(
        `The database has schema version ${version}, and this release knows versions up to ${schemaVersion}: run the newer release that wrote it, or restore a backup.`,
      );
    return { says: `The database ${path} can be read, with schema version ${version}.`, folder };
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`The database ${path} cannot be used. ${describeSqliteError(error)}`, { cause: error });
  }
}
