/** The management API: webhook endpoints of a team's projects. */
import { z } from "zod";
import { endpoint, integer } from "../endpoint.ts";
import { ProjectId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { Webhook, WebhookDraft, WebhookEventType, WebhookHeaders, WebhookPatch } from "../webhook-endpoint.ts";
import { ChosenInstant } from "./comment-objects.ts";

const tag = "Management";
const inProject = z.object({ projectId: ProjectId });
const ofWebhook = z.object({ projectId: ProjectId, webhookId: StorableText.min(1) });
const all = "/v2/management/projects/{projectId}/webhooks";
const one = `${all}/{webhookId}` as const;
const missing = ["PROJECT_NOT_FOUND", "WEBHOOK_NOT_FOUND"] as const;
const reads = { tag, auth: "management", scope: "read:all" } as const;
const writes = { tag, auth: "management", scope: "write:all" } as const;
const headers = z.strictObject({ headers: WebhookHeaders });

export const listManagedWebhooks = endpoint({
  id: "list-management-webhooks",
  route: `GET ${all}`,
  summary: "List webhook endpoints",
  ...reads,
  path: inProject,
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Endpoints per page." }),
    cursor: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
  }),
  returns: z.strictObject({
    data: z.array(Webhook),
    nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
  }),
  errors: ["PROJECT_NOT_FOUND"],
});

export const createManagedWebhook = endpoint({
  id: "create-management-webhook",
  route: `POST ${all}`,
  summary: "Create webhook endpoint",
  ...writes,
  path: inProject,
  body: WebhookDraft,
  returns: Webhook,
  errors: ["PROJECT_NOT_FOUND", "FORBIDDEN"],
});

export const getManagedWebhook = endpoint({
  id: "get-management-webhook",
  route: `GET ${one}`,
  summary: "Get webhook endpoint",
  ...reads,
  path: ofWebhook,
  returns: Webhook,
  errors: missing,
});

export const updateManagedWebhook = endpoint({
  id: "update-management-webhook",
  route: `POST ${one}`,
  summary: "Update webhook endpoint",
  description: "Absent properties don't change. Disabling the endpoint drops its pending deliveries.",
  ...writes,
  path: ofWebhook,
  body: WebhookPatch,
  returns: Webhook,
  errors: missing,
});

export const deleteManagedWebhook = endpoint({
  id: "delete-management-webhook",
  route: `DELETE ${one}`,
  summary: "Delete webhook endpoint",
  ...writes,
  path: ofWebhook,
  returns: { empty: true },
  errors: missing,
});

export const rollManagedWebhookSecret = endpoint({
  id: "roll-management-webhook-secret",
  route: `POST ${one}/secret/roll`,
  summary: "Roll webhook secret",
  description: "Until the previous secret expires, requests have a signature for each secret.",
  ...writes,
  path: ofWebhook,
  returns: z.strictObject({ secret: z.strictObject({ value: z.string() }), message: z.string() }),
  errors: missing,
});

export const getManagedWebhookHeaders = endpoint({
  id: "get-management-webhook-headers",
  route: `GET ${one}/additional-headers`,
  summary: "Get additional webhook headers",
  ...reads,
  path: ofWebhook,
  returns: headers,
  errors: missing,
});

export const addManagedWebhookHeaders = endpoint({
  id: "add-management-webhook-headers",
  route: `POST ${one}/additional-headers`,
  summary: "Add additional webhook headers",
  description: "Replaces headers with the same names.",
  ...writes,
  path: ofWebhook,
  body: z.object({ headers: WebhookHeaders }),
  returns: headers,
  errors: missing,
});

export const deleteManagedWebhookHeaders = endpoint({
  id: "delete-management-webhook-headers",
  route: `POST ${one}/delete-additional-headers`,
  summary: "Delete additional webhook headers",
  ...writes,
  path: ofWebhook,
  body: z.object({ headers: z.array(StorableText).min(1).max(limits.pageSizeMax) }),
  returns: headers,
  errors: missing,
});

export const recoverManagedWebhookMessages = endpoint({
  id: "recover-management-webhook-messages",
  route: `POST ${one}/recover-failed-messages`,
  summary: "Recover failed webhook messages",
  description: "Resends messages created since the given time whose attempts have all failed.",
  ...writes,
  path: ofWebhook,
  body: z.object({ since: ChosenInstant }),
  returns: { empty: true },
  errors: missing,
});

export const testManagedWebhook = endpoint({
  id: "test-management-webhook",
  route: `POST ${one}/test`,
  summary: "Send test event",
  description: "Responds after the first attempt. `deliveredAt` is absent if it failed.",
  ...writes,
  path: ofWebhook,
  body: z.object({ subscribedEvent: WebhookEventType }),
  returns: z.strictObject({
    message: z.strictObject({ id: z.string(), deliveredAt: z.iso.datetime().optional() }),
  }),
  errors: missing,
});

export const managedWebhookEndpoints = [
  listManagedWebhooks,
  createManagedWebhook,
  getManagedWebhook,
  updateManagedWebhook,
  deleteManagedWebhook,
  rollManagedWebhookSecret,
  getManagedWebhookHeaders,
  addManagedWebhookHeaders,
  deleteManagedWebhookHeaders,
  recoverManagedWebhookMessages,
  testManagedWebhook,
] as const;
