import type {
  DomainEvent,
  ProjectWebhook,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from "@weft/protocol";
import { roomOfEvent } from "./room-of-event.ts";
import { webhookRequestHeaders, webhookTimestampOf } from "./request-headers.ts";
import type {
  WebhookAttemptRecord,
  WebhookEndpointRecord,
  WebhookMessageProgress,
  WebhookMessageRecord,
} from "./webhook-records.ts";

/** `secret`: undefined if it was lost with a master key. */
export function describeWebhook(endpoint: WebhookEndpointRecord, secret: string | undefined): Webhook {
  const { rateLimit, headers } = endpoint;
  return {
    id: endpoint.id,
    createdAt: iso(endpoint.createdAt),
    updatedAt: iso(endpoint.updatedAt),
    url: endpoint.url,
    disabled: endpoint.disabled,
    ...(rateLimit === undefined ? undefined : { rateLimit }),
    subscribedEvents: [...endpoint.subscribedEvents],
    secret: secret === undefined ? null : { value: secret },
    ...(Object.keys(headers).length === 0 ? undefined : { additionalHeaders: headers }),
    storageUpdatedThrottleSeconds: endpoint.storageThrottleSeconds,
    yDocUpdatedThrottleSeconds: endpoint.documentThrottleSeconds,
  };
}

/** What of an endpoint is not in its record. */
export interface WebhookProgress {
  /** Of the messages of the last day. */
  readonly lastDay: readonly WebhookMessageProgress[];
  readonly lastEventAt: number | undefined;
  readonly catchesUntil: number | undefined;
}

export function describeProjectWebhook(
  endpoint: WebhookEndpointRecord,
  { lastDay, lastEventAt, catchesUntil }: WebhookProgress,
  now: number,
): ProjectWebhook {
  const { disabled, failingSince, previousSecretUntil = 0 } = endpoint;
  const count = (is: (progress: WebhookMessageProgress) => boolean) =>
    lastDay.filter(is).reduce((sum, progress) => sum + progress.count, 0);
  return {
    id: endpoint.id,
    createdAt: iso(endpoint.createdAt),
    updatedAt: iso(endpoint.updatedAt),
    url: endpoint.url,
    state: disabled ? "disabled" : failingSince === undefined ? "active" : "failing",
    disabledBecause: disabled ? reasonOf(endpoint) : null,
    failingSince: failingSince === undefined ? null : iso(failingSince),
    subscribedEvents: [...endpoint.subscribedEvents],
    rateLimit: endpoint.rateLimit ?? null,
    additionalHeaders: { ...endpoint.headers },
    storageUpdatedThrottleSeconds: endpoint.storageThrottleSeconds,
    yDocUpdatedThrottleSeconds: endpoint.documentThrottleSeconds,
    hasSecret: endpoint.sealedSecret !== "",
    previousSecretUntil: previousSecretUntil > now ? iso(previousSecretUntil) : null,
    lastDay: {
      delivered: count(({ state }) => state === "delivered"),
      failed: count(({ state }) => state === "failed"),
      retrying: count(({ state, isAttempted }) => state === "waiting" && isAttempted),
    },
    lastEventAt: lastEventAt === undefined ? null : iso(lastEventAt),
    catchesUntil: catchesUntil === undefined ? null : iso(catchesUntil),
  };
}

function reasonOf({ sealedSecret, failingSince }: WebhookEndpointRecord): ProjectWebhook["disabledBecause"] {
  if (sealedSecret === "") return "secretLost";
  // A member who disables an endpoint clears it.
  return failingSince === undefined ? "member" : "failing";
}

export function describeDelivery(message: WebhookMessageRecord): WebhookDelivery {
  const { id, type, room, state, createdAt, settledAt, dueAt, attempts } = message;
  return {
    id,
    type,
    roomId: room ?? roomOfBody(message.body) ?? null,
    state,
    createdAt: iso(createdAt),
    deliveredAt: state === "delivered" && settledAt !== undefined ? iso(settledAt) : null,
    nextAttemptAt: state === "waiting" ? iso(dueAt) : null,
    attemptCount: attempts,
  };
}

/** For messages that an earlier release has written. */
function roomOfBody(body: string): string | undefined {
  return roomOfEvent(JSON.parse(body) as DomainEvent);
}

export function describeDeliveryDetails(
  message: WebhookMessageRecord,
  attempts: readonly WebhookAttemptRecord[],
): WebhookDeliveryDetails {
  const { id, body } = message;
  return { ...describeDelivery(message), body, attempts: attempts.map((attempt) => describeAttempt(id, attempt)) };
}

function describeAttempt(
  message: string,
  { at, durationMs, status, failure, answer }: WebhookAttemptRecord,
): WebhookAttempt {
  return {
    at: iso(at),
    durationMs,
    requestHeaders: webhookRequestHeaders(message, webhookTimestampOf(at)),
    status: status ?? null,
    failure: failure ?? null,
    answer: answer ?? null,
  };
}

export function iso(instant: number): string {
  return new Date(instant).toISOString();
}
