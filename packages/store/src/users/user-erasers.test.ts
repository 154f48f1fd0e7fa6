import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Database } from "../open.ts";
import { databases } from "../testing/adapters.ts";
import { signInErasers } from "../erasure/erasers.ts";
import { prepareErasers } from "./erase-rows.ts";
import { userErasers } from "./user-erasers.ts";

/** Columns whose names say that they hold a user, or users. */
const namesUsers = /(^|_)(users?|authors?|members?|subject|mentions?|activities|created_by|accesses)(_|$)/;
/** Counts, switches and settings whose names have such a word in them. */
const others = new Set([
  "usage_samples.active_users",
  ...["usage_samples", "usage_daily", "room_usage"].map((table) => `${table}.notifications_of_text_mentions`),
  "groups.mention",
  "room_subscription_settings.text_mentions",
  "rooms.default_accesses",
]);

async function columnsOf({ engine }: Database, name: string): Promise<readonly (readonly [string, string])[]> {
  const rows = await engine.read<{ table_name: string; column_name: string }>(
    name === "SQLite"
      ? `select tables.name as table_name, columns.name as column_name
          from pragma_table_list as tables, pragma_table_info(tables.name) as columns
          where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%'`
      : "select table_name, column_name from information_schema.columns where table_schema = current_schema()",
    [],
  );
  return rows.map(({ table_name, column_name }) => [table_name, column_name]);
}

describe.each(databases)("%s", (name, open) => {
  test("[DB30] every table with a column of users has what erases a user of a project", async () => {
    await using database = await open();
    const columns = (await columnsOf(database, name)).filter(([table]) => !(table in signInErasers));
    const tables = new Set(columns.map(([table]) => table));
    expect([...tables].toSorted()).toEqual(Object.keys(userErasers).toSorted());
    const unerased = columns.filter(
      ([table, column]) =>
        userErasers[table as keyof typeof userErasers] === "no user" &&
        namesUsers.test(column) &&
        !others.has(`${table}.${column}`),
    );
    expect(
      unerased.map((one) => one.join(".")),
      "columns of users without an eraser",
    ).toEqual([]);
  });
});

test("[DB30] the rows of every table that is to be erased row by row are", () => {
  const erasers = prepareErasers({} as never, {} as never, { contains: () => sql`` } as never);
  const expected = Object.entries(userErasers).flatMap(([table, eraser]) => (eraser === "rows" ? [table] : []));
  expect([...erasers.keys()].toSorted()).toEqual(expected.toSorted());
});
