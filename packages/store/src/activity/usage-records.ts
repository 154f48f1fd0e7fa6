import { counted, dayMs, roomCounted } from "@weft/collab";
import type {
  ActivityBatch,
  ActivityRecords,
  CopilotOutcome,
  Counted,
  Counts,
  Day,
  Mark,
  RoomCounted,
} from "@weft/collab";
import type { CopilotId, ProjectId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { ColumnOf } from "../tables/activity-tables.ts";
import type { Dialect } from "../database/dialect.ts";
import type { Statement } from "../database/engine.ts";
import { compilable, prepare } from "../database/query.ts";
import { accumulate, insertOnce, insertRows } from "../database/repeated-inserts.ts";
import type { Tables } from "../tables/tables.ts";

type UsageReads = Pick<
  ActivityRecords,
  | "days"
  | "lastAt"
  | "samples"
  | "active"
  | "activeByDay"
  | "roomUsage"
  | "top"
  | "monthlyUsers"
  | "copilots"
  | "outcomes"
  | "marks"
  | "mark"
  | "rooms"
  | "sizes"
  | "attachmentBytes"
  | "sizesOf"
  | "documentBytes"
>;

const countColumns = counted.map((name) => columnOf(name) as ColumnOf<Counted>);
const roomColumns = roomCounted.map((name) => columnOf(name) as ColumnOf<RoomCounted>);

/** What is counted of projects. */
export function createUsageRecords(db: Kysely<Tables>): UsageReads {
  return {
    ...createUsageCounts(db),
    ...createActiveReads(db),
    ...createSizeReads(db),
  };
}

/** Reads what was counted by day, by sample and by month. */
function createUsageCounts(
  db: Kysely<Tables>,
): Pick<UsageReads, "days" | "lastAt" | "samples" | "copilots" | "outcomes" | "marks" | "mark"> {
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

    async copilots(project, month) {
      const rows = await db
        .selectFrom("copilot_usage as u")
        .leftJoin("copilots as c", (join) =>
          join.onRef("c.project_id", "=", "u.project_id").onRef("c.id", "=", "u.copilot_id"),
        )
        .select(["u.copilot_id", "u.messages", "u.input_tokens", "u.output_tokens", "c.name"])
        .where("u.project_id", "=", project)
        .where("u.month", "=", month)
        .orderBy(({ eb }) => eb("u.input_tokens", "+", eb.ref("u.output_tokens")), "desc")
        .orderBy("u.copilot_id")
        .execute();
      return rows.map((row) => ({
        project,
        month,
        copilot: row.copilot_id === "" ? undefined : (row.copilot_id as CopilotId),
        aiMessages: row.messages,
        aiInputTokens: row.input_tokens,
        aiOutputTokens: row.output_tokens,
        ...(row.name !== null && { name: row.name }),
      }));
    },

    outcomes: (project, month) => readOutcomes(db, project, month),

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
          .onConflict((conflict) => conflict.columns(["project_id", "mark"]).doNothing())
          .execute();
    },
  };
}

/** Reads who was active, and in which rooms. */
function createActiveReads(
  db: Kysely<Tables>,
): Pick<UsageReads, "active" | "activeByDay" | "roomUsage" | "top" | "monthlyUsers"> {
  const activeOn = (project: ProjectId, what: "users" | "rooms", from: Day, to: Day) =>
    db
      .selectFrom(what === "users" ? activeUsers(db) : activeRooms(db))
      .where("project_id", "=", project)
      .where("day", ">=", from)
      .where("day", "<", to);

  return {
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

    async roomUsage(project, room, from, to) {
      // Day by day, since the key of a row begins with its day.
      const days = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
      if (days.length === 0) return [];
      const rows = await db
        .selectFrom("room_usage")
        .selectAll()
        .where("project_id", "=", project)
        .where("day", "in", days)
        .where("room_id", "=", room)
        .orderBy("day")
        .execute();
      return rows.map((row) => ({
        ...(Object.fromEntries(roomCounted.map((name) => [name, row[columnOf(name) as ColumnOf<RoomCounted>]])) as Pick<
          Counts,
          RoomCounted
        >),
        project,
        room,
        day: row.day,
      }));
    },

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
  };
}

/** Reads how much a project holds. */
function createSizeReads(
  db: Kysely<Tables>,
): Pick<UsageReads, "rooms" | "sizes" | "attachmentBytes" | "sizesOf" | "documentBytes"> {
  return {
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

    async attachmentBytes(project) {
      const row = await db
        .selectFrom("uploaded_files")
        .select((eb) => eb.fn.sum<number | null>("size").as("bytes"))
        .where("project_id", "=", project)
        .where("kind", "=", "attachment")
        .executeTakeFirst();
      return row?.bytes ?? 0;
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
        .select(sql<number>`coalesce(sum(octet_length(document_rows.update_bytes)), 0)`.as("bytes"))
        .where("rooms.project_id", "=", project)
        .where("rooms.id", "=", room)
        .$if(guid !== undefined, (query) => query.where("document_rows.guid", "=", guid!))
        .executeTakeFirst();
      return row?.bytes ?? 0;
    },
  };
}

/** How answers of copilots ended. */
async function readOutcomes(db: Kysely<Tables>, project: ProjectId, month: string): Promise<readonly CopilotOutcome[]> {
  const rows = await db
    .selectFrom("copilot_outcomes")
    .selectAll()
    .where("project_id", "=", project)
    .where("month", "=", month)
    .execute();
  return rows.map(({ copilot_id, outcome, answers }) => ({
    project,
    month,
    copilot: copilot_id === "" ? undefined : (copilot_id as CopilotId),
    outcome,
    answers,
  }));
}

/** As statements of a unit: many rows of one text. */
export function prepareUsage(dialect: Dialect) {
  const days = accumulate(dialect, "usage_daily", ["project_id", "day"], {
    sums: countColumns,
    maxima: ["last_at", "peak_room_connections"],
  });
  const samples = accumulate(dialect, "usage_samples", ["project_id", "at"], {
    sums: [...countColumns, "connection_ms", "room_ms"],
    maxima: ["connections_max", "active_users", "active_rooms"],
  });
  const monthlyUsers = prepareMonthlyUsers(dialect);
  const usersOfDay = accumulate(dialect, "active_users", ["project_id", "day", "user_id"], { sums: ["connections"] });
  const roomsOfDay = accumulate(dialect, "active_rooms", ["project_id", "day", "room_id"], { sums: ["connections"] });
  const roomUsage = accumulate(dialect, "room_usage", ["project_id", "day", "room_id"], { sums: roomColumns });
  const copilots = accumulate(dialect, "copilot_usage", ["project_id", "month", "copilot_id"], {
    sums: ["messages", "input_tokens", "output_tokens"],
  });
  const outcomes = accumulate(dialect, "copilot_outcomes", ["project_id", "month", "copilot_id", "outcome"], {
    sums: ["answers"],
  });
  const marks = insertOnce(dialect, "project_marks", ["project_id", "mark"], ["at"]);
  const sizes = prepareSizes(dialect);

  return (batch: ActivityBatch): Statement[] =>
    [
      insertRows(
        days,
        batch.days.map((day) => ({
          project_id: day.project,
          day: day.day,
          ...columnsOf(day),
          last_at: day.lastAt,
          peak_room_connections: day.peakRoomConnections,
        })),
      ),
      insertRows(
        samples,
        batch.samples.map((sample) => ({
          project_id: sample.project,
          at: sample.at,
          ...columnsOf(sample),
          connections_max: sample.connectionsMax,
          active_users: sample.activeUsers,
          active_rooms: sample.activeRooms,
          connection_ms: sample.connectionMs,
          room_ms: sample.roomMs,
        })),
      ),
      // Before the day is noted: a user's first time on it adds a day to the month.
      insertRows(
        monthlyUsers,
        eachOnce(batch.users).map(({ project, day, id }) => ({ project, month: monthOf(day), day, user: id })),
      ),
      insertRows(
        usersOfDay,
        batch.users.map(({ project, day, id, connections }) => ({
          project_id: project,
          day,
          user_id: id,
          connections,
        })),
      ),
      insertRows(
        roomsOfDay,
        batch.rooms.map(({ project, day, id, connections }) => ({
          project_id: project,
          day,
          room_id: id,
          connections,
        })),
      ),
      insertRows(
        roomUsage,
        batch.roomUsage.map((usage) => ({
          project_id: usage.project,
          day: usage.day,
          room_id: usage.room,
          ...(Object.fromEntries(roomCounted.map((name) => [columnOf(name), usage[name]])) as Record<
            ColumnOf<RoomCounted>,
            number
          >),
        })),
      ),
      insertRows(
        copilots,
        batch.copilots.map(({ project, month, copilot = "", aiMessages, aiInputTokens, aiOutputTokens }) => ({
          project_id: project,
          month,
          copilot_id: copilot,
          messages: aiMessages,
          input_tokens: aiInputTokens,
          output_tokens: aiOutputTokens,
        })),
      ),
      insertRows(
        outcomes,
        batch.outcomes.map(({ project, month, copilot = "", outcome, answers }) => ({
          project_id: project,
          month,
          copilot_id: copilot,
          outcome,
          answers,
        })),
      ),
      insertRows(
        marks,
        batch.marks.map(({ project, mark, at }) => ({ project_id: project, mark, at })),
      ),
      insertRows(
        sizes,
        batch.sizes.map(({ project, room, storageBytes = null }) => ({ project, room, storageBytes })),
      ),
    ].filter(({ values }) => values.length > 0);
}

function prepareMonthlyUsers({ sql: db }: Dialect) {
  return prepare<{ project: string; month: string; day: number; user: string }>((slot) =>
    compilable(
      db,
      sql`insert into monthly_users (project_id, month, user_id, days)
        select ${slot("project")}, ${slot("month")}, ${slot("user")}, 1 where not exists
          (select 1 from active_users
            where project_id = ${slot("project")} and day = ${slot("day")} and user_id = ${slot("user")})
        on conflict (project_id, month, user_id) do update set days = monthly_users.days + 1`,
    ),
  );
}

/** Storage is measured where it is in memory; of a room without a measurement, once, here. */
function prepareSizes({ sql: db, keepRows }: Dialect) {
  return prepare<{ project: string; room: string; storageBytes: number | null }>((slot) =>
    compilable(
      db,
      sql`insert into room_sizes (project_id, room_key, storage_bytes, document_bytes)
        select rooms.project_id, rooms.key,
          coalesce(${slot("storageBytes")}, known.storage_bytes,
            (select sum(octet_length(node)) from storage_nodes
              where storage_nodes.project_id = rooms.project_id and storage_nodes.room_key = rooms.key), 0),
          (select coalesce(sum(octet_length(update_bytes)), 0) from document_rows
            where document_rows.project_id = rooms.project_id and document_rows.room_key = rooms.key)
        from rooms
        left join room_sizes as known on known.project_id = rooms.project_id and known.room_key = rooms.key
        where rooms.project_id = ${slot("project")} and rooms.id = ${slot("room")} ${keepRows("rooms")}
        on conflict (project_id, room_key) do update set
          storage_bytes = excluded.storage_bytes, document_bytes = excluded.document_bytes`,
    ),
  );
}

/** Who came twice on a day is one user of that day. */
function eachOnce(users: ActivityBatch["users"]): ActivityBatch["users"] {
  return [...new Map(users.map((user) => [JSON.stringify([user.project, user.day, user.id]), user])).values()];
}

function monthOf(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 7);
}

/** The column of a count: `storageOps` as `storage_ops`. */
export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function columnsOf(counts: Counts) {
  return Object.fromEntries(counted.map((name) => [columnOf(name), counts[name]])) as Record<ColumnOf<Counted>, number>;
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
