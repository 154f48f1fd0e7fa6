import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { deleteContentsNaming, namesOfRoom } from "../activity/request-contents-of-room.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

/** Erases what is left of rooms and people beside their own rows (G12). */
export interface ErasureRecords {
  /** What the request log holds of calls that named these rooms, as far as it was written after they were deleted. */
  forgetRooms(project: string, rooms: readonly string[]): Promise<void>;
  /** Has words of deleted passages leave the index of knowledge, in short steps. What a signal stops is left to the next call. */
  forgetWords(signal: AbortSignal): Promise<void>;
  /** Deletes emails and invitations to a person, their messages to support, and their name in audit logs. */
  forgetPerson(person: { readonly id: string; readonly email: string }): Promise<void>;
}

export function createErasureRecords({ write }: Transactions, db: Kysely<Tables>, dialect: Dialect): ErasureRecords {
  return {
    async forgetRooms(project, rooms) {
      await write(rooms.map((room) => deleteContentsNaming(db, dialect, project, namesOfRoom(room))));
    },

    async forgetWords(signal) {
      if (dialect.passageIndexParts === undefined) return;
      const { read, merge } = dialect.passageIndexParts;
      const readParts = async () => new Set((await read.execute(db)).rows.map(({ part }) => part));
      const before = await readParts();
      const step = { sql: merge.compile(db).sql, values: [[]] };
      // What is written meanwhile makes new parts, in which nothing is that was deleted before.
      for (let now = before; now.size > 1 && !signal.aborted && !now.isDisjointFrom(before); now = await readParts())
        await write([step]);
    },

    async forgetPerson({ id, email }) {
      await write([
        db.deleteFrom("jobs").where("subject", "=", email),
        db.deleteFrom("team_invitations").where("email", "=", email),
        db.deleteFrom("messages").where("email", "=", email),
        db
          .updateTable("audit_log")
          .set({ actor_name: null, actor_email: null, address: null })
          .where("actor_id", "=", id),
        db.updateTable("audit_log").set({ target_name: null }).where("target_id", "=", id),
        db.updateTable("audit_log").set({ target_name: null }).where("target_name", "=", email),
      ]);
    },
  };
}
