import { z } from "zod";
import { integer } from "../endpoint.ts";
import { Json, JsonObject } from "../json.ts";
import { limits } from "../limits.ts";
import {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDraft,
  WebhookEventType,
  WebhookMessageState,
} from "../webhook-endpoint.ts";
import { WebhookEventField } from "../webhook-event-details.ts";
import { internalEndpoint } from "./internal-endpoint.ts";
import { Done } from "./teams.ts";

const project = z.object({ projectId: z.string() });
const webhook = z.object({ projectId: z.string(), webhookId: z.string() });
const delivery = z.object({ projectId: z.string(), webhookId: z.string(), deliveryId: z.string() });
const instant = z.iso.datetime();

/** A webhook endpoint as the dashboard shows it: without its secret. */
export const ProjectWebhook = z.object({
  ...Webhook.pick({
    id: true,
    createdAt: true,
    updatedAt: true,
    url: true,
    subscribedEvents: true,
    storageUpdatedThrottleSeconds: true,
    yDocUpdatedThrottleSeconds: true,
  }).shape,
  /** `failing`: no attempt has succeeded since `failingSince`. */
  state: z.enum(["active", "failing", "disabled"]),
  /**
   * `member`: a member, or a program with a management token, disabled it. `failing`: the server did, because all attempts
   * failed for too long. `secretLost`: its secret was lost with the server's master key. Null unless it is disabled.
   */
  disabledBecause: z.enum(["member", "failing", "secretLost"]).nullable(),
  failingSince: instant.nullable(),
  /** Deliveries per second; null for no limit. */
  rateLimit: z.int().nullable(),
  additionalHeaders: z.record(z.string(), z.string()),
  /** False after its secret was lost with the server's master key. */
  hasSecret: z.boolean(),
  /** Until when the previous secret signs, too; null if it does not. */
  previousSecretUntil: instant.nullable(),
  /** The deliveries of the last 24 hours, by how they ended; of the newest ones, if there are very many. */
  lastDay: z.object({
    delivered: z.int(),
    /** Given up. */
    failed: z.int(),
    /** Attempted without success, and to be attempted again. */
    retrying: z.int(),
  }),
  /** Until when it leads to the request catcher, and is then deleted; null for any other endpoint. */
  catchesUntil: instant.nullable(),
  /** When its newest event happened; null if there is none. */
  lastEventAt: instant.nullable(),
});
export type ProjectWebhook = z.output<typeof ProjectWebhook>;

export const listWebhooks = internalEndpoint({
  id: "webhooks",
  route: "GET /internal/projects/{projectId}/webhooks",
  summary: "A project's webhook endpoints, newest first",
  role: "member",
  path: project,
  returns: z.array(ProjectWebhook),
});

export const createWebhook = internalEndpoint({
  id: "create-webhook",
  route: "POST /internal/projects/{projectId}/webhooks",
  summary: "Create a webhook endpoint",
  role: "member",
  path: project,
  body: WebhookDraft,
  returns: ProjectWebhook,
  errors: ["PROJECT_CLOSED"],
});

export const createWebhookCatcher = internalEndpoint({
  id: "create-webhook-catcher",
  route: "POST /internal/projects/{projectId}/webhook-catchers",
  summary: "Create a webhook endpoint that leads to the request catcher of this server, for some days",
  role: "member",
  path: project,
  body: WebhookDraft.pick({ subscribedEvents: true }),
  returns: ProjectWebhook,
  errors: ["PROJECT_CLOSED"],
});

export const getWebhook = internalEndpoint({
  id: "webhook",
  route: "GET /internal/projects/{projectId}/webhooks/{webhookId}",
  summary: "A webhook endpoint",
  role: "member",
  path: webhook,
  returns: ProjectWebhook,
  errors: ["WEBHOOK_NOT_FOUND"],
});

export const updateWebhook = internalEndpoint({
  id: "update-webhook",
  route: "PATCH /internal/projects/{projectId}/webhooks/{webhookId}",
  summary: "Change a webhook endpoint, member by member and header by header, or enable or disable it",
  role: "member",
  path: webhook,
  body: WebhookChange,
  returns: ProjectWebhook,
  errors: ["WEBHOOK_NOT_FOUND", "PROJECT_CLOSED"],
});

export const deleteWebhook = internalEndpoint({
  id: "delete-webhook",
  route: "DELETE /internal/projects/{projectId}/webhooks/{webhookId}",
  summary: "Delete a webhook endpoint with its deliveries",
  role: "member",
  path: webhook,
  returns: Done,
  errors: ["WEBHOOK_NOT_FOUND", "PROJECT_CLOSED"],
});

export const revealWebhookSecret = internalEndpoint({
  id: "reveal-webhook-secret",
  route: "POST /internal/projects/{projectId}/webhooks/{webhookId}/secret/reveal",
  summary: "Read the signing secret of a webhook endpoint; the audit log names the reader",
  role: "member",
  path: webhook,
  returns: z.object({
    /** Null after it was lost with the server's master key. */
    secret: z.string().nullable(),
  }),
  errors: ["WEBHOOK_NOT_FOUND"],
});

export const rollWebhookSecret = internalEndpoint({
  id: "roll-webhook-secret",
  route: "POST /internal/projects/{projectId}/webhooks/{webhookId}/secret/roll",
  summary: "Replace the signing secret of a webhook endpoint; the previous one signs, too, for as long as is chosen",
  role: "member",
  path: webhook,
  body: z.object({
    overlapMinutes: z
      .int()
      .min(0)
      .max(limits.webhookSecretOverlapMs / 60_000),
  }),
  returns: z.object({ secret: z.string(), webhook: ProjectWebhook }),
  errors: ["WEBHOOK_NOT_FOUND", "PROJECT_CLOSED"],
});

export const testWebhook = internalEndpoint({
  id: "test-webhook",
  route: "POST /internal/projects/{projectId}/webhooks/{webhookId}/test",
  summary: "Send a test of an event that a webhook endpoint is subscribed to, and wait for the first attempt",
  role: "member",
  path: webhook,
  body: z.object({
    type: WebhookEventType,
    data: Json.optional().meta({
      description: "The event's data; a sample by default. Must match the event's schema.",
    }),
  }),
  returns: z.object({ deliveryId: z.string(), delivered: z.boolean() }),
  errors: ["WEBHOOK_NOT_FOUND", "PROJECT_CLOSED"],
});

export const recoverWebhookDeliveries = internalEndpoint({
  id: "recover-webhook-deliveries",
  route: "POST /internal/projects/{projectId}/webhooks/{webhookId}/recover",
  summary: "Resend the deliveries that failed since a time",
  role: "member",
  path: webhook,
  body: z.object({ since: instant }),
  returns: z.object({ queued: z.int() }),
  errors: ["WEBHOOK_NOT_FOUND", "PROJECT_CLOSED"],
});

export const listWebhookDeliveries = internalEndpoint({
  id: "webhook-deliveries",
  route: "GET /internal/projects/{projectId}/webhooks/{webhookId}/deliveries",
  summary: "Events that were or are to be delivered to a webhook endpoint, newest first",
  role: "member",
  path: webhook,
  query: z.object({
    state: WebhookMessageState.optional(),
    type: WebhookEventType.optional(),
    roomId: z.string().optional(),
    from: instant.optional().meta({ description: "Created at this instant or later." }),
    to: instant.optional().meta({ description: "Created at this instant or earlier." }),
    cursor: z.string().optional().meta({ description: "Further back: the `nextCursor` of the page before." }),
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Deliveries per page." }),
  }),
  returns: z.object({ data: z.array(WebhookDelivery), nextCursor: z.string().nullable() }),
  errors: ["WEBHOOK_NOT_FOUND"],
});

export const getWebhookDelivery = internalEndpoint({
  id: "webhook-delivery",
  route: "GET /internal/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}",
  summary: "One delivery, with its attempts",
  role: "member",
  path: delivery,
  returns: WebhookDeliveryDetails,
  errors: ["WEBHOOK_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const replayWebhookDelivery = internalEndpoint({
  id: "replay-webhook-delivery",
  route: "POST /internal/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay",
  summary: "Send a delivery again",
  role: "member",
  path: delivery,
  returns: Done,
  errors: ["WEBHOOK_NOT_FOUND", "RESOURCE_NOT_FOUND", "PROJECT_CLOSED"],
});

/** The attempts of an endpoint over time. */
export const WebhookFigures = z.object({
  /** The first point's time; the steps are equally long. */
  from: instant,
  to: instant,
  stepMs: z.int(),
  /** Milliseconds of the attempts that were answered, by step; 0 where there were none. */
  p50: z.array(z.number()),
  p95: z.array(z.number()),
  /** Attempts by result, by step. */
  results: z.object({
    succeeded: z.array(z.int()),
    /** Answered with another status. */
    refused: z.array(z.int()),
    /** Not answered. */
    unanswered: z.array(z.int()),
  }),
  /** From when on deliveries are counted, if the endpoint has more of them than are looked at; null otherwise. */
  countedSince: instant.nullable(),
});
export type WebhookFigures = z.output<typeof WebhookFigures>;

export const getWebhookFigures = internalEndpoint({
  id: "webhook-figures",
  route: "GET /internal/projects/{projectId}/webhooks/{webhookId}/figures",
  summary: "Latency and results of the attempts of a webhook endpoint over time",
  role: "member",
  path: webhook,
  query: z.object({ span: z.enum(["hour", "day", "week"]).default("day") }),
  returns: WebhookFigures,
  errors: ["WEBHOOK_NOT_FOUND"],
});

/** A request that the catcher received, without its contents. */
export const CaughtRequest = z.object({
  id: z.string(),
  receivedAt: instant,
  /** The `webhook-id` header. */
  messageId: z.string(),
  type: WebhookEventType,
  roomId: z.string().nullable(),
  /** Whether a signature was valid for a secret of the endpoint when the request was received. */
  verified: z.boolean(),
  /** Of the body, as it was received. */
  bytes: z.int(),
});
export type CaughtRequest = z.output<typeof CaughtRequest>;

export const CaughtRequestDetails = CaughtRequest.extend({
  headers: z.record(z.string(), z.string()),
  /** The beginning of a body that is too long to be kept. */
  body: z.string(),
});
export type CaughtRequestDetails = z.output<typeof CaughtRequestDetails>;

export const listCaughtRequests = internalEndpoint({
  id: "caught-requests",
  route: "GET /internal/projects/{projectId}/webhooks/{webhookId}/caught-requests",
  summary: "Requests that the request catcher received for a webhook endpoint, newest first",
  role: "member",
  path: webhook,
  returns: z.array(CaughtRequest),
  errors: ["WEBHOOK_NOT_FOUND"],
});

export const getCaughtRequest = internalEndpoint({
  id: "caught-request",
  route: "GET /internal/projects/{projectId}/webhooks/{webhookId}/caught-requests/{requestId}",
  summary: "One request that the request catcher received, with its headers and body",
  role: "member",
  path: webhook.extend({ requestId: z.string() }),
  returns: CaughtRequestDetails,
  errors: ["WEBHOOK_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

/** An event that webhook endpoints can be subscribed to, with the shape of its body. */
export const WebhookEventDetails = z.object({
  type: WebhookEventType,
  fields: z.array(WebhookEventField),
  /** The JSON Schema of the body. */
  schema: JsonObject,
  /** The body of a test event. */
  example: z.object({ type: WebhookEventType, data: JsonObject }),
});
export type WebhookEventDetails = z.output<typeof WebhookEventDetails>;

export const listWebhookEvents = internalEndpoint({
  id: "webhook-events",
  route: "GET /internal/projects/{projectId}/webhook-events",
  summary: "The events that webhook endpoints of a project can be subscribed to, with their schemas and examples",
  role: "member",
  path: project,
  returns: z.array(WebhookEventDetails),
});

export const webhookEndpoints = [
  listWebhooks,
  createWebhook,
  createWebhookCatcher,
  listWebhookEvents,
  getWebhookFigures,
  listCaughtRequests,
  getCaughtRequest,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  revealWebhookSecret,
  rollWebhookSecret,
  testWebhook,
  recoverWebhookDeliveries,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
] as const;
