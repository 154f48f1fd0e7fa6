import { statSync } from "node:fs";
import { StoreRefused } from "../database/errors.ts";
import { migrations } from "../migrations/index.ts";
import { describeSqliteError } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { sqlite } from "./dialect.ts";
import { checkPurpose, unfinishedMove } from "../database/purpose.ts";
import type { Purpose } from "../database/purpose.ts";
import { checkSchema, foundSchema, readableFrom, schemaKeys } from "../database/schema-version.ts";
import type { FoundSchema } from "../database/schema-version.ts";

/** Below this a check takes less time than a person notices, so it is not spared. */
const alwaysCheckedBytes = 64 * 1024 * 1024;

const meta = {
  exists: "select 1 as found from sqlite_schema where type = 'table' and name = 'meta'",
  anything: "select 1 as found from sqlite_schema where name not like 'sqlite_%' limit 1",
  get: "select value from meta where key = ?",
  set: "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
};

/**
 * Makes a database ready to serve, or says in one sentence why it must not: checks that its pages hang together when the
 * last shutdown was not clean, refuses a schema that only a newer release can use, migrates an older one.
 * @throws StoreRefused
 */
export function prepareDatabase(
  db: Connection,
  path: string,
  { check, purpose }: { readonly check: "auto" | "always" | "never"; readonly purpose: Purpose },
): void {
  try {
    const found = readSchema(db);
    checkSchema(purpose, found);
    const { version } = found;
    const known = version > 0;
    checkPurpose(purpose, {
      schemaVersion: version,
      isUnfinished: known && db.get(meta.get, [unfinishedMove]) !== undefined,
    });
    if (known && (check === "always" || (check === "auto" && (!wasClosedCleanly(db) || isSmall(path))))) {
      const problem = firstProblem(db, "quick_check");
      if (problem) throw new StoreRefused(`The database file is damaged (${problem}): restore a backup.`);
    }
    migrate(db, version);
    markShutdown(db, false);
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`The database ${path} cannot be used. ${describeSqliteError(error)}`, { cause: error });
  }
}

/** @throws StoreRefused when the file belongs to another application */
export function readSchema(db: Connection): FoundSchema {
  const isOurs = db.get(meta.exists, []) !== undefined;
  if (!isOurs && !db.get(meta.anything, [])) return { version: 0, readableFrom: undefined };
  return foundSchema(
    (key) => (isOurs ? db.get(meta.get, [key])?.["value"] : undefined),
    "The database was not written by Weft: point the setting at another file.",
  );
}

/** A clean shutdown leaves nothing to check: every page was written and flushed. */
export function markShutdown(db: Connection, clean: boolean): void {
  db.statement(meta.set).run("clean_shutdown", clean ? "1" : "0");
}

/** The first thing that `quick_check` or `integrity_check` finds wrong. */
export function firstProblem(db: Connection, check: "quick_check" | "integrity_check"): string | undefined {
  const row = db.get(`pragma ${check}(1)`, []);
  const finding = String(Object.values(row ?? {})[0]);
  return finding === "ok" ? undefined : finding.replaceAll(/\s+/g, " ").slice(0, 200);
}

function wasClosedCleanly(db: Connection): boolean {
  return db.get(meta.get, ["clean_shutdown"])?.["value"] === "1";
}

function isSmall(path: string): boolean {
  return path === ":memory:" || statSync(path).size <= alwaysCheckedBytes;
}

function migrate(db: Connection, from: number): void {
  const due = migrations.filter((migration) => migration.version > from);
  if (due.length === 0) return;
  db.database.exec("begin immediate");
  try {
    if (from === 0) {
      db.database.exec("create table meta (key text primary key not null, value text not null) strict, without rowid");
    }
    for (const migration of due) {
      for (const statement of migration.statements(sqlite)) db.database.exec(statement);
      db.statement(meta.set).run(schemaKeys.version, String(migration.version));
    }
    db.statement(meta.set).run(schemaKeys.readableFrom, String(readableFrom));
    db.database.exec("commit");
  } catch (error) {
    if (db.database.isTransaction) db.database.exec("rollback");
    throw error;
  }
}
