import { StoreRefused } from "../database/errors.ts";
import { migrations } from "../migrations/index.ts";
import { checkPurpose, unfinishedMove } from "../database/purpose.ts";
import type { Purpose } from "../database/purpose.ts";
import { checkSchema, foundSchema, readableFrom, schemaKeys } from "../database/schema-version.ts";
import type { FoundSchema } from "../database/schema-version.ts";
import { postgres } from "./dialect.ts";
import type { SendQuery } from "./session.ts";

const oldestServer = 13;

/**
 * Makes a database ready to serve, or says in one sentence why it must not: refuses a server that does not keep what it
 * acknowledged, the tables of another application and a schema that only a newer release can use; migrates an older one. The caller's
 * transaction holds all of it.
 * @throws StoreRefused
 */
export async function prepareDatabase(query: SendQuery, purpose: Purpose): Promise<void> {
  await checkServer(query);
  const found = await readSchema(query);
  checkSchema(purpose, found);
  const { version } = found;
  checkPurpose(purpose, { schemaVersion: version, isUnfinished: version > 0 && (await isUnfinished(query)) });
  const due = migrations.filter((migration) => migration.version > version);
  if (version === 0) await query('create table meta (key text collate "C" primary key, value text not null)');
  for (const migration of due) {
    for (const statement of migration.statements(postgres)) await query(statement);
    await setMeta(query, schemaKeys.version, String(migration.version));
  }
  if (due.length > 0) await setMeta(query, schemaKeys.readableFrom, String(readableFrom));
}

async function setMeta(query: SendQuery, key: string, value: string): Promise<void> {
  const set = "insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value";
  await query(set, [key, value]);
}

async function isUnfinished(query: SendQuery): Promise<boolean> {
  const { rows } = await query("select from meta where key = $1", [unfinishedMove]);
  return rows.length > 0;
}

export async function checkServer(query: SendQuery): Promise<void> {
  const { rows } = await query(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding, current_schema() as schema, pg_is_in_recovery() as standby`,
    [],
  );
  const [server] = rows as {
    version: string;
    fsync: string;
    encoding: string;
    schema: string | null;
    standby: number;
  }[];
  if (server === undefined) throw new StoreRefused("PostgreSQL did not say what it is.");
  const major = Math.floor(Number(server.version) / 10_000);
  if (major < oldestServer)
    throw new StoreRefused(`PostgreSQL ${major} is too old: version ${oldestServer} or a newer one is needed.`);
  if (server.standby === 1)
    throw new StoreRefused("This PostgreSQL is a standby, which cannot be written to: name the primary.");
  if (server.fsync !== "on")
    throw new StoreRefused(
      "PostgreSQL runs with fsync off, so that a power cut loses what was acknowledged: turn it on.",
    );
  if (server.encoding !== "UTF8")
    throw new StoreRefused(`The database has the encoding ${server.encoding}: create it with the encoding UTF8.`);
  if (server.schema === null)
    throw new StoreRefused("The search path of the user names no schema that exists: create one, or set another path.");
}

/** @throws StoreRefused when the schema belongs to another application */
export async function readSchema(query: SendQuery): Promise<FoundSchema> {
  const { rows } = await query(
    "select table_name as name from information_schema.tables where table_schema = current_schema() order by 1",
    [],
  );
  const tables = rows as { name: string }[];
  const [first] = tables;
  if (first === undefined) return { version: 0, readableFrom: undefined };
  const isOurs = tables.some(({ name }) => name === "meta") && tables.some(({ name }) => name === "room_state");
  const keys = [schemaKeys.version, schemaKeys.readableFrom];
  const answer = isOurs ? await query("select key, value from meta where key in ($1, $2)", keys) : { rows: [] };
  const values = new Map((answer.rows as { key: string; value: string }[]).map(({ key, value }) => [key, value]));
  return foundSchema(
    (key) => values.get(key),
    `The schema holds tables that Weft did not make (${first.name}): name a database or a schema of its own.`,
  );
}
