/**
 * Webhook endpoints of a project, and the deliveries to them, as the management API and the dashboard show them. Instants
 * are ISO 8601.
 */
import { z } from "zod";
import { limits } from "./limits.ts";
import { StorableText } from "./storable.ts";
import { webhookEvents } from "./webhook.ts";
import type { DomainEventType } from "./webhook.ts";

export const webhookEventTypes = Object.keys(webhookEvents) as [DomainEventType, ...DomainEventType[]];

export const WebhookEventType = z.enum(webhookEventTypes);

/** Request headers by name. The names that may be used are checked by the service. */
export const WebhookHeaders = z.record(
  StorableText.min(1).max(limits.webhookHeaderNameLength),
  StorableText.max(limits.webhookHeaderValueLength),
);
export type WebhookHeaders = z.output<typeof WebhookHeaders>;

const url = StorableText.min(1).max(limits.webhookUrlLength);
const subscribedEvents = z.array(WebhookEventType).min(1).max(webhookEventTypes.length);
/** Deliveries per second. */
const rateLimit = z.int().min(1).max(limits.webhookRateMax);
const throttle = z.int().min(limits.webhookThrottleSecondsMin).max(limits.webhookThrottleSecondsMax);

export const Webhook = z
  .object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    url,
    disabled: z.boolean(),
    rateLimit: rateLimit.optional(),
    subscribedEvents: z.array(WebhookEventType),
    secret: z.object({ value: z.string() }).nullable(),
    additionalHeaders: WebhookHeaders.optional(),
    storageUpdatedThrottleSeconds: throttle,
    yDocUpdatedThrottleSeconds: throttle,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.output<typeof Webhook>;

/** The body of a call that creates an endpoint. */
export const WebhookDraft = z.object({
  url,
  subscribedEvents,
  rateLimit: rateLimit.optional(),
  additionalHeaders: WebhookHeaders.optional(),
  storageUpdatedThrottleSeconds: throttle.optional(),
  yDocUpdatedThrottleSeconds: throttle.optional(),
});
export type WebhookDraft = z.output<typeof WebhookDraft>;

/** The body of a call that changes an endpoint. Absent members stay as they are. */
export const WebhookPatch = z.object({
  url: url.optional(),
  subscribedEvents: subscribedEvents.optional(),
  rateLimit: rateLimit.optional(),
  storageUpdatedThrottleSeconds: throttle.optional(),
  yDocUpdatedThrottleSeconds: throttle.optional(),
  disabled: z.boolean().optional(),
});
export type WebhookPatch = z.output<typeof WebhookPatch>;

/**
 * A change of an endpoint: a patch, in which null removes the rate limit, or an additional header by its name. Headers that are
 * not named stay as they are.
 */
export const WebhookChange = WebhookPatch.extend({
  rateLimit: rateLimit.nullable().optional(),
  additionalHeaders: z
    .record(
      StorableText.min(1).max(limits.webhookHeaderNameLength),
      StorableText.max(limits.webhookHeaderValueLength).nullable(),
    )
    .optional(),
});
export type WebhookChange = z.output<typeof WebhookChange>;

/**
 * The waits from a failed attempt to the next one, in multiples of the limit `webhookRetryMs`: 5 seconds, 5 minutes, half an
 * hour, 2, 5, 10 and 10 hours. A message whose attempts after all of them failed has failed permanently.
 */
export const webhookRetryFactors = [1, 60, 360, 1_440, 3_600, 7_200, 7_200] as const;

/** `dropped`: the endpoint was disabled before the message was delivered. */
export const webhookMessageStates = ["waiting", "delivered", "failed", "dropped"] as const;

export const WebhookMessageState = z.enum(webhookMessageStates);

export const WebhookDelivery = z.object({
  /** The `webhook-id` header of every attempt. */
  id: z.string(),
  type: WebhookEventType,
  /** Null for an event that is about no room. */
  roomId: z.string().nullable(),
  state: WebhookMessageState,
  createdAt: z.iso.datetime(),
  /** Null until an attempt succeeded. */
  deliveredAt: z.iso.datetime().nullable(),
  /** Null unless the message waits. */
  nextAttemptAt: z.iso.datetime().nullable(),
  attemptCount: z.int(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookAttempt = z.object({
  at: z.iso.datetime(),
  durationMs: z.int(),
  /** What the server set, besides the signature. */
  requestHeaders: z.record(z.string(), z.string()),
  /** Null if no answer came. */
  status: z.int().nullable(),
  /** Why no answer came. */
  failure: z.string().nullable(),
  /** The beginning of the answer's body. */
  answer: z.string().nullable(),
});
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const WebhookDeliveryDetails = WebhookDelivery.extend({
  /** The request's body. */
  body: z.string(),
  /** Oldest first. */
  attempts: z.array(WebhookAttempt),
});
export type WebhookDeliveryDetails = z.output<typeof WebhookDeliveryDetails>;
