import type { Activity, Messages, ProjectRecord, ProjectRooms } from "@weft/collab";
import type { Plan } from "@weft/protocol";
import type { Services } from "../http/services.ts";
import type { Watchers } from "../inspector/watchers.ts";
import type { ActivityFeed } from "./activity-feed.ts";
import type { SiteServices } from "./site-services.ts";

/** The dependencies of the site's routes: those of REST, and the site's own. */
export interface SiteContext extends Services {
  readonly site: SiteServices;
  readonly projectRooms: ProjectRooms;
  readonly activity: Activity;
  readonly activityFeed: ActivityFeed;
  readonly watchers: Watchers;
  /** Messages from users to the server's operator. */
  readonly messages: Messages;
  /** The plan of a project's team. */
  readonly planOf: (project: Pick<ProjectRecord, "team">) => Promise<Plan>;
}
