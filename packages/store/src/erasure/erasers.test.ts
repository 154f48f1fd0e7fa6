import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { temporaryDirectory } from "../testing/adapters.ts";
import { expect, test } from "vitest";
import { erasers, signInErasers } from "./erasers.ts";
import { openStore } from "../open.ts";

test("[DB15] every table has an eraser", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  {
    await using _store = await openStore(`sqlite:${path}`);
  }
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  );
  const names = tables.all().map((row) => String(row["name"]));
  const named = new Set([...Object.keys(erasers), ...Object.keys(signInErasers)]);
  expect(
    names.filter((name) => !named.has(name)),
    "tables without an eraser",
  ).toEqual([]);
});
