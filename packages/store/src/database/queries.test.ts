import { sql } from "kysely";
import type { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { adapters } from "../testing/adapters.ts";

interface Schema {
  verifications: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
}

describe.each(adapters)("%s", (_, open) => {
  const row = (id: string, value: string) => ({
    id,
    identifier: "x",
    value,
    expiresAt: "",
    createdAt: "",
    updatedAt: "",
  });

  test("writes are there for the next read, answer their rows, and count them", async () => {
    await using under = await open();
    const db = under.store.signIn.db as Kysely<Schema>;
    const inserted = await db
      .insertInto("verifications")
      .values([row("1", "a"), row("2", "b")])
      .returning("id")
      .execute();
    expect(inserted).toEqual([{ id: "1" }, { id: "2" }]);
    const updated = await db.updateTable("verifications").set({ value: "c" }).where("id", "!=", "2").executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(1n);
    expect(await db.selectFrom("verifications").select("value").orderBy("id").execute()).toEqual([
      { value: "c" },
      { value: "b" },
    ]);
    const one = db.selectFrom("verifications").select("id").limit(1);
    const deleted = await db.deleteFrom("verifications").where("id", "in", one).returningAll().execute();
    expect(deleted).toHaveLength(1);
    expect((await db.deleteFrom("verifications").executeTakeFirst()).numDeletedRows).toBe(1n);
  });

  test("what SQL refuses is refused, and transactions are not begun", async () => {
    await using under = await open();
    const db = under.store.signIn.db as Kysely<Schema>;
    await expect(sql`insert into nowhere values (1)`.execute(db)).rejects.toThrow("nowhere");
    await expect(sql`select * from nowhere`.execute(db)).rejects.toThrow("nowhere");
    await expect(db.transaction().execute(async () => {})).rejects.toThrow("whole units");
  });
});
