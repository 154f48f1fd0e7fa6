import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { queryDatabase } from "@weft/store/testing/postgres";
import type { TestData } from "@weft/testkit";

export type Row = Readonly<Record<string, unknown>>;

/** Asks the database itself, beside the server or without it. Placeholders are `$1`, `$2`. */
export async function queryRows(
  { folder, database: url }: TestData,
  sql: string,
  values: readonly (string | number | Uint8Array)[] = [],
): Promise<readonly Row[]> {
  if (url !== undefined) return queryDatabase(url, sql, values);
  using database = new DatabaseSync(join(folder, "weft.db"), { readOnly: sql.startsWith("select") });
  return database.prepare(sql.replaceAll(/\$(?=\d)/g, "?")).all(...values);
}
