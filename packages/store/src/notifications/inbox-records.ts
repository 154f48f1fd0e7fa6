import type { InboxFilter, InboxName, InboxRecords } from "@weft/collab";
import type { RoomAddress, RoomId } from "@weft/protocol";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { deletedNotifications, insertTombstones } from "./inbox-statements.ts";
import { pageOf } from "../lists/keyset.ts";
import { lockInboxes } from "../database/locks.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import { toInboxRecord } from "./inbox-row.ts";
import type { InboxRow } from "./inbox-row.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { createCustomNotifications } from "./custom-notifications.ts";
import { createTextMentions } from "./text-mention-records.ts";
import { inboxQueries } from "./inbox-queries.ts";
import type { InboxQueries } from "./inbox-queries.ts";

/** A notification's row with the id of its room. */
type RowWithRoom = InboxRow & { readonly room: string | null };

export function createInboxRecords(transactions: Transactions, db: Kysely<Tables>, dialect: Dialect): InboxRecords {
  const queries = inboxQueries(db);

  return {
    ...createInboxReads(db, queries),
    ...createInboxChanges(transactions, db, dialect, queries),
    ...createDueNotifications(transactions, db, queries),
    ...createCustomNotifications(transactions, db, queries),
    ...createTextMentions(transactions, db, queries),
  };
}

/** Reads the inbox of a user. */
function createInboxReads(
  db: Kysely<Tables>,
  { notifications, selected }: InboxQueries,
): Pick<InboxRecords, "find" | "ownerOf" | "list" | "changedSince" | "countUnread"> {
  const inboxOf = ({ project, userId }: InboxName) =>
    notifications.where("item.project_id", "=", project).where("item.user_id", "=", userId);

  const matching = (inbox: InboxName, { organizationId, unread, room, kind }: InboxFilter) =>
    inboxOf(inbox)
      .where("item.organization_id", "=", organizationId)
      .$if(unread !== undefined, (query) => query.where("item.unread", "=", Number(unread)))
      .$if(room !== undefined, (query) => query.where("item.room_key", "=", keyOfRoom(db, inbox.project, room!)))
      .$if(kind !== undefined, (query) => query.where("item.kind", "=", kind!));

  return {
    async find(inbox, id) {
      const row = await inboxOf(inbox).where("item.id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    async ownerOf(project, id) {
      const row = await db
        .selectFrom("inbox_notifications")
        .select("user_id")
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.user_id;
    },

    async list(inbox, filter, { limit, after }) {
      const page = { limit, after: after && ([after.notifiedAt, after.id] as const) };
      const rows = await pageOf(matching(inbox, filter), ["item.notified_at", "item.id"], page).execute();
      return rows.map(toRecord);
    },

    async changedSince(inbox, filter, since, limit) {
      const rows = await matching(inbox, filter)
        .where("item.changed_at", ">=", since)
        .orderBy("item.changed_at", "desc")
        .orderBy("item.id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toRecord);
    },

    async countUnread(inbox, { organizationId, room, kind }) {
      const counted = selected(inbox, { organizationId, room })(
        db.selectFrom("inbox_notifications").where("unread", "=", 1),
      )
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
        .select((eb) => ["room_key", "kind", eb.fn.countAll<number>().as("count")])
        .groupBy(["room_key", "kind"]);
      const rows = await db
        .selectFrom(counted.as("counted"))
        .select((eb) => [
          "counted.kind",
          "counted.count",
          "counted.room_key",
          eb
            .selectFrom("rooms")
            .select("rooms.id")
            .where("rooms.project_id", "=", inbox.project)
            .whereRef("rooms.key", "=", "counted.room_key")
            .as("room"),
        ])
        .execute();
      return rows.map((row) => ({
        kind: row.kind,
        room: (row.room ?? undefined) as RoomId | undefined,
        count: row.count,
      }));
    },
  };
}

/** Marks notifications as read, and deletes them. */
function createInboxChanges(
  { write }: Transactions,
  db: Kysely<Tables>,
  { greatest }: Dialect,
  { selected }: InboxQueries,
): Pick<InboxRecords, "markRead" | "delete" | "deleteTombstones"> {
  return {
    async markRead(inbox, which, now) {
      if (which.ids?.length === 0) return 0;
      const read = selected(
        inbox,
        which,
      )(db.updateTable("inbox_notifications"))
        .set((eb) => ({
          read_at: greatest(eb.ref("notified_at"), eb.val(now)),
          unread: 0,
          changed_at: greatest(eb.ref("changed_at"), eb.val(now)),
          started_at: null,
          due_at: null,
        }))
        .where("unread", "=", 1)
        // By the server's clock: what a back end imports may be dated later.
        .where("changed_at", "<=", now);
      return countOf(await write([read]));
    },

    async delete(inbox, which, now) {
      if (which.ids?.length === 0) return 0;
      const choose = selected(inbox, which);
      const buried = db
        .selectFrom("tombstones")
        .select("tombstones.id")
        .where("tombstones.project_id", "=", inbox.project)
        .where("tombstones.user_id", "=", inbox.userId)
        .where("tombstones.kind", "=", "inboxNotification")
        .where("tombstones.deleted_at", "=", now);
      const outcome = await write([
        lockInboxes(inbox.project),
        insertTombstones(db, choose(deletedNotifications(db, now))),
        // What comes in between the two statements stays.
        choose(db.deleteFrom("inbox_notifications")).where("inbox_notifications.id", "in", buried),
      ]);
      return countOf(outcome, 1);
    },

    async deleteTombstones(before) {
      await db.deleteFrom("tombstones").where("deleted_at", "<", before).execute();
    },
  };
}

/** Notifications that wait for their `notification` event. */
function createDueNotifications(
  { done }: Transactions,
  db: Kysely<Tables>,
  { notifications }: InboxQueries,
): Pick<InboxRecords, "due" | "nextDueAt" | "settleDue"> {
  return {
    async due(now, limit) {
      const rows = await notifications.where("item.due_at", "<=", now).orderBy("item.due_at").limit(limit).execute();
      return rows.map((row) => ({
        ...toRecord(row),
        project: row.project_id as RoomAddress["project"],
        userId: row.user_id,
        unread: row.unread === 1,
        startedAt: row.started_at ?? row.notified_at,
        dueAt: row.due_at!,
      }));
    },

    async nextDueAt() {
      const row = await db
        .selectFrom("inbox_notifications")
        .select("due_at")
        .where("due_at", "is not", null)
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      return row?.due_at ?? undefined;
    },

    settleDue: (due, effects) =>
      done(
        due.map(({ project, userId, id, unread, dueAt }) => [
          db
            .updateTable("inbox_notifications")
            .set({ started_at: null, due_at: null })
            .where("project_id", "=", project)
            .where("user_id", "=", userId)
            .where("id", "=", id)
            .where("unread", "=", Number(unread))
            .where("due_at", "=", dueAt),
          1,
        ]),
        effects,
      ),
  };
}

function toRecord({ room, ...row }: RowWithRoom) {
  return toInboxRecord(row, (room ?? undefined) as RoomId | undefined);
}

function countOf(outcome: Awaited<ReturnType<Transactions["write"]>>, statement = 0): number {
  return outcome.kind === "done" ? (outcome.counts[statement] ?? 0) : 0;
}
