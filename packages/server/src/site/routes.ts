import { accountRoutes } from "./account-routes.ts";
import { activityRoutes } from "./activity-routes.ts";
import { contentRoutes } from "./content-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { mailRoutes } from "./mail-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { projectRoutes } from "./project-routes.ts";
import { roomRoutes } from "./room-routes.ts";
import type { SiteRoute } from "./site-route.ts";
import { teamRoutes } from "./team-routes.ts";

/** Every call of the site. */
export const siteRoutes: readonly SiteRoute[] = [
  ...accountRoutes,
  ...teamRoutes,
  ...projectRoutes,
  ...roomRoutes,
  ...overviewRoutes,
  ...activityRoutes,
  ...contentRoutes,
  ...jobRoutes,
  ...mailRoutes,
  ...messageRoutes,
];
