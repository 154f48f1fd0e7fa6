import { accountRoutes } from "./account-routes.ts";
import { activityRoutes } from "./activity-routes.ts";
import { assistantRoutes } from "./assistant-routes.ts";
import { contentRoutes } from "./content-routes.ts";
import { copilotPageRoutes } from "./copilot-routes.ts";
import { demoRoutes } from "./demo-routes.ts";
import { guideRoutes } from "./guide-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { mailRoutes } from "./mail-routes.ts";
import { managementTokenRoutes } from "./management-token-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { nodeRoutes } from "./node-routes.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { projectRoutes } from "./project-routes.ts";
import { roomRoutes } from "./room-routes.ts";
import type { SiteRoute } from "./site-route.ts";
import { ssoRoutes } from "./sso-routes.ts";
import { statusRoutes } from "./status-routes.ts";
import { teamRoutes } from "./team-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";
import { userRoutes } from "./user-routes.ts";
import { threadRoutes } from "./thread-routes.ts";

/** Every call of the site. */
export const siteRoutes: readonly SiteRoute[] = [
  ...accountRoutes,
  ...teamRoutes,
  ...ssoRoutes,
  ...managementTokenRoutes,
  ...projectRoutes,
  ...userRoutes,
  ...threadRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
  ...copilotPageRoutes,
  ...roomRoutes,
  ...overviewRoutes,
  ...activityRoutes,
  ...contentRoutes,
  ...assistantRoutes,
  ...guideRoutes,
  ...demoRoutes,
  ...jobRoutes,
  ...mailRoutes,
  ...nodeRoutes,
  ...messageRoutes,
  ...statusRoutes,
];
