import type { Route } from "../http/route.ts";
import { activityRoutes } from "./activity/routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { contentRoutes } from "./content-routes.ts";
import { mailRoutes } from "./mail-routes.ts";
import { projectRoutes } from "./project-routes.ts";
import { teamRoutes } from "./team-routes.ts";

/** Every call of the site. */
export const siteRoutes: readonly Route[] = [
  ...accountRoutes,
  ...teamRoutes,
  ...projectRoutes,
  ...activityRoutes,
  ...contentRoutes,
  ...mailRoutes,
];
