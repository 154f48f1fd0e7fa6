import { sql } from "kysely";
import type { Expression, ExpressionBuilder, Kysely, OnConflictBuilder } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { InboxRow } from "./inbox-row.ts";
import type { Tables } from "../tables/tables.ts";

/** Notifications, as rows of tombstones: in every organization, or in the one that they leave. */
export function deletedNotifications(
  db: Kysely<Tables>,
  now: number,
  organization?: "inbox_notifications.organization_id",
) {
  return db
    .selectFrom("inbox_notifications")
    .leftJoin("rooms", (join) =>
      join
        .onRef("rooms.project_id", "=", "inbox_notifications.project_id")
        .onRef("rooms.key", "=", "inbox_notifications.room_key"),
    )
    .select((eb) => [
      "inbox_notifications.project_id",
      "inbox_notifications.user_id",
      eb.val("inboxNotification").as("kind"),
      "inbox_notifications.room_key",
      "rooms.id as room_id",
      "inbox_notifications.id",
      eb.val(now).as("deleted_at"),
      // Its id alone says nothing of a thread.
      eb.lit(null).as("visibility"),
      organization === undefined ? eb.lit(null).as("organization_id") : organization,
    ]);
}

const tombstoneColumns = [
  "project_id",
  "user_id",
  "kind",
  "room_key",
  "room_id",
  "id",
  "deleted_at",
  "visibility",
  "organization_id",
] as const;

/** The visibility of the thread of a subscription, within a query of `thread_subscriptions`. */
export function visibilityOfSubscription(db: Kysely<Tables>) {
  return db
    .selectFrom("threads")
    .select("threads.visibility")
    .whereRef("threads.project_id", "=", sql.ref("thread_subscriptions.project_id"))
    .whereRef("threads.room_key", "=", sql.ref("thread_subscriptions.room_key"))
    .whereRef("threads.id", "=", sql.ref("thread_subscriptions.thread_id"));
}

/** Keeps tombstones of what a query answers. */
export function insertTombstones(db: Kysely<Tables>, deleted: ReturnType<typeof deletedNotifications>) {
  return db
    .insertInto("tombstones")
    .columns([...tombstoneColumns])
    .expression(deleted)
    .onConflict((conflict) =>
      conflict.columns(["project_id", "user_id", "kind", "room_key", "id"]).doUpdateSet((eb) => ({
        deleted_at: eb.ref("excluded.deleted_at"),
        visibility: eb.ref("excluded.visibility"),
        organization_id: eb.ref("excluded.organization_id"),
      })),
    );
}

/** What is written of a room's notifications, in order, before its row is deleted. */
export function deleteNotificationsOfRoom(db: Kysely<Tables>, project: string, room: string, now: number) {
  const key = keyOfRoom(db, project, room);
  return [
    insertTombstones(
      db,
      deletedNotifications(db, now)
        .where("inbox_notifications.project_id", "=", project)
        .where("inbox_notifications.room_key", "=", key),
    ),
    db.deleteFrom("inbox_notifications").where("project_id", "=", project).where("room_key", "=", key),
  ];
}

/** What is written of a room's notifications, in order, when the room moves to another organization. */
export function moveNotificationsOfRoom(
  db: Kysely<Tables>,
  { greatest }: Pick<Dialect, "greatest">,
  project: string,
  room: string,
  organization: string,
  now: number,
) {
  const key = keyOfRoom(db, project, room);
  return [
    insertTombstones(
      db,
      deletedNotifications(db, now, "inbox_notifications.organization_id")
        .where("inbox_notifications.project_id", "=", project)
        .where("inbox_notifications.room_key", "=", key),
    ),
    db
      .updateTable("inbox_notifications")
      .set((eb) => ({ organization_id: organization, changed_at: greatest(eb.ref("changed_at"), eb.val(now)) }))
      .where("project_id", "=", project)
      .where("room_key", "=", key),
  ];
}

/** A notification of which no other one of its user has the slot: inserted, or renewed where there is one. */
export function insertOrRenew(
  db: Kysely<Tables>,
  row: Omit<InboxRow, "room_key"> & { room_key: InboxRow["room_key"] },
) {
  return db.insertInto("inbox_notifications").values(row).onConflict(renewal);
}

/**
 * As `insertOrRenew`, for a write that may come late and twice: a notification that is as new stays as it is, and one with
 * this id that its user has deleted stays deleted.
 */
export function insertOrRenewOnce(
  db: Kysely<Tables>,
  row: Omit<InboxRow, "room_key"> & { room_key: InboxRow["room_key"] },
) {
  return insertUnlessDeleted(db, row).onConflict((conflict) =>
    renewal(conflict).whereRef("inbox_notifications.notified_at", "<", sql.ref("excluded.notified_at")),
  );
}

/** A new notification, unless a tombstone says that its user had it and deleted it. */
export function insertUnlessDeleted(
  db: Kysely<Tables>,
  row: Omit<InboxRow, "room_key"> & { room_key: InboxRow["room_key"] },
) {
  const columns = Object.keys(row) as (keyof InboxRow)[];
  const deleted = db
    .selectFrom("tombstones")
    .select("tombstones.id")
    .where("tombstones.project_id", "=", row.project_id)
    .where("tombstones.user_id", "=", row.user_id)
    .where("tombstones.kind", "=", "inboxNotification")
    .where("tombstones.id", "=", row.id);
  return db
    .insertInto("inbox_notifications")
    .columns(columns)
    .expression(
      db
        .selectNoFrom(columns.map((column) => sql`${row[column]}`.as(column)) as never)
        .where((eb) => eb.not(eb.exists(deleted))) as never,
    );
}

/** A user has one notification with these. */
export const slotColumns = ["project_id", "user_id", "room_key", "kind", "slot"] as const;

function renewal(conflict: OnConflictBuilder<Tables, "inbox_notifications">) {
  return conflict.columns(slotColumns).doUpdateSet((eb) => ({
    // Of the room, which may have moved.
    organization_id: eb.ref("excluded.organization_id"),
    ...renewed(eb, {
      notified_at: eb.ref("excluded.notified_at"),
      changed_at: eb.ref("excluded.changed_at"),
      started_at: eb.ref("excluded.started_at"),
      due_at: eb.ref("excluded.due_at"),
    }),
  }));
}

type InboxExpressions = ExpressionBuilder<Tables, "inbox_notifications">;

/** The columns of a notification of which there is something new to tell. */
export function renewed(
  eb: InboxExpressions,
  fresh: {
    readonly notified_at: Expression<number>;
    readonly changed_at: Expression<number>;
    readonly started_at: Expression<number | null>;
    readonly due_at: Expression<number | null>;
  },
) {
  const readAt = eb.fn.coalesce("inbox_notifications.read_at", eb.lit(0));
  return {
    // Later than it was read, whatever writes came first: clients compare the two.
    notified_at: eb
      .case()
      .when(fresh.notified_at, "<=", readAt)
      .then(eb(readAt, "+", eb.lit(1)))
      .else(fresh.notified_at)
      .end(),
    changed_at: fresh.changed_at,
    unread: 1,
    // The window of a notification that waits for its `notification` event stays as it is.
    started_at: eb
      .case()
      .when("inbox_notifications.due_at", "is", null)
      .then(fresh.started_at)
      .else(eb.ref("inbox_notifications.started_at"))
      .end(),
    due_at: eb.fn.coalesce("inbox_notifications.due_at", fresh.due_at),
  };
}
