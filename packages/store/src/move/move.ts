import { sql } from "kysely";
import type { Row } from "../database/engine.ts";
import { StoreRefused } from "../database/errors.ts";
import { nameSameDatabase, openDatabase, readSchemaTables } from "../open.ts";
import type { Database } from "../open.ts";
import { unfinishedMove } from "../database/purpose.ts";
import type { Purpose } from "../database/purpose.ts";
import type { SchemaTable } from "../database/schema-table.ts";
import { compareDatabases, countRows } from "./compare.ts";
import { reportRows } from "./progress.ts";
import type { OnProgress } from "./progress.ts";
import { insertPage, movedRows, readPages, runQuery, runWrites } from "./table-rows.ts";
import type { TableOfBoth } from "./table-rows.ts";

export interface MoveReport {
  /** Rows of all tables. */
  readonly rows: number;
  readonly rooms: number;
}

export interface MoveOptions {
  /** Called when a table that has rows is begun, and after every page of it. */
  readonly onProgress?: OnProgress;
}

/** How long either database may take to answer, in milliseconds: counting a large table takes its time. */
const answerMs = 600_000;

/**
 * Copies everything that a database holds into an empty one, and compares every row of the two. Neither may be served
 * meanwhile; the source is left as it was. From the first row to the end of the comparison the target is marked as
 * unfinished: it cannot be served, and another move into it begins anew.
 *
 * A restored backup skips actor numbers, since clients may return with ops of actors that were issued after it was taken.
 * A move needs none of that: the lock on the source keeps any server from issuing or acknowledging more, so the counters
 * and clocks that are copied are the last ones, and what a client sends again settles as it would have on the source.
 * Epochs go up by one, so that no claim of the source is one of the target.
 *
 * @throws StoreRefused with one sentence for the operator
 */
export async function moveDatabase(from: string, to: string, options: MoveOptions = {}): Promise<MoveReport> {
  const { onProgress = () => {} } = options;
  if (nameSameDatabase(from, to)) throw new StoreRefused("The source and the target are the same database.");
  await using source = await open("source", from, "moveFrom");
  await using target = await open("target", to, "moveTo");
  const tables = readSchemaTables();
  try {
    await prepareTarget(target, tables);
    const counts = await countRows(source, tables);
    for (const [table, rows] of counts) {
      const progress = reportRows(onProgress, { step: "copying", table: table.name, rows });
      await copyTable({ source, target, table, progress });
    }
    await continueSerials(source, target, tables);
    await compareDatabases(source, target, { counts, onProgress });
    // A lock that ended with its connection may have let a server in meanwhile: then this rejects.
    await source.engine.health();
    await finish(target);
    const rooms = tables.find(({ name }) => name === "rooms");
    return {
      rows: [...counts.values()].reduce((sum, rows) => sum + rows, 0),
      rooms: (rooms && counts.get(rooms)) ?? 0,
    };
  } catch (cause) {
    if (cause instanceof StoreRefused) throw cause;
    throw new StoreRefused(
      `The move has stopped, and the target is left unfinished: run it again. ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

async function open(which: "source" | "target", url: string, purpose: Purpose): Promise<Database & AsyncDisposable> {
  try {
    const database = await openDatabase(url, purpose, { answerMs, connections: 2 });
    return { ...database, [Symbol.asyncDispose]: () => database.engine[Symbol.asyncDispose]() };
  } catch (cause) {
    if (!(cause instanceof StoreRefused)) throw cause;
    throw new StoreRefused(`The ${which} cannot be opened. ${cause.message}`, { cause });
  }
}

/** Marks the target as unfinished, without a row. @throws StoreRefused when it holds something else than such a move */
async function prepareTarget(target: Database, tables: readonly SchemaTable[]): Promise<void> {
  const mark = await runQuery(target, sql<Row>`select value from meta where key = ${unfinishedMove}`);
  if (mark.length > 0) {
    const meta = tables.filter(({ name }) => name === "meta");
    const others = tables.filter(({ name }) => name !== "meta").toReversed();
    await runWrites(target, [
      ...target.dialect.deleteAll(others.map(({ name }) => name)),
      ...meta.map((table) => sql`delete from meta ${movedRows(table)}`),
    ]);
    return;
  }
  for (const table of tables) {
    const rows = await runQuery(
      target,
      sql<Row>`select 1 as found from ${sql.table(table.name)} ${movedRows(table)} limit 1`,
    );
    if (rows.length > 0)
      throw new StoreRefused(
        `The target is not empty: its table ${table.name} has rows. Name a database that no server has used.`,
      );
  }
  await runWrites(target, [sql`insert into meta (key, value) values (${unfinishedMove}, '1')`]);
}

async function copyTable({ source, target, table, progress }: TableOfBoth): Promise<void> {
  // The next page is read while one is written.
  let writing = Promise.resolve();
  for await (const page of readPages(source, table)) {
    await writing;
    writing = insertPage(target, table, page).then(
      () => progress(page.length),
      (cause: Error) => {
        throw new Error(`The table ${table.name} was not copied. ${cause.message}`, { cause });
      },
    );
    // A failure is thrown where the promise is awaited.
    writing.catch(() => {});
  }
  await writing;
}

/** Numbers that were given out are never given out again, not even those whose rows were deleted since. */
async function continueSerials(source: Database, target: Database, tables: readonly SchemaTable[]): Promise<void> {
  for (const { name, serial } of tables) {
    if (serial === undefined) continue;
    const [given] = await runQuery(source, source.dialect.lastSerial(name, serial));
    const [largest] = await runQuery(source, sql<Row>`select max(${sql.ref(serial)}) as last from ${sql.table(name)}`);
    const last = Math.max(Number(given?.["last"]), Number(largest?.["last"]));
    await runWrites(target, target.dialect.continueSerial(name, serial, last));
    const [continued] = await runQuery(target, target.dialect.lastSerial(name, serial));
    if (Number(continued?.["last"]) !== last)
      throw new StoreRefused(
        `The target does not go on after number ${last} in the table ${name}: run the move again.`,
      );
  }
}

/** One transaction: from its end on the target can be served. */
async function finish(target: Database): Promise<void> {
  await runWrites(target, [
    sql`update room_state set epoch = epoch + 1`,
    sql`delete from meta where key = ${unfinishedMove}`,
  ]);
}
