import type { Services } from "../http/services.ts";
import type { ActivityServices } from "./activity/activity-services.ts";
import type { SiteServices } from "./site-services.ts";

/** What the routes of the site are given: everything that REST asks of the server, and what is the site's own. */
export interface SiteContext extends Services {
  readonly site: SiteServices;
  readonly activity: ActivityServices;
}
