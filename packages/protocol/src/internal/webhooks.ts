import { z } from "zod";
import { integer } from "../endpoint.ts";
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
  /** How many of its newest deliveries, up to 100, were attempted, and how many of those have not arrived. */
  newest: z.object({ attempted: z.int(), undelivered: z.int() }),
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
  summary: "Send a sample of an event that a webhook endpoint is subscribed to, and wait for the first attempt",
  role: "member",
  path: webhook,
  body: z.object({ type: WebhookEventType }),
  returns: z.object({ deliveryId: z.string(), delivered: z.boolean() }),
  errors: ["WEBHOOK_NOT_FOUND", "PROJECT_CLOSED"],
});

export const recoverWebhookDeliveries = internalEndpoint({
  id: "recover-webhook-deliveries",
  route: "POST /internal/projects/{projectId}/webhooks/{webhookId}/recover",
  summary: "Send again what failed for good since an instant",
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

export const webhookEndpoints = [
  listWebhooks,
  createWebhook,
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
