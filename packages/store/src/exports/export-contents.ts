import type { ExportContents, ExportPage } from "@weft/collab";
import type { RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { keyOfRoom } from "../tables/room-key.ts";
import type { Tables } from "../tables/tables.ts";
import { toInboxRecord } from "../notifications/inbox-row.ts";
import { toSubscription } from "../threads/thread-rows.ts";

export function createExportContents(db: Kysely<Tables>): ExportContents {
  return {
    async subscriptions({ project, room }, limit, after) {
      const rows = await db
        .selectFrom("thread_subscriptions")
        .selectAll()
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(thread_id, user_id) > (${after![0]}, ${after![1]})`),
        )
        .orderBy("thread_id")
        .orderBy("user_id")
        .limit(limit)
        .execute();
      return pageOf(rows.map(toSubscription), limit, ({ threadId, userId }) => [threadId, userId] as const);
    },

    async inbox(project, limit, after) {
      const rows = await db
        .selectFrom("inbox_notifications as item")
        .leftJoin("rooms", (join) =>
          join.onRef("rooms.project_id", "=", "item.project_id").onRef("rooms.key", "=", "item.room_key"),
        )
        .selectAll("item")
        .select("rooms.id as room")
        .where("item.project_id", "=", project)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(item.user_id, item.id) > (${after![0]}, ${after![1]})`),
        )
        .orderBy("item.user_id")
        .orderBy("item.id")
        .limit(limit)
        .execute();
      const notifications = rows.map(({ room, ...row }) => ({
        ...toInboxRecord(row, (room ?? undefined) as RoomId | undefined),
        userId: row.user_id,
      }));
      return pageOf(notifications, limit, ({ userId, id }) => [userId, id] as const);
    },

    async notificationSettings(project, limit, after) {
      const rows = await db
        .selectFrom("notification_settings")
        .select(["user_id as userId", "settings"])
        .where("project_id", "=", project)
        .$if(after !== undefined, (query) => query.where("user_id", ">", after!))
        .orderBy("user_id")
        .limit(limit)
        .execute();
      return pageOf(rows, limit, ({ userId }) => userId);
    },
  };
}

function pageOf<Row, Place>(rows: readonly Row[], limit: number, placeOf: (row: Row) => Place): ExportPage<Row, Place> {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? { rows } : { rows, next: placeOf(last) };
}
