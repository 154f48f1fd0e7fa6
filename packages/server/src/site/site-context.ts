import type { NodeView } from "@weft/cluster/node";
import type {
  Activity,
  Chats,
  EventDeliveries,
  Guides,
  KeyTest,
  ManagementTokens,
  Messages,
  ProjectRecord,
  ProjectRooms,
  RequestCatcher,
  RetentionRules,
  Sso,
  StatusHistory,
  UserErasures,
  Users,
  Webhooks,
} from "@weft/collab";
import type { TeamRetentionState, TokenPrice } from "@weft/protocol";
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
  /** What endpoints that lead to the request catcher received. */
  readonly requestCatcher: RequestCatcher;
  readonly activity: Activity;
  readonly eventDeliveries: EventDeliveries;
  /** The users of projects, and their erasure. */
  readonly users: Users;
  readonly userErasures: UserErasures;
  /** Tries keys of AI providers. */
  readonly keyTest: KeyTest;
  /** How long answers took, and their tokens. */
  readonly chats: Pick<Chats, "measured">;
  /** What a million tokens of models cost. */
  readonly aiPrices: Readonly<Record<string, TokenPrice>>;
  /** Whether an AI provider is configured for the site's assistant. */
  readonly assistantHasModel: boolean;
  readonly activityFeed: ActivityFeed;
  readonly watchers: Watchers;
  /** Messages from users to the server's operator. */
  readonly messages: Messages;
  /** Pages of the documentation that staff created with the assistant. */
  readonly guides: Guides;
  /** Days for which a project's data is kept. */
  readonly retentionRules: RetentionRules;
  readonly retentionOf: (project: Pick<ProjectRecord, "team">) => Promise<TeamRetentionState["days"]>;
}
