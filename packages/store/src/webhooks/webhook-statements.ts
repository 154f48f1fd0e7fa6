import type { NewWebhookMessage, WebhookOutcome } from "@weft/collab";
import type { Dialect } from "../database/dialect.ts";
import type { Statement } from "../database/engine.ts";
import { prepare } from "../database/query.ts";
import { insertRows } from "../database/repeated-inserts.ts";

interface MessageValues {
  project: string;
  endpoint: string;
  id: string;
  type: string;
  body: string;
  room: string | null;
  throttle: string | null;
  createdAt: number;
  scheduledAt: number;
  claim: string;
  dueAt: number;
}

interface OutcomeValues {
  project: string;
  id: string;
  claim: string;
  number: number;
  at: number;
  durationMs: number;
  status: number | null;
  failure: string | null;
  answer: string | null;
  state: string;
  dueAt: number;
  failedTries: number;
  settledAt: number | null;
}

interface EndpointValues {
  project: string;
  endpoint: string;
  at: number;
}

/** What is written for every delivery. Compiled once: there may be thousands in a second. */
export function prepareWebhookStatements(dialect: Dialect) {
  return {
    ...prepareNewMessages(dialect),
    ...prepareOutcomes(dialect),
  };
}

/** Statements that add messages. */
function prepareNewMessages({ sql: db }: Dialect) {
  const insert = prepare<MessageValues>((slot) =>
    db
      .insertInto("webhook_messages")
      .columns([
        "project_id",
        "endpoint_id",
        "id",
        "type",
        "body",
        "throttle",
        "created_at",
        "scheduled_at",
        "state",
        "claim",
        "due_at",
        "tries",
        "attempts",
        "room_id",
      ])
      .expression(
        db
          .selectFrom("webhook_endpoints as endpoint")
          .select((eb) => [
            "endpoint.project_id",
            "endpoint.id as endpoint_id",
            eb.val(slot("id")).as("id"),
            eb.val(slot("type")).as("type"),
            eb.val(slot("body")).as("body"),
            eb.val(slot("throttle")).as("throttle"),
            eb.val(slot("createdAt")).as("created_at"),
            eb.val(slot("scheduledAt")).as("scheduled_at"),
            eb.val("waiting").as("state"),
            eb.val(slot("claim")).as("claim"),
            eb.val(slot("dueAt")).as("due_at"),
            eb.lit(0).as("tries"),
            eb.lit(0).as("attempts"),
            eb.val(slot("room")).as("room_id"),
          ])
          .where("endpoint.project_id", "=", slot("project"))
          .where("endpoint.id", "=", slot("endpoint"))
          .where("endpoint.disabled", "=", 0),
      )
      .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing()),
  );
  const endThrottle = prepare<{ project: string; throttle: string; id: string }>((slot) =>
    db
      .updateTable("webhook_messages")
      .set({ throttle: null })
      .where("project_id", "=", slot("project"))
      .where("throttle", "=", slot("throttle"))
      .where("id", "!=", slot("id")),
  );

  return {
    insert: (messages: readonly NewWebhookMessage[], claimed?: { claim: string; until: number }): Statement =>
      insertRows(
        insert,
        messages.map(({ project, endpoint, id, type, body, room = null, throttle = null, createdAt, dueAt }) => ({
          project,
          endpoint,
          id,
          type,
          body,
          room,
          throttle,
          createdAt,
          scheduledAt: dueAt,
          claim: claimed?.claim ?? "",
          dueAt: claimed?.until ?? dueAt,
        })),
      ),
    /** Of a throttle, only the message that is added next has its name. */
    endThrottles: (messages: readonly NewWebhookMessage[]): Statement =>
      insertRows(
        endThrottle,
        messages.map(({ project, throttle, id }) => ({ project, throttle: throttle!, id })),
      ),
  };
}

/** Statements that write what became of deliveries. */
function prepareOutcomes({ sql: db, lockRows }: Dialect) {
  const attempt = prepare<OutcomeValues>((slot) =>
    db
      .insertInto("webhook_attempts")
      .columns(["project_id", "message_id", "number", "at", "duration_ms", "status", "failure", "answer"])
      .expression(
        db
          .selectFrom("webhook_messages as message")
          .select((eb) => [
            "message.project_id",
            "message.id as message_id",
            eb.val(slot("number")).as("number"),
            eb.val(slot("at")).as("at"),
            eb.val(slot("durationMs")).as("duration_ms"),
            eb.val(slot("status")).as("status"),
            eb.val(slot("failure")).as("failure"),
            eb.val(slot("answer")).as("answer"),
          ])
          .where("message.project_id", "=", slot("project"))
          .where("message.id", "=", slot("id"))
          .where("message.claim", "=", slot("claim"))
          // Until it is settled.
          .modifyEnd(lockRows),
      )
      .onConflict((conflict) => conflict.columns(["project_id", "message_id", "number"]).doNothing()),
  );
  const settle = prepare<OutcomeValues>((slot) =>
    db
      .updateTable("webhook_messages")
      .set((eb) => ({
        state: slot("state"),
        claim: "",
        due_at: slot("dueAt"),
        tries: eb("tries", "+", slot("failedTries")),
        attempts: slot("number"),
        settled_at: slot("settledAt"),
      }))
      .where("project_id", "=", slot("project"))
      .where("id", "=", slot("id"))
      .where("claim", "=", slot("claim")),
  );
  const failing = prepare<EndpointValues>((slot) =>
    db
      .updateTable("webhook_endpoints")
      .set({ failing_since: slot("at") })
      .where("project_id", "=", slot("project"))
      .where("id", "=", slot("endpoint"))
      .where("disabled", "=", 0)
      .where("failing_since", "is", null),
  );
  const succeeding = prepare<EndpointValues>((slot) =>
    db
      .updateTable("webhook_endpoints")
      .set({ failing_since: null })
      .where("project_id", "=", slot("project"))
      .where("id", "=", slot("endpoint"))
      .where("disabled", "=", 0)
      .where("failing_since", "is not", null),
  );

  return {
    settle(outcomes: readonly WebhookOutcome[]): Statement[] {
      const values = outcomes.map(toOutcomeValues);
      const { succeeded, failed } = endpointsOf(outcomes);
      return [
        insertRows(attempt, values),
        insertRows(settle, values),
        ...(succeeded.length === 0 ? [] : [insertRows(succeeding, succeeded)]),
        ...(failed.length === 0 ? [] : [insertRows(failing, failed)]),
      ];
    },
  };
}

function toOutcomeValues({ message, claim, attempt, next }: WebhookOutcome): OutcomeValues {
  const { at, durationMs, status = null, failure = null, answer = null } = attempt;
  const endedAt = at + durationMs;
  return {
    project: message.project,
    id: message.id,
    claim,
    number: message.attempts + 1,
    at,
    durationMs,
    status,
    failure,
    answer,
    state: next.kind === "retry" ? "waiting" : next.kind,
    dueAt: next.kind === "retry" ? next.dueAt : endedAt,
    failedTries: Number(next.kind !== "delivered"),
    settledAt: next.kind === "retry" ? null : endedAt,
  };
}

/** An endpoint that took one message is not failing, whatever became of others meanwhile. */
function endpointsOf(outcomes: readonly WebhookOutcome[]) {
  const succeeded = new Map<string, EndpointValues>();
  const failed = new Map<string, EndpointValues>();
  for (const { message, attempt, next } of outcomes) {
    const { project, endpoint } = message;
    const found = next.kind === "delivered" ? succeeded : failed;
    const key = JSON.stringify([project, endpoint]);
    const earliest = Math.min(found.get(key)?.at ?? Infinity, attempt.at);
    found.set(key, { project, endpoint, at: earliest });
  }
  return {
    succeeded: [...succeeded.values()],
    failed: Array.from(failed).flatMap(([key, values]) => (succeeded.has(key) ? [] : [values])),
  };
}
