import type { ThreadRecords, Tombstone, Visibility } from "@weft/collab";
import type { RoomAddress, RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable, SqlBool } from "kysely";
import { visibilityOfSubscription } from "../notifications/inbox-statements.ts";
import { inPages, rowsPerPage } from "../lists/in-pages.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import { toInboxRecord } from "../notifications/inbox-row.ts";
import { toSubscription } from "./thread-rows.ts";
import type { Tables } from "../tables/tables.ts";

type OwnRecords = Pick<
  ThreadRecords,
  | "ofUser"
  | "notificationsOfUserSince"
  | "subscriptionsOfUserSince"
  | "subscriptions"
  | "notifications"
  | "deletedSince"
  | "deletedOfUserSince"
>;
type TombstoneRow = Pick<
  Selectable<Tables["tombstones"]>,
  "kind" | "id" | "room_id" | "room_key" | "user_id" | "deleted_at" | "visibility"
>;

/** Reads users' notifications of threads, their subscriptions, and what was deleted. Long lists are read in pages. */
export function createOwnRecords(db: Kysely<Tables>): OwnRecords {
  return {
    ...createNotificationReads(db),
    ...createTombstoneReads(db),
  };
}

/** Users' notifications of threads, and their subscriptions. */
function createNotificationReads(
  db: Kysely<Tables>,
): Pick<
  OwnRecords,
  "ofUser" | "notificationsOfUserSince" | "subscriptionsOfUserSince" | "subscriptions" | "notifications"
> {
  const subscriptionsIn = ({ project, room }: RoomAddress) =>
    db
      .selectFrom("thread_subscriptions")
      .selectAll()
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));
  const notificationsIn = ({ project, room }: RoomAddress) =>
    db
      .selectFrom("inbox_notifications")
      .selectAll()
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("kind", "=", "thread");
  const visibilityOfNotification = db
    .selectFrom("threads")
    .select("threads.visibility")
    .whereRef("threads.project_id", "=", sql.ref("inbox_notifications.project_id"))
    .whereRef("threads.room_key", "=", sql.ref("inbox_notifications.room_key"))
    .whereRef("threads.id", "=", sql.ref("inbox_notifications.subject_id"));

  return {
    async ofUser(room, userId, threads) {
      if (threads.length === 0) return { notifications: [], subscriptions: [] };
      const [inbox, subscribed] = await Promise.all([
        notificationsIn(room)
          .where("user_id", "=", userId)
          .where("slot", "in", [...threads])
          .execute(),
        subscriptionsIn(room)
          .where("user_id", "=", userId)
          .where("subscribed", "=", 1)
          .where("thread_id", "in", [...threads])
          .execute(),
      ]);
      return {
        notifications: inbox.map((row) => toInboxRecord(row, room.room)),
        subscriptions: subscribed.map(toSubscription),
      };
    },

    async *notificationsOfUserSince(room, userId, since) {
      const query = notificationsIn(room)
        .select(visibilityOfNotification.as("visibility"))
        .where("user_id", "=", userId)
        .where("changed_at", ">=", since)
        .orderBy("slot")
        .limit(rowsPerPage);
      type Row = Awaited<ReturnType<(typeof query)["execute"]>>[number];
      for await (const rows of inPages<Row>((after) =>
        query.$if(after !== undefined, (rest) => rest.where("slot", ">", after!.slot)).execute(),
      ))
        yield rows.flatMap(({ visibility, ...row }) =>
          visibility === null ? [] : [{ ...toInboxRecord(row, room.room), visibility: visibility as Visibility }],
        );
    },

    async *subscriptionsOfUserSince(room, userId, since) {
      const query = subscriptionsIn(room)
        .select(visibilityOfSubscription(db).as("visibility"))
        .where("user_id", "=", userId)
        .where("subscribed", "=", 1)
        .where("changed_at", ">=", since)
        .orderBy("thread_id")
        .limit(rowsPerPage);
      type Row = Awaited<ReturnType<(typeof query)["execute"]>>[number];
      for await (const rows of inPages<Row>((after) =>
        query.$if(after !== undefined, (rest) => rest.where("thread_id", ">", after!.thread_id)).execute(),
      ))
        yield rows.flatMap(({ visibility, ...row }) =>
          visibility === null ? [] : [{ ...toSubscription(row), visibility: visibility as Visibility }],
        );
    },

    async *subscriptions(room, thread) {
      const query = subscriptionsIn(room)
        .where("thread_id", "=", thread)
        .where("subscribed", "=", 1)
        .orderBy("user_id")
        .limit(rowsPerPage);
      type Row = Awaited<ReturnType<(typeof query)["execute"]>>[number];
      for await (const rows of inPages<Row>((after) =>
        query.$if(after !== undefined, (rest) => rest.where("user_id", ">", after!.user_id)).execute(),
      ))
        yield rows.map(toSubscription);
    },

    async *notifications(room, thread) {
      const query = notificationsIn(room).where("subject_id", "=", thread).orderBy("user_id").limit(rowsPerPage);
      type Row = Awaited<ReturnType<(typeof query)["execute"]>>[number];
      for await (const rows of inPages<Row>((after) =>
        query.$if(after !== undefined, (rest) => rest.where("user_id", ">", after!.user_id)).execute(),
      ))
        yield rows.map((row) => ({ ...toInboxRecord(row, room.room), userId: row.user_id }));
    },
  };
}

/** What was deleted. */
function createTombstoneReads(db: Kysely<Tables>): Pick<OwnRecords, "deletedSince" | "deletedOfUserSince"> {
  return {
    async *deletedSince({ project, room }, userId, since) {
      const query = db
        .selectFrom("tombstones")
        .select(["kind", "id", "room_id", "room_key", "user_id", "deleted_at", "visibility"])
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .where("user_id", "in", ["", userId])
        .where("deleted_at", ">=", since)
        .where("organization_id", "is", null)
        .orderBy("deleted_at")
        .orderBy("user_id")
        .orderBy("kind")
        .orderBy("id")
        .limit(rowsPerPage);
      for await (const rows of inPages<TombstoneRow>((after) =>
        query
          .$if(after !== undefined, (rest) =>
            rest.where(
              sql<SqlBool>`(deleted_at, user_id, kind, id) > (${after!.deleted_at}, ${after!.user_id}, ${after!.kind}, ${after!.id})`,
            ),
          )
          .execute(),
      ))
        yield rows.map(toTombstone);
    },

    async *deletedOfUserSince({ project, organizationId }, userId, since) {
      const query = db
        .selectFrom("tombstones as own")
        .leftJoin("tombstones as whole", (join) =>
          join
            .onRef("whole.project_id", "=", "own.project_id")
            .on("whole.user_id", "=", "")
            .on("whole.kind", "=", "thread")
            .onRef("whole.room_key", "=", "own.room_key")
            .onRef("whole.id", "=", "own.id"),
        )
        .select(["own.kind", "own.id", "own.room_id", "own.room_key", "own.user_id", "own.deleted_at"])
        .select(["own.visibility", "whole.id as thread"])
        .where("own.project_id", "=", project)
        .where("own.user_id", "=", userId)
        .where("own.deleted_at", ">=", since)
        .where((eb) => {
          const everywhere = eb("own.organization_id", "is", null);
          return organizationId === undefined
            ? everywhere
            : eb.or([everywhere, eb("own.organization_id", "=", organizationId)]);
        })
        .orderBy("own.deleted_at")
        .orderBy("own.kind")
        .orderBy("own.room_key")
        .orderBy("own.id")
        .limit(rowsPerPage);
      for await (const rows of inPages<TombstoneRow & { thread: string | null }>((after) =>
        query
          .$if(after !== undefined, (rest) =>
            rest.where(
              sql<SqlBool>`(own.deleted_at, own.kind, own.room_key, own.id) > (${after!.deleted_at}, ${after!.kind}, ${after!.room_key}, ${after!.id})`,
            ),
          )
          .execute(),
      ))
        yield rows.flatMap((row) => {
          const own = toTombstone(row);
          // With a thread that was deleted, the user's subscription to it was.
          return row.thread === null ? [own] : [own, { ...own, kind: "thread" as const }];
        });
    },
  };
}

function toTombstone(row: TombstoneRow): Tombstone {
  return {
    kind: row.kind as Tombstone["kind"],
    id: row.id,
    room: (row.room_id ?? undefined) as RoomId | undefined,
    deletedAt: row.deleted_at,
    visibility: (row.visibility ?? undefined) as Visibility | undefined,
  };
}
