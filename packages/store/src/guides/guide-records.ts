import type { GuideRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

export function createGuideRecords({ done }: Transactions, db: Kysely<Tables>): GuideRecords {
  return {
    async find(slug) {
      const row = await db.selectFrom("ai_guides").selectAll().where("slug", "=", slug).executeTakeFirst();
      return row && { slug: row.slug, title: row.title, markdown: row.markdown, createdAt: row.created_at };
    },
    insert({ createdAt, ...guide }) {
      const row = { ...guide, created_at: createdAt };
      const insert = db.insertInto("ai_guides").values(row);
      return done([[insert.onConflict((conflict) => conflict.column("slug").doNothing()), 1]]);
    },
    delete: (slug) => done([[db.deleteFrom("ai_guides").where("slug", "=", slug), 1]]),
  };
}
