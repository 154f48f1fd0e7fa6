import type { ThreadRecords } from "@weft/collab";
import type { RoomAddress } from "@weft/protocol";
import type { Kysely } from "kysely";
import { insertTombstones, visibilityOfSubscription } from "../notifications/inbox-statements.ts";
import { lockRoom, lockThread, shareRoom } from "../database/locks.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions, Write } from "../transactions/transactions.ts";

const conflict = ["project_id", "room_key", "thread_id", "user_id"] as const;

/** Writes users' subscriptions to threads, and their settings in rooms. */
export function createSubscriptionWriter(
  transactions: Transactions,
  db: Kysely<Tables>,
): Pick<ThreadRecords, "setSubscription" | "setSettings"> {
  const queries = subscriptionQueries(db);

  return {
    ...createSubscriptionWrites(transactions, db, queries),
    ...createSettingsWrites(transactions, db, queries),
  };
}

/** The subscriptions of a user to threads of a room, as queries that writes add to. */
function subscriptionQueries(db: Kysely<Tables>) {
  const subscriptionsOf = ({ project, room }: RoomAddress, user: string) =>
    db
      .selectFrom("thread_subscriptions")
      .where("thread_subscriptions.project_id", "=", project)
      .where("thread_subscriptions.room_key", "=", keyOfRoom(db, project, room))
      .where("thread_subscriptions.user_id", "=", user);
  /** Subscriptions that hold, as tombstones. */
  const ended = (address: RoomAddress, user: string, now: number) =>
    subscriptionsOf(address, user)
      .select((eb) => [
        "thread_subscriptions.project_id",
        "thread_subscriptions.user_id",
        eb.val("subscription").as("kind"),
        "thread_subscriptions.room_key",
        eb.val(address.room as string).as("room_id"),
        "thread_subscriptions.thread_id as id",
        eb.val(now).as("deleted_at"),
        visibilityOfSubscription(db).as("visibility"),
        eb.lit(null).as("organization_id"),
      ])
      .where("thread_subscriptions.subscribed", "=", 1);
  const deleteTombstones = ({ project, room }: RoomAddress, user: string) =>
    db
      .deleteFrom("tombstones")
      .where("project_id", "=", project)
      .where("user_id", "=", user)
      .where("kind", "=", "subscription")
      .where("room_key", "=", keyOfRoom(db, project, room));

  return { ended, deleteTombstones };
}

type SubscriptionQueries = ReturnType<typeof subscriptionQueries>;

/** Writes one subscription of a user. */
function createSubscriptionWrites(
  { done }: Transactions,
  db: Kysely<Tables>,
  { ended, deleteTombstones }: SubscriptionQueries,
): Pick<ThreadRecords, "setSubscription"> {
  return {
    setSubscription(address, { threadId, userId, subscribed, reason, createdAt }, now) {
      const { project, room } = address;
      const key = keyOfRoom(db, project, room);
      const row = {
        project_id: project,
        room_key: key,
        thread_id: threadId,
        user_id: userId,
        subscribed: Number(subscribed),
        reason,
        created_at: createdAt,
        changed_at: now,
      };
      return done([
        shareRoom(address),
        lockThread(address, threadId),
        [
          db
            .selectFrom("threads")
            .select("threads.id")
            .where("project_id", "=", project)
            .where("room_key", "=", key)
            .where("id", "=", threadId),
          1,
        ],
        subscribed
          ? deleteTombstones(address, userId).where("id", "=", threadId)
          : insertTombstones(db, ended(address, userId, now).where("thread_id", "=", threadId) as never),
        db
          .insertInto("thread_subscriptions")
          .values(row)
          .onConflict((existing) =>
            existing.columns(conflict).doUpdateSet({
              subscribed: row.subscribed,
              reason,
              created_at: createdAt,
              changed_at: now,
            }),
          ),
      ]);
    },
  };
}

/** Writes the settings of a user for a room, and what they make of subscriptions. */
function createSettingsWrites(
  { done }: Transactions,
  db: Kysely<Tables>,
  { ended, deleteTombstones }: SubscriptionQueries,
): Pick<ThreadRecords, "setSettings"> {
  const deleteSubscriptions = ({ project, room }: RoomAddress, user: string) =>
    db
      .deleteFrom("thread_subscriptions")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("user_id", "=", user);

  /** What a setting makes of the subscriptions that are there. */
  function rewritten(address: RoomAddress, user: string, rewrite: "all" | "none" | "own", now: number): Write[] {
    if (rewrite === "none")
      return [insertTombstones(db, ended(address, user, now) as never), deleteSubscriptions(address, user)];
    if (rewrite === "own")
      return [
        insertTombstones(db, ended(address, user, now).where("thread_subscriptions.reason", "=", "all") as never),
        deleteSubscriptions(address, user).where("reason", "=", "all"),
      ];
    const { project, room } = address;
    return [
      db
        .insertInto("thread_subscriptions")
        .columns([...conflict, "subscribed", "reason", "created_at", "changed_at"])
        .expression(
          db
            .selectFrom("threads")
            .select((eb) => [
              "threads.project_id",
              "threads.room_key",
              "threads.id",
              eb.val(user).as("user_id"),
              eb.val(1).as("subscribed"),
              eb.val("all").as("reason"),
              eb.val(now).as("created_at"),
              eb.val(now).as("changed_at"),
            ])
            .where("threads.project_id", "=", project)
            .where("threads.room_key", "=", keyOfRoom(db, project, room)),
        )
        .onConflict((existing) =>
          existing
            .columns(conflict)
            .doUpdateSet((eb) => ({
              subscribed: 1,
              reason: eb.ref("excluded.reason"),
              created_at: eb.ref("excluded.created_at"),
              changed_at: eb.ref("excluded.changed_at"),
            }))
            .where("thread_subscriptions.subscribed", "=", 0),
        ),
      deleteTombstones(address, user),
    ];
  }

  return {
    setSettings(address, userId, settings, rewrite, now) {
      const { project, room } = address;
      const key = keyOfRoom(db, project, room);
      const own = db
        .deleteFrom("room_subscription_settings")
        .where("project_id", "=", project)
        .where("room_key", "=", key)
        .where("user_id", "=", userId);
      const columns = settings && { threads: settings.threads, text_mentions: settings.textMentions };
      return done([
        lockRoom(address),
        [key, 1],
        columns === undefined
          ? own
          : db
              .insertInto("room_subscription_settings")
              .values({ project_id: project, room_key: key, user_id: userId, ...columns })
              .onConflict((existing) => existing.columns(["project_id", "room_key", "user_id"]).doUpdateSet(columns)),
        ...(rewrite === undefined ? [] : rewritten(address, userId, rewrite, now)),
      ]);
    },
  };
}
