import { statusClasses } from "@weft/collab";
import type { ActivityBatch, ActivityRecords, EventRecord, LogPage, MinuteRecord, RequestRecord } from "@weft/collab";
import type { PlatformEventKind, ProjectId } from "@weft/protocol";
import { sql } from "kysely";
import type { ExpressionBuilder, Kysely, Selectable, SelectQueryBuilder } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Statement } from "../database/engine.ts";
import { pageOf } from "../lists/keyset.ts";
import { accumulate, insertOnce, insertRows } from "../database/repeated-inserts.ts";
import type { Tables } from "../tables/tables.ts";

type EventRow = Selectable<Tables["events"]>;
type RequestRow = Selectable<Tables["requests"]> & { begin: string | null };

const eventColumns = ["kind", "room_id", "user_id", "connection_id", "code", "data"] as const;
const requestColumns = ["method", "path", "status", "duration_ms", "key_end", "error_code"] as const;

/** Longer addresses are not listed. */
const urlLength = 4_096;

const errorKinds: readonly PlatformEventKind[] = ["connectionLost", "entryRefused", "limitReached"];

type LogReads = Pick<
  ActivityRecords,
  "events" | "event" | "requests" | "request" | "contents" | "minutes" | "usersSeen" | "errors" | "socketErrors"
>;

const minuteColumns = [...statusClasses, "unlisted"] as const;

/** The logs of events and requests, read from the newest on. */
export function createEventRecords(db: Kysely<Tables>, dialect: Dialect): LogReads {
  return {
    ...createEventReads(db, dialect),
    ...createRequestReads(db, dialect),
  };
}

/** Reads the log of events. */
function createEventReads(
  db: Kysely<Tables>,
  { contains }: Dialect,
): Pick<LogReads, "events" | "event" | "usersSeen" | "errors" | "socketErrors"> {
  return {
    async events(project, { kinds, room, user, connection, text }, page) {
      const rows = await pageOfLog(db.selectFrom("events").selectAll().where("project_id", "=", project), page)
        .$if(kinds !== undefined, (query) => query.where("kind", "in", kinds!))
        .$if(room !== undefined, (query) => query.where("room_id", "=", room!))
        .$if(user !== undefined, (query) => query.where("user_id", "=", user!))
        .$if(connection !== undefined, (query) => query.where("connection_id", "=", connection!))
        .$if(text !== undefined, (query) =>
          query.where((eb) =>
            eb.or((["room_id", "user_id", "code", "data"] as const).map((column) => contains(eb.ref(column), text!))),
          ),
        )
        .execute();
      return rows.map(toEvent);
    },

    async event(project, id) {
      const row = await db
        .selectFrom("events")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toEvent(row);
    },

    async usersSeen(project, since, limit) {
      const rows = await db
        .selectFrom("events")
        .select("user_id")
        .distinct()
        .where("project_id", "=", project)
        .where("kind", "in", ["userEntered", "userLeft"])
        .where("at", ">=", since)
        .where("user_id", "is not", null)
        .limit(limit)
        .execute();
      return rows.map(({ user_id }) => user_id!);
    },

    async errors(project, since, limit) {
      const failures = db
        .selectFrom("requests")
        .select(["error_code as code", "at"])
        .where("project_id", "=", project)
        .where("at", ">=", since)
        .where("error_code", "is not", null)
        .unionAll(
          db
            .selectFrom("events")
            .select(["code", "at"])
            .where("project_id", "=", project)
            .where("kind", "in", errorKinds)
            .where("at", ">=", since)
            .where("code", "is not", null),
        );
      const rows = await db
        .selectFrom(failures.as("failures"))
        .select((eb) => ["code", eb.fn.countAll<number>().as("count"), eb.fn.max("at").as("last_at")])
        .groupBy("code")
        .orderBy("count", "desc")
        .orderBy("code")
        .limit(limit)
        .execute();
      return rows.map(({ code, count, last_at }) => ({ code: code!, count, lastAt: last_at }));
    },

    async socketErrors(project, from, to, limit, room) {
      const rows = await db
        .selectFrom("events")
        .select((eb) => ["code", eb.fn.countAll<number>().as("count")])
        .where("project_id", "=", project)
        .where("kind", "in", errorKinds)
        .where("at", ">=", from)
        .where("at", "<", to)
        .where("code", "is not", null)
        .$if(room !== undefined, (query) => query.where("room_id", "=", room!))
        .groupBy("code")
        .orderBy("count", "desc")
        .orderBy("code")
        .limit(limit)
        .execute();
      return rows.map(({ code, count }) => ({ code: code!, count }));
    },
  };
}

/** Reads the log of requests, and how many there were. */
function createRequestReads(
  db: Kysely<Tables>,
  { contains }: Dialect,
): Pick<LogReads, "requests" | "request" | "contents" | "minutes"> {
  // The whole contents would be up to some thirty kilobytes for each row of a page.
  const beginOfContents = (eb: ExpressionBuilder<Tables, "requests">) =>
    eb
      .selectFrom("request_contents")
      .select(sql<string>`substr(contents, 1, ${sql.lit(urlLength)})`.as("begin"))
      .whereRef("request_contents.project_id", "=", "requests.project_id")
      .whereRef("request_contents.at", "=", "requests.at")
      .whereRef("request_contents.id", "=", "requests.id")
      .as("begin");

  return {
    async requests(project, { statusClass, method, path, errorCode, key, id }, page) {
      const log = db.selectFrom("requests").selectAll().select(beginOfContents).where("project_id", "=", project);
      const rows = await pageOfLog(log, page)
        .$if(statusClass !== undefined, (query) =>
          query.where("status", ">=", statusClass! * 100).where("status", "<", statusClass! * 100 + 100),
        )
        .$if(method !== undefined, (query) => query.where("method", "=", method!))
        .$if(path !== undefined, (query) => query.where((eb) => contains(eb.ref("path"), path!)))
        .$if(errorCode !== undefined, (query) => query.where("error_code", "=", errorCode!))
        .$if(key !== undefined, (query) => query.where("key_end", "=", key!))
        .$if(id !== undefined, (query) => query.where("id", "=", id!))
        .execute();
      return rows.map(toRequest);
    },

    async request(project, id) {
      const row = await db
        .selectFrom("requests")
        .selectAll()
        .select(beginOfContents)
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toRequest(row);
    },

    async contents(project, { at, id }) {
      const row = await db
        .selectFrom("request_contents")
        .select(["endpoint", "contents"])
        .where("project_id", "=", project)
        .where("at", "=", at)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { project, at, id, ...row };
    },

    async minutes(project, from, to, stepMs) {
      const rows = await db
        .selectFrom("request_minutes")
        .select((eb) => [
          sql<number>`cast((at - ${from}) / ${stepMs} as integer)`.as("step"),
          ...minuteColumns.map((column) => eb.fn.sum<number>(column).as(column)),
        ])
        .where("project_id", "=", project)
        .where("at", ">=", from)
        .where("at", "<", to)
        .groupBy("step")
        .orderBy("step")
        .execute();
      return rows.map(({ step, ...counts }): MinuteRecord => ({ ...counts, project, at: from + step * stepMs }));
    },
  };
}

/** What adds to the logs of projects, for any transaction: each statement is one text for many rows. */
export function prepareLogs(dialect: Dialect) {
  const inLog = ["project_id", "at", "id"] as const;
  const events = insertOnce(dialect, "events", inLog, eventColumns);
  const requests = insertOnce(dialect, "requests", inLog, requestColumns);
  const contents = insertOnce(dialect, "request_contents", inLog, ["endpoint", "contents"]);
  const minutes = accumulate(dialect, "request_minutes", ["project_id", "at"], { sums: minuteColumns });

  return (batch: Pick<ActivityBatch, "events" | "requests" | "contents" | "minutes">): Statement[] =>
    [
      insertRows(
        events,
        batch.events.map(({ project, at, id, kind, room, user, connection, code, data }) => ({
          project_id: project,
          at,
          id,
          kind,
          room_id: room,
          user_id: user,
          connection_id: connection,
          code,
          data: JSON.stringify(data),
        })),
      ),
      insertRows(
        requests,
        batch.requests.map(({ project, at, id, method, path, status, durationMs, key, errorCode }) => ({
          project_id: project,
          at,
          id,
          method,
          path,
          status,
          duration_ms: durationMs,
          key_end: key,
          error_code: errorCode,
        })),
      ),
      insertRows(
        contents,
        batch.contents.map(({ project, ...rest }) => ({ project_id: project, ...rest })),
      ),
      insertRows(
        minutes,
        batch.minutes.map(({ project, ...rest }) => ({ project_id: project, ...rest })),
      ),
    ].filter(({ values }) => values.length > 0);
}

/** A page of a log, within its bounds in time. */
function pageOfLog<TB extends "events" | "requests", Row>(
  query: SelectQueryBuilder<Tables, TB, Row>,
  { limit, after, from, to }: LogPage,
): SelectQueryBuilder<Tables, TB, Row> {
  return pageOf(query, ["at", "id"], { limit, after: after && [after.at, after.id] })
    .$if(from !== undefined, (page) => page.where(sql<boolean>`at >= ${from}`))
    .$if(to !== undefined, (page) => page.where(sql<boolean>`at < ${to}`));
}

function toEvent(row: EventRow): EventRecord {
  return {
    project: row.project_id as ProjectId,
    id: row.id,
    at: row.at,
    kind: row.kind as PlatformEventKind,
    room: row.room_id,
    user: row.user_id,
    connection: row.connection_id,
    code: row.code,
    data: JSON.parse(row.data) as Record<string, unknown>,
  };
}

function toRequest(row: RequestRow): RequestRecord {
  const url = urlIn(row.begin ?? "");
  return {
    project: row.project_id as ProjectId,
    id: row.id,
    at: row.at,
    method: row.method,
    path: row.path,
    ...(url !== undefined && { url }),
    status: row.status,
    durationMs: row.duration_ms,
    key: row.key_end,
    errorCode: row.error_code,
  };
}

/**
 * The address at the beginning of a request's contents, its first member. Read from the text: not every database
 * parses JSON with a zero character in it, which the body of a request may have.
 */
function urlIn(contents: string): string | undefined {
  const [, url] = /^\{"url":("(?:[^"\\]|\\.)*")/.exec(contents) ?? [];
  return url === undefined ? undefined : (JSON.parse(url) as string);
}
