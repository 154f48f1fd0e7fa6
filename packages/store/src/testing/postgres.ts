import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { migrations } from "../migrations/index.ts";
import { openStore, readSchemaTables } from "../open.ts";
import { postgres } from "../postgres/dialect.ts";
import { connectionConfig } from "../postgres/location.ts";
import type { SqlValue } from "../database/query.ts";

/** A PostgreSQL server whose user may create databases; its own database is not touched. */
export const testServer = process.env["WEFT_TEST_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Undefined when a PostgreSQL server for tests answers, or why there is none. @throws in CI, which must have one */
export async function whyNoPostgres(): Promise<string | undefined> {
  try {
    await asAdministrator(async () => {});
    return undefined;
  } catch (error) {
    const reason = `no PostgreSQL answers at 127.0.0.1:5432 or WEFT_TEST_POSTGRES (${error instanceof Error ? error.message : String(error)})`;
    if (process.env["CI"]) throw new Error(`Tests of PostgreSQL must run in CI, and ${reason}.`, { cause: error });
    return reason;
  }
}

/** A database of its own, with the schema in it, that is dropped with everything in it. */
export async function temporaryDatabase({ tablespace = "pg_default" } = {}): Promise<
  AsyncDisposable & { readonly url: string }
> {
  const name = newName();
  const template = await (ready ??= prepareTemplate());
  await asAdministrator((admin) =>
    admin.query(`create database ${name} template ${template} tablespace ${tablespace}`),
  );
  return {
    url: urlOf(name),
    async [Symbol.asyncDispose]() {
      await asAdministrator((admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/** Databases with the schema and nothing else in them, which are used again after they were given back. */
export interface DatabasePool extends AsyncDisposable {
  take(): Promise<AsyncDisposable & { readonly url: string }>;
}

/** Emptying a database takes a few milliseconds, creating and dropping one most of a second. */
export function createDatabasePool(): DatabasePool {
  const free: string[] = [];
  const created = new AsyncDisposableStack();
  const clear = clearStatements();
  return {
    async take() {
      const url = free.pop() ?? created.use(await temporaryDatabase()).url;
      return {
        url,
        async [Symbol.asyncDispose]() {
          await queryDatabase(url, clear);
          free.push(url);
        },
      };
    },
    [Symbol.asyncDispose]: () => created.disposeAsync(),
  };
}

/** Everything goes but the version of the schema, and numbers begin anew. */
function clearStatements(): string {
  return readSchemaTables()
    .toReversed()
    .flatMap(({ name, serial }) => [
      name === "meta"
        ? "delete from meta where key not in ('schema_version', 'schema_readable_from')"
        : `delete from ${name}`,
      ...(serial === undefined ? [] : [`alter table ${name} alter column ${serial} restart`]),
    ])
    .join(";");
}

/** A place for databases, in a folder of the server's own user. */
export async function temporaryTablespace(folder: string): Promise<AsyncDisposable & { readonly name: string }> {
  const name = newName();
  await asAdministrator((admin) => admin.query(`create tablespace ${name} location '${folder}'`));
  return {
    name,
    async [Symbol.asyncDispose]() {
      await asAdministrator((admin) => admin.query(`drop tablespace ${name}`));
    },
  };
}

/** A database with nothing in it. */
export async function emptyDatabase({ createdAt = Date.now() } = {}): Promise<
  AsyncDisposable & { readonly url: string }
> {
  const name = newName(createdAt);
  await asAdministrator((admin) => admin.query(`create database ${name} encoding 'UTF8' template template0`));
  return {
    url: urlOf(name),
    async [Symbol.asyncDispose]() {
      await asAdministrator((admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** The rows that a statement answers, read as the store reads them. Placeholders are `$1`, `$2`. */
export async function queryDatabase(
  url: string,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<Record<string, SqlValue>[]> {
  // A test waits for a busy machine; a server answers its users first.
  const client = new pg.Client({ ...connectionConfig(url), connectionTimeoutMillis: 30_000 });
  try {
    await client.connect();
    return (await client.query<Record<string, SqlValue>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/**
 * Drops databases that tests made and did not drop, since they were killed. Those of the last day may be in use. Does
 * nothing without a server.
 */
export async function sweepDatabases(now = Date.now()): Promise<void> {
  if ((await whyNoPostgres()) !== undefined) return;
  await asAdministrator(async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      String.raw`select datname from pg_database where datname like 'weft\_test\_%'`,
    );
    for (const { datname: name } of rows) {
      const createdAt = Number(/^weft_test_(\d+)_/.exec(name)?.[1] ?? Number.NaN) * 1_000;
      if (createdAt < now - sweptAfterMs) await admin.query(`drop database if exists ${name} with (force)`);
    }
  });
}
const sweptAfterMs = 86_400_000;

/** Says when it was made, in seconds, for the sweep. */
function newName(now = Date.now()): string {
  return `weft_test_${Math.floor(now / 1_000)}_${randomUUID().replaceAll("-", "")}`;
}

let ready: Promise<string> | undefined;

/** Copying a database takes a quarter of the time that its migrations take. */
async function prepareTemplate(): Promise<string> {
  const statements = migrations.flatMap((migration) => migration.statements(postgres));
  const template = `weft_template_${createHash("sha256").update(statements.join(";")).digest("hex").slice(0, 16)}`;
  await asAdministrator(async (admin) => {
    // Test files run side by side: one of them makes the template, the others wait.
    await admin.query("select pg_advisory_lock(2003133044)");
    const known = await admin.query("select from pg_database where datname = $1", [template]);
    if (known.rowCount === 1) return;
    const unfinished = `${template}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished} encoding 'UTF8' template template0`);
    const store = await openStore(urlOf(unfinished));
    await store[Symbol.asyncDispose]();
    await admin.query(`alter database ${unfinished} rename to ${template}`);
  });
  return template;
}

function urlOf(database: string): string {
  const url = new URL(testServer);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdministrator<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: testServer, connectionTimeoutMillis: 5_000 });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
