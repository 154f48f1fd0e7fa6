import type { Kysely } from "kysely";
import type { Tables } from "./tables/tables.ts";
import type { Transactions } from "./transactions/transactions.ts";

/** A known text, sealed under the master key that the database was written under. */
export interface KeyCheck {
  /** Undefined in a database that is new, or that an older release wrote. */
  read(): Promise<string | undefined>;
  /** Something else that was sealed under the master key, if there is anything. */
  anySealed(): Promise<string | undefined>;
  write(check: string): Promise<void>;
  /**
   * Writes the check of another master key, and deletes the signing keys, the secrets of webhook endpoints and the provider
   * keys of copilots that it cannot open, all or nothing. Endpoints without a secret are disabled.
   */
  replace(check: string): Promise<void>;
}

const key = "key_check";

export function createKeyCheck({ write }: Transactions, db: Kysely<Tables>): KeyCheck {
  const put = (value: string) =>
    db
      .insertInto("meta")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }));
  return {
    async read() {
      const row = await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
      return row?.value;
    },
    async anySealed() {
      const row = await db
        .selectFrom("signing_keys")
        .select("sealed_key")
        .orderBy("created_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.sealed_key;
    },
    async write(check) {
      await put(check).execute();
    },
    async replace(check) {
      await write([
        db.deleteFrom("signing_keys"),
        db.updateTable("webhook_endpoints").set({
          sealed_secret: "",
          sealed_previous: null,
          previous_until: null,
          disabled: 1,
        }),
        db.updateTable("copilots").set({ sealed_key: "", key_end: "" }),
        db.deleteFrom("copilot_trials"),
        put(check),
      ]);
    },
  };
}
