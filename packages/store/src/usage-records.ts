import { counted, dayMs } from "@weft/collab";
import type { ActivityBatch, ActivityRecords, Counted, Counts, Day, Mark } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { ColumnOf } from "./activity-tables.ts";
import type { Statement } from "./engine.ts";
import type { SqlValue } from "./query.ts";
import type { Tables } from "./tables.ts";

type UsageReads = Pick<
  ActivityRecords,
  | "days"
  | "lastAt"
  | "samples"
  | "active"
  | "activeByDay"
  | "top"
  | "monthlyUsers"
  | "marks"
  | "mark"
  | "rooms"
  | "sizes"
  | "sizesOf"
  | "documentBytes"
>;

const countColumns = counted.map((name) => columnOf(name) as ColumnOf<Counted>);
const active = {
  users: { table: "active_users", id: "user_id" },
  rooms: { table: "active_rooms", id: "room_id" },
} as const;

/** What is counted of projects. */
export function createUsageRecords(db: Kysely<Tables>): UsageReads {
  const activeOn = (project: ProjectId, what: "users" | "rooms", from: Day, to: Day) =>
    db
      .selectFrom(what === "users" ? activeUsers(db) : activeRooms(db))
      .where("project_id", "=", project)
      .where("day", ">=", from)
      .where("day", "<", to);
  return {
    async days(project, from, to) {
      const rows = await db
        .selectFrom("usage_daily")
        .selectAll()
        .where("project_id", "=", project)
        .where("day", ">=", from)
        .where("day", "<", to)
        .orderBy("day")
        .execute();
      return rows.map((row) => ({
        ...countsOf(row),
        project,
        day: row.day,
        peakRoomConnections: row.peak_room_connections,
        lastAt: row.last_at,
      }));
    },

    async lastAt(project) {
      const row = await db
        .selectFrom("usage_daily")
        .select("last_at")
        .where("project_id", "=", project)
        .orderBy("day", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.last_at;
    },

    async samples(project, from, to, stepMs) {
      const step = sql<number>`cast((at - ${from}) / ${stepMs} as integer)`;
      const rows = await db
        .selectFrom("usage_samples")
        .select((eb) => [
          step.as("step"),
          ...countColumns.map((column) => eb.fn.sum<number>(column).as(column)),
          eb.fn.max("connections_max").as("connections_max"),
          eb.fn.sum<number>("connection_ms").as("connection_ms"),
          eb.fn.sum<number>("room_ms").as("room_ms"),
          eb.fn.max("active_users").as("active_users"),
          eb.fn.max("active_rooms").as("active_rooms"),
        ])
        .where("project_id", "=", project)
        .where("at", ">=", from)
        .where("at", "<", to)
        .groupBy("step")
        .orderBy("step")
        .execute();
      return rows.map((row) => ({
        ...countsOf(row),
        project,
        at: from + row.step * stepMs,
        connectionsMax: row.connections_max,
        connectionMs: row.connection_ms,
        roomMs: row.room_ms,
        activeUsers: row.active_users,
        activeRooms: row.active_rooms,
      }));
    },

    async active(project, what, from, to) {
      const row = await activeOn(project, what, from, to)
        .select((eb) => eb.fn.count<number>("id").distinct().as("count"))
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    activeByDay: (project, what, from, to) =>
      activeOn(project, what, from, to)
        .select((eb) => ["day", eb.fn.countAll<number>().as("count")])
        .groupBy("day")
        .orderBy("day")
        .execute(),

    async top(project, what, from, to, limit) {
      const rows = await activeOn(project, what, from, to)
        .select((eb) => ["id", eb.fn.sum<number>("connections").as("connections")])
        .groupBy("id")
        .orderBy("connections", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id, connections }) => ({ id, connections }));
    },

    async monthlyUsers(project, fromMonth, toMonth) {
      const rows = await db
        .selectFrom("monthly_users")
        .select((eb) => [
          "month",
          eb.fn.countAll<number>().as("users"),
          eb.fn.countAll<number>().filterWhere("days", ">", 1).as("returning"),
        ])
        .where("project_id", "=", project)
        .where("month", ">=", fromMonth)
        .where("month", "<=", toMonth)
        .groupBy("month")
        .orderBy("month")
        .execute();
      return rows;
    },

    async marks(project) {
      const rows = await db
        .selectFrom("project_marks")
        .select(["mark", "at"])
        .where("project_id", "=", project)
        .execute();
      return new Map(rows.map(({ mark, at }) => [mark as Mark, at]));
    },

    async mark(project, mark, at) {
      if (at === undefined)
        await db.deleteFrom("project_marks").where("project_id", "=", project).where("mark", "=", mark).execute();
      else
        await db
          .insertInto("project_marks")
          .values({ project_id: project, mark, at })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },

    async rooms(project) {
      const row = await db
        .selectFrom("rooms")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("project_id", "=", project)
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    async sizes(project) {
      const row = await db
        .selectFrom("room_sizes")
        .select((eb) => [
          eb.fn.sum<number | null>("storage_bytes").as("storage"),
          eb.fn.sum<number | null>("document_bytes").as("documents"),
        ])
        .where("project_id", "=", project)
        .executeTakeFirst();
      return { storageBytes: row?.storage ?? 0, documentBytes: row?.documents ?? 0 };
    },

    async sizesOf(project, rooms) {
      if (rooms.length === 0) return new Map();
      const rows = await db
        .selectFrom("rooms")
        .innerJoin("room_sizes", (join) =>
          join.onRef("room_sizes.project_id", "=", "rooms.project_id").onRef("room_sizes.room_key", "=", "rooms.key"),
        )
        .select(["rooms.id", "room_sizes.storage_bytes", "room_sizes.document_bytes"])
        .where("rooms.project_id", "=", project)
        .where("rooms.id", "in", rooms)
        .execute();
      return new Map(
        rows.map((row) => [row.id, { storageBytes: row.storage_bytes, documentBytes: row.document_bytes }]),
      );
    },

    async documentBytes(project, room, guid) {
      const row = await db
        .selectFrom("rooms")
        .innerJoin("document_rows", (join) =>
          join
            .onRef("document_rows.project_id", "=", "rooms.project_id")
            .onRef("document_rows.room_key", "=", "rooms.key"),
        )
        .select(sql<number>`coalesce(sum(length(document_rows.update_bytes)), 0)`.as("bytes"))
        .where("rooms.project_id", "=", project)
        .where("rooms.id", "=", room)
        .$if(guid !== undefined, (query) => query.where("document_rows.guid", "=", guid!))
        .executeTakeFirst();
      return row?.bytes ?? 0;
    },
  };
}

/** As statements of a unit. */
export function usageStatements({ days, samples, users, rooms, marks, sizes }: ActivityBatch): Statement[] {
  return [
    upsert("usage_daily", "day", ["last_at", "peak_room_connections"], [], days, (day) => [
      day.project,
      day.day,
      ...counted.map((name) => day[name]),
      day.lastAt,
      day.peakRoomConnections,
    ]),
    upsert(
      "usage_samples",
      "at",
      ["connections_max", "active_users", "active_rooms"],
      ["connection_ms", "room_ms"],
      samples,
      (sample) => [
        sample.project,
        sample.at,
        ...counted.map((name) => sample[name]),
        sample.connectionsMax,
        sample.activeUsers,
        sample.activeRooms,
        sample.connectionMs,
        sample.roomMs,
      ],
    ),
    {
      // Before the day is noted: a user's first time on it adds a day to the month.
      sql: `insert into monthly_users (project_id, month, user_id, days)
        select ?, ?, ?, 1 where not exists
          (select 1 from active_users where project_id = ? and day = ? and user_id = ?)
        on conflict (project_id, month, user_id) do update set days = days + 1`,
      values: users.map(({ project, day, id }) => [project, monthOf(day), id, project, day, id]),
    },
    noteActive("users", users),
    noteActive("rooms", rooms),
    {
      sql: "insert into project_marks (project_id, mark, at) values (?, ?, ?) on conflict do nothing",
      values: marks.map(({ project, mark, at }) => [project, mark, at]),
    },
    {
      // Storage is measured where it is in memory; of a room that nobody has measured yet, once, here.
      sql: `insert into room_sizes (project_id, room_key, storage_bytes, document_bytes)
        select rooms.project_id, rooms.key,
          coalesce(given.bytes, known.storage_bytes, (select sum(octet_length(node)) from storage_nodes
            where storage_nodes.project_id = rooms.project_id and storage_nodes.room_key = rooms.key), 0),
          (select coalesce(sum(length(update_bytes)), 0) from document_rows
            where document_rows.project_id = rooms.project_id and document_rows.room_key = rooms.key)
        from (select ? as project, ? as room, ? as bytes) as given
        cross join rooms on rooms.project_id = given.project and rooms.id = given.room
        left join room_sizes as known on known.project_id = rooms.project_id and known.room_key = rooms.key
        where true
        on conflict (project_id, room_key) do update set
          storage_bytes = excluded.storage_bytes, document_bytes = excluded.document_bytes`,
      values: sizes.map(({ project, room, storageBytes }) => [project, room, storageBytes ?? null]),
    },
  ].filter(({ values }) => values.length > 0);
}

function monthOf(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 7);
}

function noteActive(what: "users" | "rooms", found: ActivityBatch["users"]): Statement {
  const { table, id } = active[what];
  return {
    sql: `insert into ${table} (project_id, day, ${id}, connections) values (?, ?, ?, ?)
      on conflict (project_id, day, ${id}) do update set connections = connections + excluded.connections`,
    values: found.map((one) => [one.project, one.day, one.id, one.connections]),
  };
}

/** Counts add up, and so do `sums`; of `maxima` the larger stays. */
function upsert<T>(
  table: string,
  key: string,
  maxima: readonly string[],
  sums: readonly string[],
  records: readonly T[],
  valuesOf: (record: T) => readonly SqlValue[],
): Statement {
  const columns = ["project_id", key, ...countColumns, ...maxima, ...sums];
  const changes = [
    ...[...countColumns, ...sums].map((column) => `${column} = ${column} + excluded.${column}`),
    ...maxima.map((column) => `${column} = max(${column}, excluded.${column})`),
  ];
  return {
    sql: `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})
      on conflict (project_id, ${key}) do update set ${changes.join(", ")}`,
    values: records.map(valuesOf),
  };
}

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function countsOf(row: { readonly [C in ColumnOf<(typeof counted)[number]>]: number }): Counts {
  return Object.fromEntries(
    counted.map((name) => [name, row[columnOf(name) as keyof typeof row]]),
  ) as unknown as Counts;
}

/** Both tables under the same names. */
function activeUsers(db: Kysely<Tables>) {
  return db.selectFrom("active_users").select(["project_id", "day", "user_id as id", "connections"]).as("active");
}
function activeRooms(db: Kysely<Tables>) {
  return db.selectFrom("active_rooms").select(["project_id", "day", "room_id as id", "connections"]).as("active");
}
