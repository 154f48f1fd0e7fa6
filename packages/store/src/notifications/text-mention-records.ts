import type { InboxRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import { deletedNotifications, insertTombstones, insertUnlessDeleted, slotColumns } from "./inbox-statements.ts";
import { shareInboxes } from "../database/locks.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions, Write } from "../transactions/transactions.ts";
import type { Conditional, InboxQueries } from "./inbox-queries.ts";

/** Notifications that one statement inserts: each row has many values. */
const rowsPerInsert = 500;

/** Notifications of users who were mentioned in a document. */
export function createTextMentions(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { lockRoom }: InboxQueries,
): Pick<InboxRecords, "insertTextMention" | "deleteTextMention"> {
  return {
    insertTextMention({ project, room }, mention, effects) {
      const common = {
        project_id: project,
        organization_id: mention.organizationId,
        kind: "textMention",
        room_key: keyOfRoom(db, project, room),
        subject_id: mention.mentionId,
        slot: mention.mentionId,
        notified_at: mention.notifiedAt,
        read_at: null,
        unread: 1,
        changed_at: mention.notifiedAt,
        created_by: mention.createdBy,
        mention: JSON.stringify(mention.mention),
        activities: null,
        started_at: mention.notifiedAt,
        due_at: mention.dueAt,
      };
      const rows = mention.users.map(({ userId, id }) => ({ ...common, user_id: userId, id }));
      if (mention.isContinued === true) {
        const others = db
          .selectFrom("inbox_notifications")
          .select("id")
          .where("project_id", "=", project)
          .where("room_key", "=", common.room_key)
          .where("kind", "=", "textMention")
          .where("subject_id", "=", mention.mentionId)
          .limit(1);
        const inserts = rows.map((row) =>
          insertUnlessDeleted(db, row as never).onConflict((conflict) => conflict.columns(slotColumns).doNothing()),
        );
        return done([shareInboxes(project), lockRoom(project, room), [others, 1], ...inserts], effects);
      }
      const inserts: Write[] = [];
      for (let at = 0; at < rows.length; at += rowsPerInsert)
        inserts.push(
          db
            .insertInto("inbox_notifications")
            .values(rows.slice(at, at + rowsPerInsert))
            .onConflict((conflict) => conflict.columns(slotColumns).doNothing()),
        );
      return done([lockRoom(project, room), ...inserts], effects);
    },

    async deleteTextMention({ project, room }, mentionId, now) {
      const ofMention = <Q extends Conditional<Q>>(query: Q): Q =>
        query
          .where("inbox_notifications.project_id", "=", project)
          .where("inbox_notifications.room_key", "=", keyOfRoom(db, project, room))
          .where("inbox_notifications.kind", "=", "textMention")
          .where("inbox_notifications.subject_id", "=", mentionId);
      await write([
        lockRoom(project, room),
        insertTombstones(db, ofMention(deletedNotifications(db, now))),
        ofMention(db.deleteFrom("inbox_notifications")),
      ]);
    },
  };
}
