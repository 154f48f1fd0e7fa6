import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Row } from "../engine.ts";
import { StoreRefused } from "../errors.ts";
import { nameSameDatabase, openDatabase, readSchemaTables } from "../open.ts";
import type { Database } from "../open.ts";
import { unfinishedMove } from "../purpose.ts";
import type { Purpose } from "../purpose.ts";
import { statementOf } from "../queries.ts";
import { compilable } from "../query.ts";
import type { SchemaTable } from "../schema-table.ts";
import { differingColumns, insertPage, movedRows, readPages } from "./table-rows.ts";

export interface MoveReport {
  /** Rows of all tables. */
  readonly rows: number;
  readonly rooms: number;
}

export interface MoveProgress {
  readonly step: "copying" | "comparing";
  readonly table: string;
  /** Rows of the table that are done. */
  readonly done: number;
  /** Rows of the table. */
  readonly rows: number;
}

export interface MoveOptions {
  /** Called when a table that has rows is begun, and after every page of it. */
  readonly onProgress?: (progress: MoveProgress) => void;
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
  await prepareTarget(target, tables);
  try {
    const counts = await count(source, tables);
    for (const [table, rows] of counts) {
      const progress = reporter(onProgress, { step: "copying", table: table.name, rows });
      await copyTable({ source, target, table, progress });
    }
    await continueSerials(source, target, tables);

    const copied = await count(target, tables);
    for (const [table, rows] of counts) {
      if (copied.get(table) !== rows)
        throw new StoreRefused(
          `The copy differs in the table ${table.name}: it has ${copied.get(table)} rows, and the source has ${rows}. The target is left unfinished: run the move again.`,
        );
      const progress = reporter(onProgress, { step: "comparing", table: table.name, rows });
      await compareTable({ source, target, table, progress });
    }
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
  const mark = await read(target, sql<Row>`select value from meta where key = ${unfinishedMove}`);
  if (mark.length > 0) {
    const meta = tables.filter(({ name }) => name === "meta");
    const others = tables.filter(({ name }) => name !== "meta").toReversed();
    await write(target, [
      ...target.dialect.deleteAll(others.map(({ name }) => name)),
      ...meta.map((table) => sql`delete from meta ${movedRows(table)}`),
    ]);
    return;
  }
  for (const table of tables) {
    const rows = await read(target, sql<Row>`select 1 as found from ${sql.table(table.name)} ${movedRows(table)} limit 1`);
    if (rows.length > 0)
      throw new StoreRefused(
        `The target is not empty: its table ${table.name} has rows. Name a database that no server has used.`,
      );
  }
  await write(target, [sql`insert into meta (key, value) values (${unfinishedMove}, '1')`]);
}

/** Rows that are moved. Tables are in the order in which foreign keys allow to fill them. */
async function count(database: Database, tables: readonly SchemaTable[]): Promise<ReadonlyMap<SchemaTable, number>> {
  const counts = new Map<SchemaTable, number>();
  for (const table of tables) {
    const [row] = await read(
      database,
      sql<Row>`select count(*) as found from ${sql.table(table.name)} ${movedRows(table)}`,
    );
    counts.set(table, Number(row?.["found"]));
  }
  return counts;
}

interface TablesToMove {
  readonly source: Database;
  readonly target: Database;
  readonly table: SchemaTable;
  /** Takes the number of rows that are done since the last call. */
  readonly progress: (rows: number) => void;
}

async function copyTable({ source, target, table, progress }: TablesToMove): Promise<void> {
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

/** Goes through both tables side by side. @throws StoreRefused that names the first row that differs */
async function compareTable({ source, target, table, progress }: TablesToMove): Promise<void> {
  await using rows = iterate(source, table);
  await using copies = iterate(target, table);
  for (let done = 1; ; done++) {
    const [row, copy] = await Promise.all([rows.next(), copies.next()]);
    if (row === undefined && copy === undefined) return;
    const columns = row && copy ? differingColumns(table, row, copy) : table.columns;
    if (columns.length > 0) throw await differenceIn(source, table, (row ?? copy)!, columns);
    if (done % 1_000 === 0) progress(1_000);
  }
}

function iterate(database: Database, table: SchemaTable): { next(): Promise<Row | undefined> } & AsyncDisposable {
  const pages = readPages(database, table);
  let page: readonly Row[] = [];
  let at = 0;
  return {
    async next() {
      for (;;) {
        if (at < page.length) return page[at++];
        const { value, done } = await pages.next();
        if (done) return undefined;
        page = value;
        at = 0;
      }
    },
    [Symbol.asyncDispose]: async () => void (await pages.return(undefined)),
  };
}

async function differenceIn(source: Database, table: SchemaTable, row: Row, columns: readonly string[]) {
  const key = table.key.map((column) => JSON.stringify(row[column])).join(", ");
  const { project_id: project = null, room_key: number = null } = row;
  const [room] =
    number === null
      ? []
      : await read(source, sql<Row>`select id from rooms where project_id = ${project} and key = ${number}`);
  const where = room === undefined ? "" : ` of the room ${JSON.stringify(room["id"])}`;
  return new StoreRefused(
    `The copy differs in the table ${table.name}, row (${key})${where}, in ${columns.join(", ")}. The target is left unfinished: run the move again.`,
  );
}

/** Numbers that were given out are never given out again, not even those whose rows were deleted since. */
async function continueSerials(source: Database, target: Database, tables: readonly SchemaTable[]): Promise<void> {
  for (const { name, serial } of tables) {
    if (serial === undefined) continue;
    const [given] = await read(source, source.dialect.lastSerial(name, serial) as RawBuilder<Row>);
    const [largest] = await read(source, sql<Row>`select max(${sql.ref(serial)}) as last from ${sql.table(name)}`);
    const last = Math.max(Number(given?.["last"]), Number(largest?.["last"]));
    await write(target, target.dialect.continueSerial(name, serial, last));
    const [continued] = await read(target, target.dialect.lastSerial(name, serial) as RawBuilder<Row>);
    if (Number(continued?.["last"]) !== last)
      throw new StoreRefused(`The target does not go on after number ${last} in the table ${name}: run the move again.`);
  }
}

/** One transaction: from its end on the target can be served. */
async function finish(target: Database): Promise<void> {
  await write(target, [
    sql`update room_state set epoch = epoch + 1`,
    sql`delete from meta where key = ${unfinishedMove}`,
  ]);
}

function read(database: Database, query: RawBuilder<Row>): Promise<readonly Row[]> {
  const { sql: text, parameters } = query.compile(database.dialect.sql);
  return database.engine.read(text, parameters.map(database.dialect.bind));
}

async function write({ engine, dialect }: Database, queries: readonly RawBuilder<unknown>[]): Promise<void> {
  await engine.write(queries.map((query) => statementOf(compilable(dialect.sql, query), dialect)));
}

type Report = NonNullable<MoveOptions["onProgress"]>;

function reporter(report: Report, what: Omit<MoveProgress, "done">): (rows: number) => void {
  let done = 0;
  if (what.rows > 0) report({ ...what, done });
  return (rows) => {
    done += rows;
    report({ ...what, done });
  };
}
