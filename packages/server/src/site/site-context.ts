import type { NodeView } from "@weft/cluster/node";
import type {
  Activity,
  Guides,
  ManagementTokens,
  Messages,
  ProjectRecord,
  ProjectRooms,
  Sso,
  StatusHistory,
  UserErasures,
  Users,
  Webhooks,
} from "@weft/collab";
import type { Plan } from "@weft/protocol";
import type { Services } from "../http/services.ts";
import type { Watchers } from "../inspector/watchers.ts";
import type { SamlReader } from "../saml/saml-reader.ts";
import type { ActivityFeed } from "./activity-feed.ts";
import type { SiteServices } from "./site-services.ts";
import type { SsoBrowsers } from "./sso-browsers.ts";

/** The dependencies of the site's routes: those of REST, and the site's own. */
export interface SiteContext extends Services {
  readonly site: SiteServices;
  readonly managementTokens: ManagementTokens;
  /** Single sign-on of teams. */
  readonly sso: Sso;
  readonly ssoBrowsers: SsoBrowsers;
  readonly saml: Pick<SamlReader, "metadata">;
  readonly projectRooms: ProjectRooms;
  /** When the server was available. */
  readonly statusHistory: StatusHistory;
  /** What this server knows as a node of a cluster; undefined if it is one process. */
  readonly node: () => Omit<NodeView, "figures"> | undefined;
  readonly webhooks: Webhooks;
  readonly activity: Activity;
  /** The users of projects, and their erasure. */
  readonly users: Users;
  readonly userErasures: UserErasures;
  /** Whether an AI provider is configured for the site's assistant. */
  readonly assistantHasModel: boolean;
  readonly activityFeed: ActivityFeed;
  readonly watchers: Watchers;
  /** Messages from users to the server's operator. */
  readonly messages: Messages;
  /** Pages of the documentation that staff created with the assistant. */
  readonly guides: Guides;
  /** The plan of a project's team. */
  readonly planOf: (project: Pick<ProjectRecord, "team">) => Promise<Plan>;
}
