import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { migrations } from "../migrations/index.ts";
import { openStore } from "../open.ts";
import { postgres } from "../postgres/dialect.ts";
import { connectionConfig } from "../postgres/location.ts";
import type { SqlValue } from "../query.ts";

/** A PostgreSQL server whose user may create databases; its own database is not touched. */
const server = process.env["WEFT_TEST_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

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
  const name = `weft_test_${randomUUID().replaceAll("-", "")}`;
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

/** A place for databases, in a folder of the server's own user. */
export async function temporaryTablespace(folder: string): Promise<AsyncDisposable & { readonly name: string }> {
  const name = `weft_test_${randomUUID().replaceAll("-", "")}`;
  await asAdministrator((admin) => admin.query(`create tablespace ${name} location '${folder}'`));
  return {
    name,
    async [Symbol.asyncDispose]() {
      await asAdministrator((admin) => admin.query(`drop tablespace ${name}`));
    },
  };
}

/** A database with nothing in it. */
export async function emptyDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const name = `weft_test_${randomUUID().replaceAll("-", "")}`;
  await asAdministrator((admin) => admin.query(`create database ${name} encoding 'UTF8' template template0`));
  return {
    url: urlOf(name),
    async [Symbol.asyncDispose]() {
      await asAdministrator((admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/** The rows that a statement answers, read as the store reads them. Placeholders are `$1`, `$2`. */
export async function queryDatabase(
  url: string,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<Record<string, SqlValue>[]> {
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    return (await client.query<Record<string, SqlValue>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
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
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdministrator<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server, connectionTimeoutMillis: 5_000 });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
