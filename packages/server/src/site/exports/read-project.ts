import type {
  ExportContents,
  ExportedRoom,
  GroupPlace,
  GroupRecords,
  SeenUser,
  UserRecords,
  WebhookEndpointRecord,
  WebhookRecords,
} from "@weft/collab";
import { limits } from "@weft/protocol";
import type { ProjectId } from "@weft/protocol";
import { describeNotificationForBackend } from "../../http/describe-notification.ts";
import { describeGroup } from "../../http/groups.ts";
import { jsonFile, jsonPages } from "./json-pages.ts";

export interface ProjectReading {
  readonly users: Pick<UserRecords, "list">;
  readonly groups: Pick<GroupRecords, "list">;
  readonly webhooks: Pick<WebhookRecords, "endpoints">;
  readonly contents: Pick<ExportContents, "inbox" | "notificationSettings">;
}

/** Items of one file. */
const rowsPerFile = 1_000;

/**
 * What a project holds beside its rooms, a page at a time:
 *
 *   users/….json                  its users, with the times at which they were seen
 *   groups/….json                 groups with their members
 *   inbox-notifications/….json    the inboxes of all users
 *   notification-settings/….json  those of users, and of the project itself, where `userId` is null
 *   webhooks.json                 webhook endpoints, without their secrets
 */
export async function* readProject(
  { users, groups, webhooks, contents }: ProjectReading,
  project: ProjectId,
): AsyncGenerator<ExportedRoom["files"][number]> {
  yield* jsonPages(
    "users",
    async (after: SeenUser | undefined) => {
      const rows = await users.list(project, { limit: rowsPerFile, ...(after && { after }) });
      const last = rows.at(-1);
      return rows.length < rowsPerFile || last === undefined ? { rows } : { rows, next: last };
    },
    ({ id, name, avatar, color, firstSeenAt, lastSeenAt }) => ({
      id,
      name,
      avatar,
      color,
      firstSeenAt: iso(firstSeenAt),
      lastSeenAt: iso(lastSeenAt),
    }),
  );
  yield* jsonPages(
    "groups",
    async (after: GroupPlace | undefined) => {
      const rows = await groups.list(project, { limit: limits.groupsPerCall, ...(after && { after }) });
      const last = rows.at(-1);
      return rows.length < limits.groupsPerCall || last === undefined ? { rows } : { rows, next: last };
    },
    describeGroup,
  );
  yield* jsonPages(
    "inbox-notifications",
    (after: readonly [string, string] | undefined) => contents.inbox(project, rowsPerFile, after),
    (notification) => ({ userId: notification.userId, ...describeNotificationForBackend(notification) }),
  );
  yield* jsonPages(
    "notification-settings",
    (after: string | undefined) => contents.notificationSettings(project, rowsPerFile, after),
    ({ userId, settings }) => ({
      userId: userId === "" ? null : userId,
      settings: JSON.parse(settings) as unknown,
    }),
  );
  const endpoints = await webhooks.endpoints(project);
  if (endpoints.length > 0) yield jsonFile("webhooks.json", endpoints.map(describeEndpoint));
}

const iso = (at: number) => new Date(at).toISOString();

/** Values of headers may be secrets, as the signing secrets are: neither is in an export. */
function describeEndpoint(endpoint: WebhookEndpointRecord) {
  const { id, url, subscribedEvents, disabled, rateLimit = null, headers } = endpoint;
  return {
    id,
    url,
    subscribedEvents,
    disabled,
    rateLimit,
    headerNames: Object.keys(headers),
    storageThrottleSeconds: endpoint.storageThrottleSeconds,
    documentThrottleSeconds: endpoint.documentThrottleSeconds,
    createdAt: iso(endpoint.createdAt),
    updatedAt: iso(endpoint.updatedAt),
  };
}
