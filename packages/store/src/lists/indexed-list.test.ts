import fc from "fast-check";
import { sql } from "kysely";
import type { CreateTableBuilder, Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { statementOf } from "../database/queries.ts";
import { databases } from "../testing/adapters.ts";
import { createIndexedList } from "./indexed-list.ts";
import type { ItemTable, Search } from "./indexed-list.ts";
import type { Position } from "./keyset.ts";

const notes: ItemTable = { table: "notes", key: "key", position: ["at", "id"], columns: ["at", "id", "size"] };
const tags = { table: "note_tags", key: "note", position: ["at", "note_id"] } as const;
const readers = { table: "note_readers", key: "note", position: ["at", "note_id"] } as const;

interface Note {
  readonly board: number;
  readonly at: number;
  readonly id: string;
  readonly size: number;
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly readers: readonly string[];
}

const board = 7;
const id = fc.string({ unit: fc.constantFrom("a", "b", "é", "\u{1f600}"), minLength: 1, maxLength: 3 });
const note = fc.record({
  board: fc.constantFrom(board, board, 8),
  at: fc.nat(3),
  id,
  size: fc.nat(2),
  tags: fc.uniqueArray(fc.tuple(fc.constantFrom("color", "shape"), fc.constantFrom("x", "y")), {
    maxLength: 2,
    selector: ([name]) => name,
  }),
  readers: fc.uniqueArray(fc.constantFrom("ada", "bob", "eve"), { maxLength: 2 }),
});
const search = fc.record({
  tags: fc.constantFrom<Note["tags"][]>(
    [],
    [["color", "x"]],
    [
      ["color", "x"],
      ["shape", "y"],
    ],
  ),
  readers: fc.option(fc.uniqueArray(fc.constantFrom("ada", "bob", "nobody"))),
  ids: fc.option(fc.constantFrom({ only: "a" }, { from: "a", to: "b" }, { from: "b" }), { nil: undefined }),
  size: fc.option(fc.nat(2)),
});

describe.each(databases)("%s", (_, open) => {
  test.each(["newestFirst", "oldestFirst"] as const)(
    "a list of any table pages, %s, through tags, readers, ids and conditions as a scan would",
    async (order) => {
      await using database = await open();
      const { engine, dialect } = database;
      const { text, integer } = dialect.columns;
      const db = dialect.sql as unknown as Kysely<Record<string, Record<string, string | number>>>;
      const { schema } = db;
      const indexTable = (name: string, ...values: string[]) => {
        let table: CreateTableBuilder<string, string> = schema
          .createTable(name)
          .addColumn("board", integer, (c) => c.notNull());
        for (const value of values) table = table.addColumn(value, text, (c) => c.notNull());
        return table
          .addColumn("at", integer, (c) => c.notNull())
          .addColumn("note_id", text, (c) => c.notNull())
          .addColumn("note", integer, (c) => c.notNull())
          .addPrimaryKeyConstraint(`${name}_primary`, ["board", ...values, "at", "note_id"]);
      };
      const tables = [
        schema
          .createTable("notes")
          .addColumn("key", integer, (c) => c.primaryKey())
          .addColumn("board", integer, (c) => c.notNull())
          .addColumn("at", integer, (c) => c.notNull())
          .addColumn("id", text, (c) => c.notNull())
          .addColumn("size", integer, (c) => c.notNull()),
        schema.createIndex("notes_by_age").on("notes").columns(["board", "at", "id"]),
        indexTable("note_tags", "name", "value"),
        indexTable("note_readers", "reader"),
      ];
      await engine.write(tables.map((table) => statementOf(table, dialect)));
      const list = createIndexedList<Pick<Note, "at" | "id" | "size">>(engine, dialect, { ...notes, order });

      const write = async (all: readonly Note[]) => {
        const statements = [db.deleteFrom("note_tags"), db.deleteFrom("note_readers"), db.deleteFrom("notes")].map(
          (query) => statementOf(query, dialect),
        );
        for (const [key, { tags: pairs, readers: people, ...row }] of all.entries()) {
          const indexed = { board: row.board, at: row.at, note_id: row.id, note: key };
          const inserts = [
            db.insertInto("notes").values({ key, ...row }),
            ...pairs.map(([name, value]) => db.insertInto("note_tags").values({ ...indexed, name, value })),
            ...people.map((reader) => db.insertInto("note_readers").values({ ...indexed, reader })),
          ];
          statements.push(...inserts.map((query) => statementOf(query, dialect)));
        }
        await engine.write(statements);
      };

      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(note, { maxLength: 25, selector: ({ board: of, id: name }) => `${of} ${name}` }),
          fc.array(search, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 4 }),
          fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
          async (all, searches, limit, lookAt) => {
            await write(all);
            for (const one of searches) {
              const { ids, size } = one;
              const asked: Search = {
                scope: { board },
                matches: [
                  ...one.tags.map(([name, value]) => ({ index: tags, anyOf: [{ name, value }] })),
                  ...(one.readers === null
                    ? []
                    : [{ index: readers, anyOf: one.readers.map((reader) => ({ reader })) }]),
                ],
                ids,
                conditions: size === null ? [] : [sql`${sql.ref("item.size")} >= ${size}`],
              };
              const expected = all
                .filter(
                  (each) =>
                    each.board === board &&
                    one.tags.every(([name, value]) => each.tags.some((tag) => tag[0] === name && tag[1] === value)) &&
                    (one.readers === null ||
                      each.readers.some((reader) => one.readers?.some((wanted) => wanted === reader))) &&
                    (size === null || each.size >= size) &&
                    (ids === undefined ||
                      ("only" in ids
                        ? each.id === ids.only
                        : compareText(each.id, ids.from) >= 0 &&
                          (ids.to === undefined || compareText(each.id, ids.to) < 0))),
                )
                .toSorted((a, b) => (a.at - b.at || compareText(a.id, b.id)) * (order === "oldestFirst" ? 1 : -1));
              const found: Pick<Note, "at" | "id" | "size">[] = [];
              for (let after: Position | undefined; ;) {
                const { rows, next } = await list(asked, { limit, after, lookAt });
                expect(rows.length).toBeLessThanOrEqual(limit);
                found.push(...rows);
                if (next === undefined) break;
                after = next;
              }
              expect(found).toEqual(expected.map(({ at, id: name, size: its }) => ({ at, id: name, size: its })));
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test("a search for more values than an expression may be deep is answered", async () => {
    await using database = await open();
    const list = createIndexedList(database.engine, database.dialect, {
      table: "rooms",
      key: "key",
      position: ["created_at", "id"],
      columns: ["created_at", "id"],
    });
    const index = { key: "room_key", position: ["created_at", "room_id"] } as const;
    const matches = [
      { index: { table: "room_metadata", ...index }, anyOf: [{ key: "k", value: "v" }] },
      {
        index: { table: "room_accesses", ...index },
        anyOf: Array.from({ length: 1_500 }, (_each, n) => ({ kind: "group", subject: `g${n}` })),
      },
    ];
    const asked = { scope: { project_id: "p" }, matches };
    for (const lookAt of [undefined, 500])
      expect(await list(asked, { limit: 1, lookAt })).toEqual({ rows: [], next: undefined });
  });
});

function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
