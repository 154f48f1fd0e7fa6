import { dayMs, fanOutWithout, namesUser, replaceUser } from "@weft/collab";
import type { ErasedUser, InboxRecord } from "@weft/collab";
import type { JsonObject } from "@weft/protocol";
import { userKeyOf } from "@weft/room";
import { sql } from "kysely";
import type { Compilable, Kysely, RawBuilder, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { deletedNotifications, insertTombstones } from "../notifications/inbox-statements.ts";
import { compilable } from "../database/query.ts";
import { lockCounts } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { listFilesForDeletion, listUploadsForDeletion, filesIn, uploadsIn } from "../uploads/upload-records.ts";
import { deleteContentsOfUser } from "./request-contents-of-user.ts";
import { isRow, matchingRows } from "./table-windows.ts";
import type { WindowedTable, WindowRow } from "./table-windows.ts";

type Erasers = Record<keyof Tables, Erase>;

type Erase = (user: ErasedUser, signal: AbortSignal) => Promise<void>;

/** Rows that one transaction changes. */
const rowsAtOnce = 500;
/** Windows of rows that hold texts of any length, and of rows that hold none. */
const [textWindow, plainWindow] = [200, 2_000];

/** Erasers of all tables that have rows of users, in the order in which they are erased. */
export function prepareErasers(
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): ReadonlyMap<keyof Tables, Erase> {
  const rows = rowErasers(transactions, db, dialect);

  const erasers = {
    ...prepareNotificationErasers(transactions, db, rows),
    ...prepareRoomErasers(db, rows),
    ...prepareEventErasers(transactions, db, dialect, rows),
    ...prepareUsageErasers(transactions, db, rows),
  } satisfies Partial<Erasers>;
  return new Map(Object.entries(erasers) as [keyof Tables, Erase][]);
}

/** Erasers of tables of a kind, and what other erasers are made of. */
function rowErasers({ write }: Transactions, db: Kysely<Tables>, dialect: Dialect) {
  const { contains } = dialect;
  const raw = (query: RawBuilder<unknown>): Compilable => compilable(dialect.sql, query);
  const names = (column: string, { userId }: ErasedUser) => contains(sql.ref(column), JSON.stringify(userId));

  /** For tables with an index of users. */
  const deleteOfUser =
    (table: keyof Tables, key: readonly string[]): Erase =>
    async ({ project, userId }, signal) => {
      const columns = sql.join(key.map((column) => sql.ref(column)));
      const isOwn = sql`project_id = ${project} and user_id = ${userId}`;
      const some = sql`select ${columns} from ${sql.table(table)} where ${isOwn} limit ${rowsAtOnce}`;
      for (let deleted = rowsAtOnce; deleted === rowsAtOnce && !signal.aborted;) {
        const outcome = await write([
          raw(sql`delete from ${sql.table(table)} where ${isOwn} and (${columns}) in (${some})`),
        ]);
        deleted = outcome.kind === "done" ? (outcome.counts[0] ?? 0) : 0;
      }
    };

  /** Writes what `change` says of each row that matches. */
  const changeRows = async (
    table: WindowedTable,
    { project }: ErasedUser,
    signal: AbortSignal,
    matches: RawBuilder<SqlBool>,
    change: (row: WindowRow, isThatRow: RawBuilder<SqlBool>) => readonly Compilable[],
  ) => {
    for await (const rows of matchingRows(db, table, project, matches)) {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        if (signal.aborted) return;
        const statements = rows
          .slice(at, at + rowsAtOnce)
          .flatMap((row) => change(row, isRow(project, table.key, row)));
        if (statements.length > 0) await write(statements);
      }
      if (signal.aborted) return;
    }
  };

  /** Puts the pseudonym in the place of the id in a column of JSON, as long as it is what was read. */
  const rewriteJson = (
    table: keyof Tables,
    column: string,
    user: ErasedUser,
    row: WindowRow,
    is: RawBuilder<SqlBool>,
  ) => {
    const before = row[column] as string;
    const after = JSON.stringify(replaceUser(JSON.parse(before), user.userId, user.pseudonym));
    if (after === before) return [];
    const own = sql.ref(column);
    return [raw(sql`update ${sql.table(table)} set ${own} = ${after} where ${is} and ${own} = ${before}`)];
  };
  const rewriteColumn =
    (table: keyof Tables, key: readonly string[], column: string): Erase =>
    (user, signal) =>
      changeRows({ table, key, columns: [column], window: textWindow }, user, signal, names(column, user), (row, is) =>
        rewriteJson(table, column, user, row, is),
      );

  return { contains, raw, names, deleteOfUser, changeRows, rewriteJson, rewriteColumn };
}

type RowErasers = ReturnType<typeof rowErasers>;

/** Notifications, subscriptions and chats: most of it is the user's own. */
function prepareNotificationErasers(
  { write }: Transactions,
  db: Kysely<Tables>,
  { raw, names, deleteOfUser, changeRows }: RowErasers,
): Pick<
  Erasers,
  | "jobs"
  | "thread_subscriptions"
  | "room_subscription_settings"
  | "inbox_notifications"
  | "notification_settings"
  | "chat_messages"
  | "chats"
  | "tombstones"
> {
  const eraseNotifications: Erase = async (user, signal) => {
    const { userId, pseudonym, now } = user;
    const table = { table: "inbox_notifications", key: ["user_id", "id"], window: textWindow } as const;
    const columns = ["kind", "subject_id", "created_by", "mention", "activities"];
    const matches = sql<SqlBool>`(${sql.join(
      [sql`created_by = ${userId}`, sql`subject_id = ${userId}`, names("mention", user), names("activities", user)],
      sql` or `,
    )})`;
    await deleteOfUser("inbox_notifications", ["user_id", "id"])(user, signal);
    await changeRows({ ...table, columns }, user, signal, matches, (row, is) => {
      const { mention, activities: listed } = row as { mention: string | null; activities: string | null };
      const activities = listed === null ? [] : (JSON.parse(listed) as InboxRecord["activities"]);
      const others = activities.filter(({ data }) => !namesUser(data, userId));
      // What tells of nothing but the user is deleted, as by its owner.
      if (row["subject_id"] === userId || (activities.length > 0 && others.length === 0)) {
        const one = { project_id: user.project, user_id: row["user_id"] as string, id: row["id"] as string };
        return [
          insertTombstones(
            db,
            deletedNotifications(db, now)
              .where("inbox_notifications.project_id", "=", one.project_id)
              .where("inbox_notifications.user_id", "=", one.user_id)
              .where("inbox_notifications.id", "=", one.id),
          ),
          raw(sql`delete from inbox_notifications where ${is}`),
        ];
      }
      const after = {
        created_by: row["created_by"] === userId ? pseudonym : (row["created_by"] as string | null),
        mention: mention === null ? null : JSON.stringify(replaceUser(JSON.parse(mention), userId, pseudonym)),
        activities: others.length === activities.length ? listed : JSON.stringify(others),
      };
      const isAsRead = listed === null ? sql`activities is null` : sql`activities = ${listed}`;
      return [
        raw(sql`update inbox_notifications set created_by = ${after.created_by}, mention = ${after.mention},
          activities = ${after.activities}, changed_at = ${now} where ${is} and ${isAsRead}`),
      ];
    });
  };

  /** Jobs that are to notify the user notify the others. One that is running is begun anew: it writes nothing of what it has read. */
  const eraseJobs: Erase = async (user, signal) => {
    const among = sql<SqlBool>`kind = 'notifyUsers'`;
    const table = { table: "jobs", key: ["key"], columns: ["id", "payload"], window: textWindow, among } as const;
    for await (const rows of matchingRows(db, table, user.project, names("payload", user))) {
      const statements = rows.flatMap((row) => {
        const before = JSON.parse(row["payload"] as string) as JsonObject;
        if (before["project"] !== user.project) return [];
        const is = sql`id = ${row["id"]!} and payload = ${row["payload"]!}`;
        const after = fanOutWithout(before, user);
        if (after === undefined) return [raw(sql`delete from jobs where ${is}`)];
        const dueAt = sql`case when claim = '' then due_at else ${user.now} end`;
        return [
          raw(sql`update jobs set payload = ${JSON.stringify(after)}, due_at = ${dueAt}, claim = '' where ${is}`),
        ];
      });
      if (statements.length > 0) await write(statements);
      if (signal.aborted) return;
    }
  };

  return {
    // Before what they write.
    jobs: eraseJobs,
    thread_subscriptions: deleteOfUser("thread_subscriptions", ["room_key", "thread_id"]),
    room_subscription_settings: deleteOfUser("room_subscription_settings", ["room_key"]),
    inbox_notifications: eraseNotifications,
    notification_settings: deleteOfUser("notification_settings", ["user_id"]),
    chat_messages: deleteOfUser("chat_messages", ["organization_id", "user_id", "id"]),
    chats: deleteOfUser("chats", ["organization_id", "user_id", "id"]),
    tombstones: deleteOfUser("tombstones", ["kind", "room_key", "id"]),
  };
}

/** What a user has left in rooms, which stays there under the pseudonym or without a name. */
function prepareRoomErasers(
  db: Kysely<Tables>,
  { raw, changeRows, rewriteColumn }: RowErasers,
): Pick<Erasers, "uploaded_files" | "uploads" | "room_actors" | "room_authors" | "room_versions"> {
  const eraseFiles: Erase = (user, signal) =>
    changeRows(
      { table: "uploaded_files", key: ["room_key", "kind", "id"], columns: [], window: plainWindow },
      user,
      signal,
      sql`user_id = ${user.userId}`,
      (row, is) =>
        // Files of Storage belong to the room.
        row["kind"] !== "attachment"
          ? [raw(sql`update uploaded_files set user_id = null where ${is}`)]
          : [
              listFilesForDeletion(db, filesIn(db).where(sql<boolean>`${is}`)),
              raw(sql`delete from uploaded_files where ${is}`),
            ],
    );

  const eraseUploads: Erase = (user, signal) =>
    changeRows(
      { table: "uploads", key: ["room_key", "kind", "id"], columns: [], window: plainWindow },
      user,
      signal,
      sql`user_id = ${user.userId}`,
      (row, is) => {
        const parts = ["room_key", "kind"].map((column) => sql`${sql.ref(column)} = ${row[column]!}`);
        const ofUpload = sql.join([...parts, sql`upload_id = ${row["id"]!}`], sql` and `);
        return [
          listUploadsForDeletion(db, uploadsIn(db).where(sql<boolean>`${is}`)),
          raw(sql`delete from upload_parts where project_id = ${user.project} and ${ofUpload}`),
          raw(sql`delete from uploads where ${is}`),
        ];
      },
    );

  return {
    uploaded_files: eraseFiles,
    uploads: eraseUploads,
    room_actors: (user, signal) =>
      changeRows(
        { table: "room_actors", key: ["room_key", "actor"], columns: [], window: plainWindow },
        user,
        signal,
        sql`user_id = ${userKeyOf({ userId: user.userId })}`,
        // The row says which ops were committed: what is sent again must change nothing.
        (_, is) => [raw(sql`update room_actors set user_id = ${userKeyOf({ userId: user.pseudonym })} where ${is}`)],
      ),

    room_authors: (user, signal) =>
      changeRows(
        { table: "room_authors", key: ["room_key", "since", "user_id"], columns: [], window: plainWindow },
        user,
        signal,
        sql`user_id = ${user.userId}`,
        (_, is) => [
          raw(sql`insert into room_authors (project_id, room_key, since, user_id)
              select project_id, room_key, since, ${user.pseudonym} from room_authors where ${is}
              on conflict (project_id, room_key, since, user_id) do nothing`),
          raw(sql`delete from room_authors where ${is}`),
        ],
      ),

    room_versions: rewriteColumn("room_versions", ["room_key", "id"], "authors"),
  };
}

/** Events, what webhooks say of them, and logs. */
function prepareEventErasers(
  { write }: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
  { contains, raw, names, deleteOfUser, changeRows, rewriteJson, rewriteColumn }: RowErasers,
): Pick<
  Erasers,
  "outbox" | "webhook_messages" | "webhook_attempts" | "caught_requests" | "events" | "request_contents"
> {
  /** Messages about the user are deleted with their attempts; of others, those that name the user get the pseudonym. */
  const eraseMessages: Erase = (user, signal) =>
    changeRows(
      { table: "webhook_messages", key: ["endpoint_id", "seq"], columns: ["id", "body"], window: textWindow },
      user,
      signal,
      names("body", user),
      (row, is) => {
        const ofMessage = sql`project_id = ${user.project} and message_id = ${row["id"]!}`;
        const { data } = JSON.parse(row["body"] as string) as { data?: unknown };
        if (isAbout(data, user.userId))
          return [
            raw(sql`delete from webhook_attempts where ${ofMessage}`),
            raw(sql`delete from webhook_messages where ${is}`),
          ];
        return [
          ...rewriteJson("webhook_messages", "body", user, row, is),
          // Receivers may answer with what they were sent.
          raw(sql`update webhook_attempts set answer = null where ${ofMessage}`),
        ];
      },
    );

  const eraseAnswers: Erase = (user, signal) =>
    changeRows(
      { table: "webhook_attempts", key: ["message_id", "number"], columns: [], window: textWindow },
      user,
      signal,
      contains(sql.ref("answer"), user.userId),
      (_, is) => [raw(sql`update webhook_attempts set answer = null where ${is}`)],
    );

  /** Copies of what was sent, which are of no use once they no longer match their signatures. */
  const eraseCaught: Erase = (user, signal) =>
    changeRows(
      { table: "caught_requests", key: ["seq"], columns: [], window: textWindow },
      user,
      signal,
      names("body", user),
      (_, is) => [raw(sql`delete from caught_requests where ${is}`)],
    );

  const eraseOutbox: Erase = (user, signal) =>
    changeRows(
      { table: "outbox", key: ["seq"], columns: ["data"], window: textWindow },
      user,
      signal,
      names("data", user),
      (row, is) =>
        isAbout(JSON.parse(row["data"] as string), user.userId)
          ? [raw(sql`delete from outbox where ${is}`)]
          : rewriteJson("outbox", "data", user, row, is),
    );

  const eraseEvents: Erase = async (user, signal) => {
    await deleteOfUser("events", ["at", "id"])(user, signal);
    await rewriteColumn("events", ["at", "id"], "data")(user, signal);
  };

  return {
    outbox: eraseOutbox,
    webhook_messages: eraseMessages,
    webhook_attempts: eraseAnswers,
    caught_requests: eraseCaught,
    events: eraseEvents,
    request_contents: async ({ project, userId }) => {
      await write([deleteContentsOfUser(db, dialect, project, userId)]);
    },
  };
}

/** Counts of users. */
function prepareUsageErasers(
  { write }: Transactions,
  db: Kysely<Tables>,
  { raw, deleteOfUser }: RowErasers,
): Pick<Erasers, "active_users" | "monthly_users" | "project_users"> {
  /** A user is counted on under the pseudonym: what a team has used stays as it was. */
  const eraseActiveUsers: Erase = async ({ project, userId, pseudonym }) => {
    const days = await db
      .selectFrom("active_users")
      .select((eb) => [eb.fn.min("day").as("first"), eb.fn.max("day").as("last")])
      .where("project_id", "=", project)
      .executeTakeFirst();
    const { first = null, last = null } = days ?? {};
    if (first === null || last === null) return;
    for (let day = first; day <= last; day += daysAtOnce) {
      const some = Array.from({ length: daysAtOnce }, (_, n) => day + n);
      const own = sql`project_id = ${project} and user_id = ${userId} and day in (${sql.join(some)})`;
      await write([
        lockCounts,
        raw(sql`insert into active_users (project_id, day, user_id, connections)
          select project_id, day, ${pseudonym}, connections from active_users where ${own}
          on conflict (project_id, day, user_id) do update set
            connections = active_users.connections + excluded.connections`),
        raw(sql`delete from active_users where ${own}`),
      ]);
    }
  };

  const eraseMonthlyUsers: Erase = async ({ project, userId, pseudonym, now }) => {
    const row = await db
      .selectFrom("monthly_users")
      .select((eb) => eb.fn.min("month").as("first"))
      .where("project_id", "=", project)
      .executeTakeFirst();
    if (!row?.first) return;
    const months = sql.join(monthsBetween(row.first, now + dayMs));
    const own = sql`project_id = ${project} and user_id = ${userId} and month in (${months})`;
    await write([
      lockCounts,
      raw(sql`insert into monthly_users (project_id, month, user_id, days)
        select project_id, month, ${pseudonym}, days from monthly_users where ${own}
        on conflict (project_id, month, user_id) do update set days = monthly_users.days + excluded.days`),
      raw(sql`delete from monthly_users where ${own}`),
    ]);
  };

  return {
    active_users: eraseActiveUsers,
    monthly_users: eraseMonthlyUsers,
    project_users: deleteOfUser("project_users", ["user_id"]),
  };
}

const daysAtOnce = 100;

/** Whether an event is about a user, rather than about something that they did. */
function isAbout(data: unknown, userId: string): boolean {
  return typeof data === "object" && data !== null && "userId" in data && data.userId === userId;
}

/** The months from one such as `2026-11` to that of an instant. */
function monthsBetween(first: string, until: number): readonly string[] {
  const [year = 0, month = 1] = first.split("-").map(Number);
  const last = new Date(until);
  const count = (last.getUTCFullYear() - year) * 12 + last.getUTCMonth() + 1 - month;
  return Array.from({ length: count + 1 }, (_, n) => {
    const at = new Date(Date.UTC(year, month - 1 + n));
    return at.toISOString().slice(0, 7);
  });
}
