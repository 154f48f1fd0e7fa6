import type { Kysely } from "kysely";
import { sql } from "kysely";
import { unit } from "./engine-dialect.ts";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** A mail that could not leave the server, for whoever runs it. */
export interface KeptMail {
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailRecords {
  /** Keeps a mail; the oldest go. */
  keep(mail: KeptMail): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly KeptMail[]>;
}

const keptMails = 200;

export function createMailRecords(engine: Engine, db: Kysely<Tables>): MailRecords {
  return {
    async keep({ at, to, subject, text }) {
      const newest = db.selectFrom("mails").select(sql<number>`max(id) - ${keptMails}`.as("id"));
      await unit(engine, [
        db.insertInto("mails").values({ at, recipient: to, subject, body: text }),
        db.deleteFrom("mails").where("id", "<=", newest),
      ]);
    },
    async list() {
      const rows = await db.selectFrom("mails").selectAll().orderBy("id", "desc").execute();
      return rows.map(({ at, recipient, subject, body }) => ({ at, to: recipient, subject, text: body }));
    },
  };
}
