import type { SchemaTable } from "../database/schema-table.ts";
import { openConnection } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { prepareDatabase } from "./schema.ts";

const sql = {
  // Indexes of words are tables too, which the database fills by itself.
  tables: `select s.name, s.sql from sqlite_schema s join pragma_table_list l on l.schema = 'main' and l.name = s.name
    where l.type = 'table' and s.name not like 'sqlite!_%' escape '!' order by s.name`,
  columns: "select name, lower(type) as type, pk from pragma_table_info(?) order by cid",
  parents: 'select distinct "table" as parent from pragma_foreign_key_list(?)',
};

/** The tables that the migrations make. A table comes after those that its foreign keys refer to. */
export function readSchemaTables(): readonly SchemaTable[] {
  using db = openConnection(":memory:", "write");
  prepareDatabase(db, ":memory:", { check: "never", purpose: "serve" });
  const left = new Map(db.all(sql.tables, []).map((row) => [String(row["name"]), describe(db, row)]));
  const tables: SchemaTable[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)));
    if (ready.length === 0) throw new Error(`Foreign keys lead in a circle: ${[...left.keys()].join(", ")}.`);
    for (const { table } of ready) {
      tables.push(table);
      left.delete(table.name);
    }
  }
  return tables;
}

function describe(db: Connection, { name, sql: text }: ReturnType<Connection["all"]>[number]) {
  const columns = db.all(sql.columns, [name ?? null]);
  const names = (some: typeof columns) => some.map((column) => String(column["name"]));
  const key = names(
    columns.filter(({ pk }) => Number(pk) > 0).toSorted((one, other) => Number(one["pk"]) - Number(other["pk"])),
  );
  if (key.length === 0) throw new Error(`The table ${String(name)} has no primary key.`);
  const table: SchemaTable = {
    name: String(name),
    columns: names(columns),
    key,
    long: names(columns.filter(({ type }) => type === "text" || type === "blob")),
    serial: /\bautoincrement\b/i.test(String(text)) ? key[0] : undefined,
  };
  const parents = db.all(sql.parents, [table.name]).map(({ parent }) => String(parent));
  return { table, parents };
}
