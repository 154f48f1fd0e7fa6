import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { StoreRefused } from "../database/errors.ts";
import type { DatabaseReport } from "../database/database-report.ts";
import { checkSchema, describeSchema } from "../database/schema-version.ts";
import { checkLibrary, describeSqliteError, openConnection } from "./connection.ts";
import { readSchema } from "./schema.ts";

/** @throws StoreRefused when the file is not a database of this release or an older one */
export function inspectSqlite(path: string): DatabaseReport {
  checkLibrary();
  if (path === ":memory:") return { says: "The database is in memory, and is lost when the server stops." };
  const folder = dirname(path);
  if (!existsSync(path)) return { says: `The first start will create the database ${path}.`, folder };
  try {
    using db = openConnection(path, "read");
    const schema = readSchema(db);
    checkSchema("serve", schema);
    return { says: `The database ${path} can be read, with ${describeSchema(schema)}.`, folder };
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`The database ${path} cannot be used. ${describeSqliteError(error)}`, { cause: error });
  }
}
