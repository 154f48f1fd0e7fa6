import type { Dialect } from "../database/dialect.ts";
import {
  deletedNotifications,
  insertOrRenew,
  insertOrRenewOnce,
  insertTombstones,
  visibilityOfSubscription,
} from "../notifications/inbox-statements.ts";
import { prepare, prepareAll } from "../database/query.ts";
import type { SqlValue } from "../database/query.ts";
import { keyOfRoom } from "../tables/room-key.ts";

export type InRoom = { project: string; room: string };
export type InThread = InRoom & { thread: string };
type Values<Columns extends string> = { readonly [C in Columns]: SqlValue };
type CommentColumns = "edited_at" | "deleted_at" | "body" | "content" | "metadata" | "attachments";

/** The statements that write changes of threads. */
export function prepareThreadWrites(dialect: Dialect) {
  return {
    ...prepareThreadRows(dialect),
    ...prepareThreadDeletion(dialect),
    ...prepareComments(dialect),
    ...prepareSubscriptions(dialect),
    ...prepareNotifications(dialect),
  };
}

/** The row of a thread, and those by which its metadata are found. */
function prepareThreadRows({ sql: db, greatest }: Dialect) {
  type ThreadColumns =
    | "updated_at"
    | "changed_at"
    | "resolved"
    | "metadata"
    | "comments"
    | "live"
    | "last_comment_at"
    | "bytes";

  return {
    insertThread: prepare<InThread & Values<ThreadColumns | "created_at" | "visibility">>((slot) =>
      db
        .insertInto("threads")
        .columns([
          "project_id",
          "room_key",
          "id",
          "created_at",
          "updated_at",
          "changed_at",
          "resolved",
          "visibility",
          "metadata",
          "revision",
          "comment_count",
          "live_comments",
          "last_comment_at",
          "bytes",
        ])
        .expression(
          db
            .selectFrom("rooms")
            .select((eb) => [
              "rooms.project_id",
              "rooms.key",
              eb.val(slot("thread")).as("id"),
              eb.val(slot("created_at") as number).as("created_at"),
              eb.val(slot("updated_at") as number).as("updated_at"),
              eb.val(slot("changed_at") as number).as("changed_at"),
              eb.val(slot("resolved") as number).as("resolved"),
              eb.val(slot("visibility") as string).as("visibility"),
              eb.val(slot("metadata") as string).as("metadata"),
              eb.val(1).as("revision"),
              eb.val(slot("comments") as number).as("comment_count"),
              eb.val(slot("live") as number).as("live_comments"),
              eb.val(slot("last_comment_at") as number).as("last_comment_at"),
              eb.val(slot("bytes") as number).as("bytes"),
            ])
            .where("rooms.project_id", "=", slot("project"))
            .where("rooms.id", "=", slot("room")),
        )
        .onConflict((conflict) => conflict.columns(["project_id", "room_key", "id"]).doNothing()),
    ),
    updateThread: prepare<InThread & Values<ThreadColumns> & { revision: number }>((slot) =>
      db
        .updateTable("threads")
        .set((eb) => ({
          updated_at: slot("updated_at") as number,
          changed_at: slot("changed_at") as number,
          resolved: slot("resolved") as number,
          metadata: slot("metadata") as string,
          revision: eb("revision", "+", 1),
          comment_count: eb("comment_count", "+", slot("comments") as number),
          live_comments: eb("live_comments", "+", slot("live") as number),
          last_comment_at: greatest(eb.ref("last_comment_at"), eb.val(slot("last_comment_at") as number)),
          bytes: eb("bytes", "+", slot("bytes") as number),
        }))
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("id", "=", slot("thread"))
        .where("revision", "=", slot("revision")),
    ),
    deleteMetadata: prepare<InThread>((slot) =>
      db.deleteFrom("thread_metadata").where(
        "thread_key",
        "=",
        db
          .selectFrom("threads")
          .select("threads.key")
          .where("threads.project_id", "=", slot("project"))
          .where("threads.room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
          .where("threads.id", "=", slot("thread")),
      ),
    ),
    insertMetadata: prepare<InThread & { name: string; value: string; number: number | null }>((slot) =>
      db
        .insertInto("thread_metadata")
        .columns(["project_id", "room_key", "name", "value", "created_at", "thread_id", "thread_key", "number"])
        .expression(
          db
            .selectFrom("threads")
            .select((eb) => [
              "threads.project_id",
              "threads.room_key",
              eb.val(slot("name")).as("name"),
              eb.val(slot("value")).as("value"),
              "threads.created_at",
              "threads.id",
              "threads.key",
              eb.val(slot("number")).as("number"),
            ])
            .where("threads.project_id", "=", slot("project"))
            .where("threads.room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
            .where("threads.id", "=", slot("thread")),
        ),
    ),
  };
}

/** The deletion of a thread with all that hangs on it. */
function prepareThreadDeletion({ sql: db }: Dialect) {
  return {
    /** Of a thread that is deleted: that it is still the one that was read. */
    lock: prepare<InThread & { revision: number; now: number }>((slot) =>
      db
        .updateTable("threads")
        .set((eb) => ({ revision: eb("revision", "+", 1) }))
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("id", "=", slot("thread"))
        .where("revision", "=", slot("revision")),
    ),
    deleteThread: prepareAll<InThread & { revision: number; now: number }>((slot) => {
      const [project, thread] = [slot("project"), slot("thread")];
      const key = keyOfRoom(db, project, slot("room"));
      return [
        insertTombstones(
          db,
          db
            .selectFrom("thread_subscriptions")
            .select((eb) => [
              "thread_subscriptions.project_id",
              "thread_subscriptions.user_id",
              eb.val("subscription").as("kind"),
              "thread_subscriptions.room_key",
              eb.val(slot("room")).as("room_id"),
              "thread_subscriptions.thread_id as id",
              eb.val(slot("now")).as("deleted_at"),
              visibilityOfSubscription(db).as("visibility"),
              eb.lit(null).as("organization_id"),
            ])
            .where("thread_subscriptions.project_id", "=", project)
            .where("thread_subscriptions.room_key", "=", key)
            .where("thread_subscriptions.thread_id", "=", thread)
            .where("thread_subscriptions.subscribed", "=", 1) as never,
        ),
        insertTombstones(
          db,
          deletedNotifications(db, slot("now"))
            .where("inbox_notifications.project_id", "=", project)
            .where("inbox_notifications.room_key", "=", key)
            .where("inbox_notifications.kind", "=", "thread")
            .where("inbox_notifications.subject_id", "=", thread),
        ),
        insertTombstones(
          db,
          db
            .selectFrom("threads")
            .select((eb) => [
              "threads.project_id",
              eb.val("").as("user_id"),
              eb.val("thread").as("kind"),
              "threads.room_key",
              eb.val(slot("room")).as("room_id"),
              "threads.id",
              eb.val(slot("now")).as("deleted_at"),
              "threads.visibility",
              eb.lit(null).as("organization_id"),
            ])
            .where("threads.project_id", "=", project)
            .where("threads.room_key", "=", key)
            .where("threads.id", "=", thread) as never,
        ),
        db
          .deleteFrom("inbox_notifications")
          .where("project_id", "=", project)
          .where("room_key", "=", key)
          .where("kind", "=", "thread")
          .where("subject_id", "=", thread),
        ...(
          ["thread_metadata", "comment_reactions", "comment_attachments", "comments", "thread_subscriptions"] as const
        ).map((table) =>
          db
            .deleteFrom(table)
            .where("project_id", "=", project)
            .where("room_key", "=", key)
            .where("thread_id", "=", thread),
        ),
        db.deleteFrom("threads").where("project_id", "=", project).where("room_key", "=", key).where("id", "=", thread),
      ];
    }),
  };
}

/** The comments of a thread, their reactions and attachments. */
function prepareComments({ sql: db }: Dialect) {
  return {
    insertComment: prepare<InThread & { id: string; user: string; created_at: number } & Values<CommentColumns>>(
      (slot) =>
        db
          .insertInto("comments")
          .values({
            project_id: slot("project"),
            room_key: keyOfRoom(db, slot("project"), slot("room")),
            thread_id: slot("thread"),
            id: slot("id"),
            user_id: slot("user"),
            created_at: slot("created_at"),
            edited_at: slot("edited_at") as number,
            deleted_at: slot("deleted_at") as number,
            body: slot("body") as string,
            content: slot("content") as string,
            metadata: slot("metadata") as string,
            attachments: slot("attachments") as string,
          })
          .onConflict((conflict) => conflict.columns(["project_id", "room_key", "thread_id", "id"]).doNothing()),
    ),
    updateComment: prepare<InThread & { id: string; user: string } & Values<CommentColumns>>((slot) =>
      db
        .updateTable("comments")
        .set({
          // Another one once the author is erased.
          user_id: slot("user"),
          edited_at: slot("edited_at") as number,
          deleted_at: slot("deleted_at") as number,
          body: slot("body") as string,
          content: slot("content") as string,
          metadata: slot("metadata") as string,
          attachments: slot("attachments") as string,
        })
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("thread_id", "=", slot("thread"))
        .where("id", "=", slot("id")),
    ),
    insertReaction: prepare<InThread & { comment: string; emoji: string; user: string; at: number }>((slot) =>
      db
        .insertInto("comment_reactions")
        .values({
          project_id: slot("project"),
          room_key: keyOfRoom(db, slot("project"), slot("room")),
          thread_id: slot("thread"),
          comment_id: slot("comment"),
          emoji: slot("emoji"),
          user_id: slot("user"),
          created_at: slot("at"),
          place: db
            .selectFrom("comment_reactions as earlier")
            .select((eb) => eb(eb.fn.coalesce(eb.fn.max("earlier.place"), eb.lit(0)), "+", eb.lit(1)).as("place"))
            .where("earlier.project_id", "=", slot("project"))
            .where("earlier.room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
            .where("earlier.thread_id", "=", slot("thread"))
            .where("earlier.comment_id", "=", slot("comment")),
        })
        .onConflict((conflict) => conflict.doNothing()),
    ),
    deleteReaction: prepare<InThread & { comment: string; emoji: string; user: string }>((slot) =>
      db
        .deleteFrom("comment_reactions")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("thread_id", "=", slot("thread"))
        .where("comment_id", "=", slot("comment"))
        .where("emoji", "=", slot("emoji"))
        .where("user_id", "=", slot("user")),
    ),

    insertAttachment: prepare<InThread & { id: string }>((slot) =>
      db.insertInto("comment_attachments").values({
        project_id: slot("project"),
        room_key: keyOfRoom(db, slot("project"), slot("room")),
        thread_id: slot("thread"),
        id: slot("id"),
      }),
    ),
    deleteAttachment: prepare<InThread & { id: string }>((slot) =>
      db
        .deleteFrom("comment_attachments")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("id", "=", slot("id"))
        .where("thread_id", "=", slot("thread")),
    ),
  };
}

/** Subscriptions to a thread. */
function prepareSubscriptions({ sql: db }: Dialect) {
  const conflictOfSubscriptions = ["project_id", "room_key", "thread_id", "user_id"] as const;
  type NewSubscription = InThread & { user: string; reason: string; at: number; now: number };

  const subscription = (slot: <K extends keyof NewSubscription>(name: K) => NewSubscription[K]) =>
    db.insertInto("thread_subscriptions").values({
      project_id: slot("project"),
      room_key: keyOfRoom(db, slot("project"), slot("room")),
      thread_id: slot("thread"),
      user_id: slot("user"),
      subscribed: 1,
      reason: slot("reason"),
      created_at: slot("at"),
      changed_at: slot("now"),
    });

  return {
    /** Leaves a row as it is, except for the reason of one that only the room's setting made. */
    subscribe: prepare<NewSubscription>((slot) =>
      subscription(slot).onConflict((conflict) =>
        conflict
          .columns(conflictOfSubscriptions)
          .doUpdateSet((eb) => ({ reason: eb.ref("excluded.reason") }))
          .where("thread_subscriptions.reason", "=", "all")
          .where("thread_subscriptions.subscribed", "=", 1),
      ),
    ),
    resubscribe: prepare<NewSubscription>((slot) =>
      subscription(slot).onConflict((conflict) =>
        conflict.columns(conflictOfSubscriptions).doUpdateSet((eb) => {
          const holds = eb("thread_subscriptions.subscribed", "=", 1);
          const keep = <C extends "created_at" | "changed_at">(column: C) =>
            eb
              .case()
              .when(holds)
              .then(eb.ref(`thread_subscriptions.${column}`))
              .else(eb.ref(`excluded.${column}`))
              .end();
          return {
            subscribed: 1,
            reason: eb.ref("excluded.reason"),
            created_at: keep("created_at"),
            changed_at: keep("changed_at"),
          };
        }),
      ),
    ),
    deleteTombstone: prepare<InThread & { user: string }>((slot) =>
      db
        .deleteFrom("tombstones")
        .where("project_id", "=", slot("project"))
        .where("user_id", "=", slot("user"))
        .where("kind", "=", "subscription")
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("id", "=", slot("thread")),
    ),
  };
}

/** Notifications of a thread. */
function prepareNotifications({ sql: db }: Dialect) {
  type NewNotification = InThread & {
    user: string;
    id: string;
    organization: string;
    at: number;
    due: number;
    now: number;
  };
  const notification = (slot: <K extends keyof NewNotification>(name: K) => NewNotification[K]) => ({
    project_id: slot("project"),
    user_id: slot("user"),
    id: slot("id"),
    organization_id: slot("organization"),
    kind: "thread",
    room_key: keyOfRoom(db, slot("project"), slot("room")) as never,
    subject_id: slot("thread"),
    slot: slot("thread"),
    notified_at: slot("at"),
    read_at: null,
    unread: 1,
    changed_at: slot("now"),
    created_by: null,
    mention: null,
    activities: null,
    started_at: slot("at"),
    due_at: slot("due"),
  });

  return {
    notify: prepare<NewNotification>((slot) => insertOrRenew(db, notification(slot))),
    notifyLater: prepare<NewNotification>((slot) => insertOrRenewOnce(db, notification(slot))),
    /** That a comment is there, and was not deleted. */
    isLive: prepare<InThread & { comment: string }>((slot) =>
      db
        .selectFrom("comments")
        .select("id")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("thread_id", "=", slot("thread"))
        .where("id", "=", slot("comment"))
        .where("deleted_at", "is", null),
    ),
    /** Of unread notifications that the thread gives nothing unread to show, once comments from an instant on were deleted. */
    settle: prepare<InThread & { from: number; now: number }>((slot) =>
      db
        .updateTable("inbox_notifications")
        .set((eb) => ({
          read_at: eb.ref("notified_at"),
          unread: 0,
          changed_at: slot("now"),
          started_at: null,
          due_at: null,
        }))
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("kind", "=", "thread")
        .where("subject_id", "=", slot("thread"))
        .where("unread", "=", 1)
        .where("notified_at", ">=", slot("from"))
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("comments as live")
                .select("live.id")
                .whereRef("live.project_id", "=", "inbox_notifications.project_id")
                .whereRef("live.room_key", "=", "inbox_notifications.room_key")
                .whereRef("live.thread_id", "=", "inbox_notifications.subject_id")
                .where("live.deleted_at", "is", null)
                .whereRef("live.user_id", "!=", "inbox_notifications.user_id")
                .whereRef("live.created_at", "<=", "inbox_notifications.notified_at")
                .where((at) => at("live.created_at", ">", at.fn.coalesce("inbox_notifications.read_at", at.lit(0)))),
            ),
          ),
        ),
    ),
    readBy: prepare<InThread & { user: string; at: number; now: number }>((slot) =>
      db
        .updateTable("inbox_notifications")
        .set({
          notified_at: slot("at"),
          read_at: slot("at"),
          unread: 0,
          changed_at: slot("now"),
          started_at: null,
          due_at: null,
        })
        .where("project_id", "=", slot("project"))
        .where("user_id", "=", slot("user"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("kind", "=", "thread")
        .where("slot", "=", slot("thread")),
    ),
  };
}
