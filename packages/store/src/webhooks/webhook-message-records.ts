import type { WebhookEndpointName, WebhookMessageRecord, WebhookRecords } from "@weft/collab";
import type { DomainEventType, ProjectId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { UnitOutcome } from "../database/engine.ts";
import { inChunks } from "../database/in-chunks.ts";
import { lockWebhooks, shareWebhooks } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { prepareWebhookStatements } from "./webhook-statements.ts";

type MessageRow = Selectable<Tables["webhook_messages"]>;

type MessageRecords = Omit<
  WebhookRecords,
  | "endpoints"
  | "endpoint"
  | "enabledEndpoints"
  | "insertEndpoint"
  | "updateEndpoint"
  | "deleteEndpoint"
  | "disableFailing"
>;

/** Rows that one unit of a sweep changes: the commits of rooms wait behind it. */
const sweptAtOnce = 1_000;

export function createWebhookMessageRecords(
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): MessageRecords {
  const queries = messageQueries(db, dialect);

  return {
    ...createNewMessages(transactions, db, queries),
    ...createDeliveries(transactions, db, dialect, queries),
    ...createRequeues(transactions, queries),
    ...createMessageReads(db, queries),
    ...createMessageFigures(db, queries),
    ...createMessageSweep(transactions, db, queries),
  };
}

/** The messages of an endpoint, as queries that their records add to. */
function messageQueries(db: Kysely<Tables>, dialect: Dialect) {
  const statements = prepareWebhookStatements(dialect);
  const ofEndpoint = ({ project, id }: WebhookEndpointName) =>
    db.selectFrom("webhook_messages").where("project_id", "=", project).where("endpoint_id", "=", id);
  const change = ({ project, id }: WebhookEndpointName) =>
    db.updateTable("webhook_messages").where("project_id", "=", project).where("endpoint_id", "=", id);
  const endpointRow = ({ project, id }: WebhookEndpointName) =>
    db.selectFrom("webhook_endpoints").select("id").where("project_id", "=", project).where("id", "=", id);
  const isEnabled = (name: WebhookEndpointName) => endpointRow(name).where("disabled", "=", 0);

  return { statements, ofEndpoint, change, endpointRow, isEnabled };
}

type MessageQueries = ReturnType<typeof messageQueries>;

/** Adds messages, and holds back those of a throttle. */
function createNewMessages(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { statements }: MessageQueries,
): Pick<MessageRecords, "throttled" | "addMessages" | "addClaimed"> {
  return {
    async throttled(project, throttles) {
      if (throttles.length === 0) return [];
      const rows = await db
        .selectFrom("webhook_messages")
        .select(["throttle", "id", "scheduled_at", "state", "claim", "attempts"])
        .where("project_id", "=", project)
        .where("throttle", "in", throttles)
        .execute();
      return rows.map(({ throttle, id, scheduled_at, state, claim, attempts }) => ({
        throttle: throttle!,
        id,
        scheduledAt: scheduled_at,
        isPending: state === "waiting" && claim === "" && attempts === 0,
      }));
    },

    addMessages(messages, replacedBodies, effects) {
      const throttled = messages.filter(({ throttle }) => throttle !== undefined);
      const projects = new Set(messages.map(({ project }) => project));
      return done(
        [
          ...Array.from(projects, shareWebhooks),
          ...replacedBodies.map(
            ({ project, id, body }) =>
              [
                db
                  .updateTable("webhook_messages")
                  .set({ body })
                  .where("project_id", "=", project)
                  .where("id", "=", id)
                  .where("state", "=", "waiting")
                  .where("claim", "=", "")
                  .where("attempts", "=", 0),
                1,
              ] as const,
          ),
          ...(throttled.length === 0 ? [] : [statements.endThrottles(throttled)]),
          ...(messages.length === 0 ? [] : [statements.insert(messages)]),
        ],
        effects,
      );
    },

    async addClaimed(message, claim, until) {
      await write([statements.insert([message], { claim, until })]);
      return { ...message, dueAt: until, seq: 0, state: "waiting", tries: 0, attempts: 0 };
    },
  };
}

/** Claims messages that are due, and writes what became of them. */
function createDeliveries(
  { write }: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
  { statements, ofEndpoint, change, isEnabled }: MessageQueries,
): Pick<MessageRecords, "waiting" | "claim" | "settle" | "release"> {
  return {
    async waiting() {
      const rows = await db
        .selectFrom("webhook_endpoints as endpoint")
        .select((eb) => [
          "endpoint.project_id as project",
          "endpoint.id as id",
          eb
            .selectFrom("webhook_messages as message")
            .select(({ fn }) => fn.min("message.due_at").as("due_at"))
            .whereRef("message.project_id", "=", "endpoint.project_id")
            .whereRef("message.endpoint_id", "=", "endpoint.id")
            .where("message.state", "=", "waiting")
            .as("dueAt"),
        ])
        .where("endpoint.disabled", "=", 0)
        .execute();
      return rows.flatMap(({ project, id, dueAt }) =>
        dueAt === null ? [] : [{ project: project as ProjectId, id, dueAt }],
      );
    },

    async claim(name, { claim, now, until, limit }) {
      const due = ofEndpoint(name)
        .select("seq")
        .where("state", "=", "waiting")
        .where("due_at", "<=", now)
        .where((eb) => eb.exists(isEnabled(name)))
        .orderBy("due_at")
        .orderBy("seq")
        .limit(limit)
        .modifyEnd(dialect.lockFreeRows);
      const rows = await db
        // Apart from the update, so that it is run once.
        .with("due", () => due)
        .updateTable("webhook_messages")
        .set({ claim, due_at: until })
        .where("seq", "in", (eb) => eb.selectFrom("due").select("due.seq"))
        .returningAll()
        .execute();
      return rows.map(toMessage).toSorted((one, other) => one.seq - other.seq);
    },

    async settle(outcomes) {
      if (outcomes.length > 0) await write(statements.settle(outcomes));
    },

    async release(name, { claim, now }, messages) {
      if (messages.length === 0) return;
      await change(name)
        .set({ claim: "", due_at: now })
        .where("id", "in", messages)
        .where("claim", "=", claim)
        .execute();
    },
  };
}

/** Has messages delivered once more. */
function createRequeues(
  { write }: Transactions,
  { change, isEnabled }: MessageQueries,
): Pick<MessageRecords, "requeueFailed" | "requeue"> {
  return {
    async requeueFailed(name, since, now) {
      const queue = change(name)
        .where("state", "=", "failed")
        .where("created_at", ">=", since)
        .where((eb) => eb.exists(isEnabled(name)))
        .set(queuedAt(now));
      return countOf(await write([shareWebhooks(name.project), queue]));
    },

    async requeue(name, message, now) {
      const queue = change(name)
        .where("id", "=", message)
        .where((eb) =>
          eb.or([
            eb("state", "!=", "waiting"),
            // Before its first attempt, a message may be held back by a throttle.
            eb.and([eb("claim", "=", ""), eb("attempts", ">", 0), eb("due_at", ">", now)]),
          ]),
        )
        .where((eb) => eb.exists(isEnabled(name)))
        .set(queuedAt(now));
      return countOf(await write([shareWebhooks(name.project), queue])) === 1;
    },
  };
}

/** Reads messages and their attempts. */
function createMessageReads(
  db: Kysely<Tables>,
  { ofEndpoint }: MessageQueries,
): Pick<MessageRecords, "messages" | "messagesById" | "messagesOfType" | "message" | "attempts"> {
  return {
    async messages(name, { limit, after, state, type, room, from, to }) {
      const rows = await ofEndpoint(name)
        .selectAll()
        .$if(after !== undefined, (query) => query.where("seq", "<", after!))
        .$if(state !== undefined, (query) => query.where("state", "=", state!))
        .$if(type !== undefined, (query) => query.where("type", "=", type!))
        .$if(room !== undefined, (query) => query.where("room_id", "=", room!))
        .$if(from !== undefined, (query) => query.where("created_at", ">=", from!))
        .$if(to !== undefined, (query) => query.where("created_at", "<=", to!))
        .orderBy("seq", "desc")
        .limit(limit)
        .execute();
      return rows.map(toMessage);
    },

    async messagesById(project, ids) {
      const rows = [];
      for (const some of inChunks(ids))
        rows.push(
          ...(await db
            .selectFrom("webhook_messages")
            .selectAll()
            .where("project_id", "=", project)
            .where("id", "in", some)
            .execute()),
        );
      return rows.map(toMessage);
    },

    async messagesOfType(project, type, { from, limit }) {
      const rows = await db
        .selectFrom("webhook_messages")
        .selectAll()
        .where("project_id", "=", project)
        .where("type", "=", type)
        .where("created_at", ">=", from)
        .orderBy("created_at")
        .limit(limit)
        .execute();
      return rows.map(toMessage);
    },

    async message(name, id) {
      const row = await ofEndpoint(name).selectAll().where("id", "=", id).executeTakeFirst();
      return row && toMessage(row);
    },

    async attempts(project, message) {
      const rows = await db
        .selectFrom("webhook_attempts")
        .selectAll()
        .where("project_id", "=", project)
        .where("message_id", "=", message)
        .orderBy("number")
        .execute();
      return rows.map(({ at, duration_ms, status, failure, answer }) => ({
        at,
        durationMs: duration_ms,
        status: status ?? undefined,
        failure: failure ?? undefined,
        answer: answer ?? undefined,
      }));
    },
  };
}

/** Counts the newest messages of an endpoint, and reads their attempts. */
function createMessageFigures(
  db: Kysely<Tables>,
  { ofEndpoint }: MessageQueries,
): Pick<MessageRecords, "newest" | "progress" | "attemptsOfNewest"> {
  /** However many messages an endpoint has, no more are looked at. */
  const newest = (name: WebhookEndpointName, limit: number) =>
    ofEndpoint(name)
      .select((eb) => [
        "project_id",
        "id",
        "state",
        "created_at",
        eb.case().when("attempts", ">", 0).then(eb.lit(1)).else(eb.lit(0)).end().as("attempted"),
      ])
      .orderBy("seq", "desc")
      .limit(limit);

  return {
    async newest(name) {
      const row = await ofEndpoint(name).select("created_at").orderBy("seq", "desc").limit(1).executeTakeFirst();
      return row?.created_at;
    },

    async progress(name, { since, limit }) {
      const rows = await db
        .selectFrom(newest(name, limit).as("newest"))
        .select(["state", "attempted", ({ fn }) => fn.countAll<number>().as("count")])
        .where("created_at", ">=", since)
        .groupBy(["state", "attempted"])
        .execute();
      return rows.map(({ state, attempted, count }) => ({
        state: state as WebhookMessageRecord["state"],
        isAttempted: attempted === 1,
        count,
      }));
    },

    async attemptsOfNewest(name, { since, limit }) {
      const rows = await db
        .selectFrom(newest(name, limit).as("newest"))
        .innerJoin("webhook_attempts as attempt", (join) =>
          join.onRef("attempt.project_id", "=", "newest.project_id").onRef("attempt.message_id", "=", "newest.id"),
        )
        .select(["attempt.at", "attempt.duration_ms", "attempt.status"])
        .where("attempt.at", ">=", since)
        .execute();
      const beyond = await ofEndpoint(name)
        .select("created_at")
        .orderBy("seq", "desc")
        .offset(limit)
        .limit(1)
        .executeTakeFirst();
      return {
        attempts: rows.map(({ at, duration_ms, status }) => ({
          at,
          durationMs: duration_ms,
          status: status ?? undefined,
        })),
        leftOutAt: beyond?.created_at,
      };
    },
  };
}

/** Drops messages of disabled endpoints, and deletes those whose time is over. */
function createMessageSweep(
  { write }: Transactions,
  db: Kysely<Tables>,
  { ofEndpoint, change, endpointRow }: MessageQueries,
): Pick<MessageRecords, "dropWaiting" | "sweep"> {
  /** Deletes messages with their attempts. */
  async function remove(project: string, rows: readonly { readonly seq: number; readonly id: string }[]) {
    if (rows.length === 0) return;
    await write([
      db
        .deleteFrom("webhook_attempts")
        .where("project_id", "=", project)
        .where(
          "message_id",
          "in",
          rows.map(({ id }) => id),
        ),
      db
        .deleteFrom("webhook_messages")
        .where("project_id", "=", project)
        .where(
          "seq",
          "in",
          rows.map(({ seq }) => seq),
        ),
    ]);
  }

  /** Deletes the oldest messages of an endpoint as long as `isExpired`. */
  async function removeOldest(name: WebhookEndpointName, isExpired: (row: MessageRow) => boolean) {
    for (;;) {
      const oldest = await ofEndpoint(name).selectAll().orderBy("seq").limit(sweptAtOnce).execute();
      const expired = oldest.filter(isExpired);
      await remove(name.project, expired);
      if (expired.length < sweptAtOnce) return;
    }
  }

  async function dropWaiting(name: WebhookEndpointName, now: number) {
    for (;;) {
      const rows = ofEndpoint(name).select("seq").where("state", "=", "waiting").limit(sweptAtOnce);
      const drop = change(name)
        .where("seq", "in", rows)
        .where((eb) => eb.exists(endpointRow(name).where("disabled", "=", 1)))
        .set({ state: "dropped", claim: "", settled_at: now });
      const dropped = countOf(await write([lockWebhooks(name.project), drop]));
      if (dropped < sweptAtOnce) return;
    }
  }

  return {
    dropWaiting,

    async sweep({ before, beforeOf = async () => before, most, now }) {
      let place = { project: "", endpoint: "" };
      for (;;) {
        const { project, endpoint } = place;
        // From one endpoint to the next along the index, however many messages each has.
        const next = await db
          .selectFrom("webhook_messages")
          .select(["project_id", "endpoint_id"])
          .where((eb) => eb(eb.refTuple("project_id", "endpoint_id"), ">", eb.tuple(project, endpoint)))
          .orderBy("project_id")
          .orderBy("endpoint_id")
          .limit(1)
          .executeTakeFirst();
        if (next === undefined) return;
        place = { project: next.project_id, endpoint: next.endpoint_id };
        const name = { project: next.project_id as ProjectId, id: next.endpoint_id };
        if ((await endpointRow(name).executeTakeFirst()) === undefined) {
          await removeOldest(name, () => true);
          continue;
        }
        await dropWaiting(name, now);
        const beyond = await ofEndpoint(name)
          .select("seq")
          .orderBy("seq", "desc")
          .offset(most)
          .limit(1)
          .executeTakeFirst();
        const last = beyond?.seq ?? 0;
        const since = Math.max(before, await beforeOf(name.project));
        await removeOldest(name, ({ seq, created_at }) => seq <= last || created_at < since);
      }
    },
  };
}

function countOf(outcome: UnitOutcome): number {
  return outcome.kind === "done" ? (outcome.counts[0] ?? 0) : 0;
}

const queuedAt = (now: number) => ({ state: "waiting", claim: "", due_at: now, tries: 0, settled_at: null }) as const;

function toMessage(row: MessageRow): WebhookMessageRecord {
  return {
    seq: row.seq,
    project: row.project_id as ProjectId,
    endpoint: row.endpoint_id,
    id: row.id,
    type: row.type as DomainEventType,
    body: row.body,
    room: row.room_id ?? undefined,
    throttle: row.throttle ?? undefined,
    createdAt: row.created_at,
    dueAt: row.due_at,
    state: row.state as WebhookMessageRecord["state"],
    tries: row.tries,
    attempts: row.attempts,
    settledAt: row.settled_at ?? undefined,
  };
}
