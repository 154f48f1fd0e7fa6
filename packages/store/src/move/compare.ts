import { sql } from "kysely";
import type { Row } from "../database/engine.ts";
import { StoreRefused } from "../database/errors.ts";
import type { Database } from "../open.ts";
import type { SchemaTable } from "../database/schema-table.ts";
import { reportRows } from "./progress.ts";
import type { OnProgress } from "./progress.ts";
import { differingColumns, movedRows, readPages, runQuery } from "./table-rows.ts";
import type { TableOfBoth } from "./table-rows.ts";

export interface Comparison {
  /** The rows of the source, as `countRows` found them. */
  readonly counts: ReadonlyMap<SchemaTable, number>;
  readonly onProgress: OnProgress;
}

/**
 * Compares the number of rows of every table, and then every row.
 * @throws StoreRefused that names the first table, row and room that differ
 */
export async function compareDatabases(source: Database, target: Database, { counts, onProgress }: Comparison) {
  const copied = await countRows(target, [...counts.keys()]);
  for (const [table, rows] of counts) {
    const found = copied.get(table);
    if (found !== rows)
      throw new StoreRefused(
        `The copy differs in the table ${table.name}: it has ${found} rows, and the source has ${rows}. ${unfinished}`,
      );
  }
  for (const [table, rows] of counts) {
    const progress = reportRows(onProgress, { step: "comparing", table: table.name, rows });
    await compareTable({ source, target, table, progress });
  }
}

const unfinished = "The target is left unfinished: run the move again.";

/** How many rows of each table are moved, in the order of the tables. */
export async function countRows(
  database: Database,
  tables: readonly SchemaTable[],
): Promise<ReadonlyMap<SchemaTable, number>> {
  const counts = new Map<SchemaTable, number>();
  for (const table of tables) {
    const [row] = await runQuery(
      database,
      sql<Row>`select count(*) as found from ${sql.table(table.name)} ${movedRows(table)}`,
    );
    counts.set(table, Number(row?.["found"]));
  }
  return counts;
}

/** Goes through both tables side by side. */
async function compareTable({ source, target, table, progress }: TableOfBoth): Promise<void> {
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
      : await runQuery(source, sql<Row>`select id from rooms where project_id = ${project} and key = ${number}`);
  const where = room === undefined ? "" : ` of the room ${JSON.stringify(room["id"])}`;
  return new StoreRefused(
    `The copy differs in the table ${table.name}, row (${key})${where}, in ${columns.join(", ")}. ${unfinished}`,
  );
}
