import type { Activity, Messages, ProjectRecord, ProjectRooms } from "@weft/collab";
import type { Plan } from "@weft/protocol";
import type { Services } from "../http/services.ts";
import type { Watchers } from "../inspector/watchers.ts";
import type { ActivityFeed } from "./activity-feed.ts";
import type { SiteServices } from "./site-services.ts";

/** What the routes of the site are given: everything that REST asks of the server, and what is the site's own. */
export interface SiteContext extends Services {
  readonly site: SiteServices;
  readonly projectRooms: ProjectRooms;
  readonly activity: Activity;
  readonly activityFeed: ActivityFeed;
  readonly watchers: Watchers;
  /** What people write to those who run the server. */
  readonly messages: Messages;
  /** What the plan of a project's team includes. */
  readonly planOf: (project: Pick<ProjectRecord, "team">) => Promise<Plan>;
}
