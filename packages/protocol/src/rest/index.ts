import { endpoint } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { JsonObject } from "../json.ts";
import { attachmentEndpoints } from "./attachments.ts";
import { authEndpoints } from "./auth.ts";
import { contextualPromptEndpoints } from "./contextual-prompt.ts";
import { copilotEndpoints } from "./copilots.ts";
import { knowledgeEndpoints } from "./knowledge.ts";
import { documentEndpoints } from "./documents.ts";
import { inboxEndpoints } from "./inbox.ts";
import { notificationSettingsEndpoints } from "./notification-settings.ts";
import { groupEndpoints } from "./groups.ts";
import { managedWebhookEndpoints } from "./management-webhooks.ts";
import { managementEndpoints } from "./management.ts";
import { feedEndpoints } from "./feeds.ts";
import { roomEndpoints } from "./rooms.ts";
import { storageFileEndpoints } from "./storage-files.ts";
import { storageEndpoints } from "./storage.ts";
import { threadEndpointsAsUser } from "./threads-as-user.ts";
import { threadEndpoints } from "./threads.ts";
import { urlMetadataEndpoints } from "./url-metadata.ts";
import { versionEndpoints } from "./versions.ts";

export * from "./attachments.ts";
export * from "./auth.ts";
export * from "./comment-objects.ts";
export * from "./contextual-prompt.ts";
export * from "./copilots.ts";
export * from "./documents.ts";
export * from "./inbox.ts";
export * from "./notification-settings.ts";
export * from "./groups.ts";
export * from "./key-lifetime.ts";
export * from "./knowledge.ts";
export * from "./management.ts";
export * from "./management-webhooks.ts";
export * from "./feeds.ts";
export * from "./rooms.ts";
export * from "./storage-files.ts";
export * from "./storage.ts";
export * from "./threads.ts";
export * from "./threads-as-user.ts";
export * from "./url-metadata.ts";
export * from "./versions.ts";

export const getOpenApi = endpoint({
  id: "get-openapi",
  route: "GET /v2/openapi.json",
  tag: "Meta",
  summary: "Get OpenAPI document",
  auth: "none",
  returns: JsonObject,
});

/** Every REST endpoint, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  ...roomEndpoints,
  ...storageEndpoints,
  ...storageFileEndpoints,
  ...documentEndpoints,
  ...versionEndpoints,
  ...threadEndpoints,
  ...threadEndpointsAsUser,
  ...inboxEndpoints,
  ...notificationSettingsEndpoints,
  ...groupEndpoints,
  ...urlMetadataEndpoints,
  ...attachmentEndpoints,
  ...feedEndpoints,
  ...copilotEndpoints,
  ...contextualPromptEndpoints,
  ...knowledgeEndpoints,
  ...authEndpoints,
  ...managementEndpoints,
  ...managedWebhookEndpoints,
  getOpenApi,
];
