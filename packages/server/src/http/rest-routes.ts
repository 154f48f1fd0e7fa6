import { endpoints as declaredEndpoints } from "@weft/protocol";
import { roomRoutes } from "./rooms.ts";
import { storageRoutes } from "./storage.ts";
import { storageFileRoutes } from "./storage-files.ts";
import { documentRoutes } from "./documents.ts";
import { versionRoutes } from "./versions.ts";
import { threadRoutes } from "./threads.ts";
import { threadRoutesAsUser } from "./threads-as-user.ts";
import { inboxRoutes } from "./inbox.ts";
import { textEditorRoutes } from "./text-editors.ts";
import { notificationSettingsRoutes } from "./notification-settings.ts";
import { groupRoutes } from "./groups.ts";
import { copilotRoutes } from "./copilots.ts";
import { knowledgeRoutes } from "./knowledge.ts";
import { urlMetadataRoutes } from "./url-metadata.ts";
import { attachmentRoutes } from "./attachments.ts";
import { feedRoutes } from "./feeds.ts";
import { authRoutes } from "./auth.ts";
import { managementRoutes } from "./management.ts";
import { managementWebhookRoutes } from "./management-webhooks.ts";
import { openApiRoutes } from "./openapi.ts";
import type { Route } from "./route.ts";

/** Every implemented endpoint of REST. */
export const restRoutes = (publicUrl: string): readonly Route[] => [
  ...roomRoutes,
  ...storageRoutes,
  ...storageFileRoutes,
  ...documentRoutes,
  ...versionRoutes,
  ...threadRoutes,
  ...threadRoutesAsUser,
  ...inboxRoutes,
  ...textEditorRoutes,
  ...notificationSettingsRoutes,
  ...groupRoutes,
  ...copilotRoutes,
  ...knowledgeRoutes,
  ...urlMetadataRoutes,
  ...attachmentRoutes,
  ...feedRoutes,
  ...authRoutes,
  ...managementRoutes,
  ...managementWebhookRoutes,
  ...openApiRoutes(declaredEndpoints, publicUrl),
];
