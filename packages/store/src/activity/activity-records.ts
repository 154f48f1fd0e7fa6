import { dayOf, roomCounted } from "@weft/collab";
import type { ActivityRecords } from "@weft/collab";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { createEventRecords, prepareLogs } from "./event-records.ts";
import { lockCounts } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { columnOf, createUsageRecords, prepareUsage } from "./usage-records.ts";
import { prepareSeenUsers } from "../users/seen-users.ts";

/** Rows that one unit of a sweep deletes: the commits of rooms wait behind it. */
const sweptAtOnce = 2_000;
const logs = ["events", "requests", "request_contents"] as const;
const ofProjects = [
  ...logs,
  "request_minutes",
  "usage_daily",
  "usage_samples",
  "active_users",
  "active_rooms",
  "room_usage",
  "monthly_users",
  "copilot_usage",
  "copilot_outcomes",
  "project_users",
  "user_erasures",
  "project_marks",
] as const;

export function createActivityRecords(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): ActivityRecords {
  const logsOf = prepareLogs(dialect);
  const usageOf = prepareUsage(dialect);
  const seenUsersOf = prepareSeenUsers(dialect);
  return {
    ...createEventRecords(db, dialect),
    ...createUsageRecords(db),

    async write(batch, effects) {
      const counts = [...usageOf(batch), ...seenUsersOf(batch)];
      const writes = [...logsOf(batch), ...counts, ...(counts.length === 0 ? [] : [lockCounts])];
      return (writes.length === 0 && effects === undefined) || done(writes, effects);
    },

    async sweep(project, bounds) {
      const { before, requestsBefore = before, most, mostContents, samplesBefore, mostRooms, today } = bounds;
      for (const table of logs) {
        const since = table === "events" ? before : requestsBefore;
        const oldest = await db
          .selectFrom(table)
          .select("at")
          .where("project_id", "=", project)
          .orderBy("at", "desc")
          .orderBy("id", "desc")
          .offset(table === "request_contents" ? mostContents : most)
          .limit(1)
          .executeTakeFirst();
        const until = Math.max(since, oldest === undefined ? 0 : oldest.at + 1);
        for (;;) {
          const rows = db
            .selectFrom(table)
            .select(["at", "id"])
            .where("project_id", "=", project)
            .where("at", "<", until)
            .orderBy("at")
            .orderBy("id")
            .limit(sweptAtOnce);
          const { numDeletedRows } = await db
            .deleteFrom(table)
            .where("project_id", "=", project)
            .where((eb) => eb(eb.refTuple("at", "id"), "in", rows.$asTuple("at", "id")))
            .executeTakeFirstOrThrow();
          if (numDeletedRows < BigInt(sweptAtOnce)) break;
        }
      }
      const day = dayOf(samplesBefore);
      await write([
        db.deleteFrom("request_minutes").where("project_id", "=", project).where("at", "<", requestsBefore),
        db.deleteFrom("usage_samples").where("project_id", "=", project).where("at", "<", samplesBefore),
        db.deleteFrom("active_users").where("project_id", "=", project).where("day", "<", day),
        db.deleteFrom("active_rooms").where("project_id", "=", project).where("day", "<", day),
        db.deleteFrom("room_usage").where("project_id", "=", project).where("day", "<", day),
      ]);
      await keepBusiestRooms(db, project, mostRooms, today);
    },

    async sweepDeleted() {
      for (const table of ofProjects) {
        const { rows } = await orphans(table).execute(db);
        for (const { id } of rows) await db.deleteFrom(table).where("project_id", "=", id).execute();
      }
    },

    async forget(project) {
      await write(ofProjects.map((table) => db.deleteFrom(table).where("project_id", "=", project)));
    },
  };
}

/** Deletes the counts of rooms of each day before today, those with the highest sums aside. */
async function keepBusiestRooms(db: Kysely<Tables>, project: string, most: number, today: number): Promise<void> {
  const crowded = await db
    .selectFrom("room_usage")
    .select("day")
    .where("project_id", "=", project)
    .where("day", "<", today)
    .groupBy("day")
    .having((eb) => eb.fn.countAll<number>(), ">", most)
    .execute();
  const sum = sql.join(
    roomCounted.map((name) => sql.ref(columnOf(name))),
    sql` + `,
  );
  for (const { day } of crowded)
    for (;;) {
      const rows = db
        .selectFrom("room_usage")
        .select("room_id")
        .where("project_id", "=", project)
        .where("day", "=", day)
        .orderBy(sql`${sum} desc`)
        .orderBy("room_id")
        .offset(most)
        .limit(sweptAtOnce);
      const { numDeletedRows } = await db
        .deleteFrom("room_usage")
        .where("project_id", "=", project)
        .where("day", "=", day)
        .where("room_id", "in", rows)
        .executeTakeFirstOrThrow();
      if (numDeletedRows < BigInt(sweptAtOnce)) break;
    }
}

/** Projects that a table knows and that are not there any more: from one to the next along the index, however many rows each has. */
function orphans(table: (typeof ofProjects)[number]) {
  const from = sql.table(table);
  return sql<{ id: string }>`select id from (
    with recursive known (id) as (
      select min(project_id) from ${from}
      union all
      select (select min(project_id) from ${from} where project_id > known.id) from known where known.id is not null
    ) select id from known where id is not null
  ) as known where id not in (select id from projects)`;
}
