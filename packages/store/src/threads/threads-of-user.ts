import type { ThreadRecords } from "@weft/collab";
import type { RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, SqlBool } from "kysely";
import { comesAfter } from "../lists/keyset.ts";
import { toSettings } from "./subscription-settings.ts";
import { threadConditions } from "./thread-list.ts";
import { threadColumns, toHead, toSubscription } from "./thread-rows.ts";
import type { SubscriptionRow } from "./thread-rows.ts";
import type { Tables } from "../tables/tables.ts";
import { named } from "./thread-reads.ts";
import type { ReadNamed } from "./thread-reads.ts";

/** Lists the threads that a user is subscribed to, with the user's settings. */
export function createThreadsOfUser(
  db: Kysely<Tables>,
  readNamed: ReadNamed,
): Pick<ThreadRecords, "subscriptionsOfUser" | "settingsOfUser" | "listOfUser" | "changedOfUserSince"> {
  /** Threads of rooms of the project that a user ever had a subscription to. */
  const rowsOfUser = (project: string, userId: string) =>
    db
      .selectFrom("thread_subscriptions as own")
      .innerJoin("threads as item", (join) =>
        join
          .onRef("item.project_id", "=", "own.project_id")
          .onRef("item.room_key", "=", "own.room_key")
          .onRef("item.id", "=", "own.thread_id"),
      )
      .innerJoin("rooms", (join) =>
        join.onRef("rooms.project_id", "=", "own.project_id").onRef("rooms.key", "=", "own.room_key"),
      )
      .select(threadColumns.map((column) => `item.${column}` as const))
      .select("rooms.id as room")
      .where("own.project_id", "=", project)
      .where("own.user_id", "=", userId);

  return {
    async subscriptionsOfUser({ project }, userId, threads) {
      if (threads.length === 0) return [];
      const rows = await readNamed(sql<SubscriptionRow>`${named(threads)} select item.*
        from named cross join rooms cross join thread_subscriptions as item
        where rooms.project_id = ${project} and rooms.id = named.room
        and item.project_id = ${project} and item.room_key = rooms.key and item.thread_id = named.id
        and item.user_id = ${userId} and item.subscribed = 1`);
      return rows.map(toSubscription);
    },

    async settingsOfUser({ project }, userId, { limit, after }) {
      const rows = await db
        .selectFrom("room_subscription_settings as own")
        .innerJoin("rooms", (join) =>
          join.onRef("rooms.project_id", "=", "own.project_id").onRef("rooms.key", "=", "own.room_key"),
        )
        .select(["rooms.id as room", "own.threads", "own.text_mentions"])
        .where("own.project_id", "=", project)
        .where("own.user_id", "=", userId)
        .$if(after !== undefined, (query) => query.where("rooms.id", ">", after!))
        .orderBy("rooms.id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ room: row.room as RoomId, ...toSettings(row) }));
    },

    async listOfUser({ project }, userId, filter, { limit, after }) {
      if (filter.visibilities.length === 0) return [];
      const position = ["item.updated_at", "item.id"] as const;
      const rows = await rowsOfUser(project, userId)
        .where((eb) => eb.and(threadConditions(project, 0, filter)))
        .$if(after !== undefined, (query) =>
          query.where(comesAfter(position, [after!.updatedAt, after!.id], "newestFirst")),
        )
        .orderBy("item.updated_at", "desc")
        .orderBy("item.id", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => toHead(row, row.room as RoomId));
    },

    async changedOfUserSince({ project }, userId, since, { limit, after }) {
      const rows = await rowsOfUser(project, userId)
        .select("item.changed_at")
        .where("item.changed_at", ">=", since)
        // Rooms may have threads of one id.
        .$if(after !== undefined, (query) =>
          query.where(
            sql<SqlBool>`(item.changed_at, item.id, item.room_key) < (${after!.changedAt}, ${after!.id}, ${after!.roomKey})`,
          ),
        )
        .orderBy("item.changed_at", "desc")
        .orderBy("item.id", "desc")
        .orderBy("item.room_key", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toHead(row, row.room as RoomId), changedAt: row.changed_at }));
    },
  };
}
