import pg from "pg";
import { StoreRefused } from "../database/errors.ts";
import type { DatabaseReport } from "../database/database-report.ts";
import { checkSchema, describeSchema } from "../database/schema-version.ts";
import { describePostgresError } from "./errors.ts";
import { connectionConfig } from "./location.ts";
import { checkServer, readSchema } from "./schema.ts";
import type { SendQuery } from "./session.ts";
import { isPooled } from "./settings.ts";

/** How long one statement may take. */
const statementMs = 10_000;

/** @throws StoreRefused when the database cannot be reached, or must not be served */
export async function inspectPostgres(url: string): Promise<DatabaseReport> {
  const client = new pg.Client({ ...connectionConfig(url), query_timeout: statementMs });
  // A connection that is lost is reported by the statement that waits for it.
  client.on("error", () => {});
  try {
    await client.connect();
    const query: SendQuery = (sql, values = []) => client.query(sql, [...values]);
    await checkServer(query);
    const schema = await readSchema(query);
    checkSchema("serve", schema);
    const askedAt = Date.now();
    const { rows } = await query(
      "select current_setting('server_version') as release, floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now, current_setting('synchronous_standby_names') as standbys",
    );
    const [server] = rows as readonly { readonly release: string; readonly now: number; readonly standbys: string }[];
    const middle = (askedAt + Date.now()) / 2;
    return {
      says: `PostgreSQL ${server!.release} answers, with ${schema.version === 0 ? "an empty database" : describeSchema(schema)}.`,
      clockAheadMs: Math.round(server!.now - middle),
      isPooled: await isPooled(client),
      ...(server!.standbys !== "" && { waitsFor: server!.standbys }),
    };
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(describePostgresError(error), { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}
