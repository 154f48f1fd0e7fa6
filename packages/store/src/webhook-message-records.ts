import type { WebhookEndpointName, WebhookMessageRecord, WebhookRecords } from "@weft/collab";
import type { DomainEventType, ProjectId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Tables } from "./tables.ts";
import type { Transactions } from "./transactions.ts";
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
  { done, write }: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): MessageRecords {
  const statements = prepareWebhookStatements(dialect);
  const ofEndpoint = ({ project, id }: WebhookEndpointName) =>
    db.selectFrom("webhook_messages").where("project_id", "=", project).where("endpoint_id", "=", id);
  const change = ({ project, id }: WebhookEndpointName) =>
    db.updateTable("webhook_messages").where("project_id", "=", project).where("endpoint_id", "=", id);
  const endpointRow = ({ project, id }: WebhookEndpointName) =>
    db.selectFrom("webhook_endpoints").select("id").where("project_id", "=", project).where("id", "=", id);
  const isEnabled = (name: WebhookEndpointName) => endpointRow(name).where("disabled", "=", 0);

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
      const { numUpdatedRows } = await change(name)
        .where("seq", "in", rows)
        .where((eb) => eb.exists(endpointRow(name).where("disabled", "=", 1)))
        .set({ state: "dropped", claim: "", settled_at: now })
        .executeTakeFirstOrThrow();
      if (numUpdatedRows < BigInt(sweptAtOnce)) return;
    }
  }

  return {
    dropWaiting,

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
      return done(
        [
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
        .limit(limit);
      const rows = await change(name).set({ claim, due_at: until }).where("seq", "in", due).returningAll().execute();
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

    async requeueFailed(name, since, now) {
      const { numUpdatedRows } = await change(name)
        .where("state", "=", "failed")
        .where("created_at", ">=", since)
        .where((eb) => eb.exists(isEnabled(name)))
        .set(queuedAt(now))
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },

    async requeue(name, message, now) {
      const { numUpdatedRows } = await change(name)
        .where("id", "=", message)
        .where((eb) =>
          eb.or([
            eb("state", "!=", "waiting"),
            // Before its first attempt, a message may be held back by a throttle.
            eb.and([eb("claim", "=", ""), eb("attempts", ">", 0), eb("due_at", ">", now)]),
          ]),
        )
        .where((eb) => eb.exists(isEnabled(name)))
        .set(queuedAt(now))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async messages(name, { limit, after, state, type }) {
      const rows = await ofEndpoint(name)
        .selectAll()
        .$if(after !== undefined, (query) => query.where("seq", "<", after!))
        .$if(state !== undefined, (query) => query.where("state", "=", state!))
        .$if(type !== undefined, (query) => query.where("type", "=", type!))
        .orderBy("seq", "desc")
        .limit(limit)
        .execute();
      return rows.map(toMessage);
    },

    async progress(name, limit) {
      const rows = await ofEndpoint(name)
        .select(["state", "tries", "attempts", "created_at"])
        .orderBy("seq", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ state, tries, attempts, created_at }) => ({
        state: state as WebhookMessageRecord["state"],
        tries,
        attempts,
        createdAt: created_at,
      }));
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

    async sweep({ before, most, now }) {
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
        await removeOldest(name, ({ seq, created_at }) => seq <= last || created_at < before);
      }
    },
  };
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
    throttle: row.throttle ?? undefined,
    createdAt: row.created_at,
    dueAt: row.due_at,
    state: row.state as WebhookMessageRecord["state"],
    tries: row.tries,
    attempts: row.attempts,
    settledAt: row.settled_at ?? undefined,
  };
}
