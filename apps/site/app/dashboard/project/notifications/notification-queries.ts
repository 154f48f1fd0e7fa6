import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InboxNotification, ProjectNotifications, SubscriptionSettings } from "@weft/protocol";
import type { z } from "zod";
import { request } from "../../../api/request.ts";
import { filled } from "../shared/filled.ts";
import { gateway } from "../shared/gateway.ts";
import type { CursorPage } from "../shared/room-body.ts";

export type InboxNotificationBody = z.output<typeof InboxNotification>;
export type Channel = keyof ProjectNotifications["channels"];
/** By channel and kind. What the project has not enabled is absent. */
export type UserSettings = { readonly [C in Channel]?: Readonly<Record<string, boolean>> };
export type RoomSettings = z.output<typeof SubscriptionSettings> & { readonly roomId: string };

export const channels: readonly { readonly id: Channel; readonly label: string }[] = [
  { id: "email", label: "Email" },
  { id: "slack", label: "Slack" },
  { id: "teams", label: "Teams" },
  { id: "webPush", label: "Web push" },
];
/** Kinds that every project has. */
export const ownKinds = ["thread", "textMention"] as const;

export function notificationsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "notifications", "settings"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/notifications", { path: { projectId }, signal }),
  });
}

export const userPath = (userId: string) => `/users/${encodeURIComponent(userId)}`;
/** Every key of what a user is notified of begins with this. */
export const userKey = (projectId: string, userId: string) =>
  ["project", projectId, "notifications", "user", userId] as const;

export interface InboxSearch {
  readonly query: string;
  readonly organizationId: string;
  readonly cursor: string;
}

export function inboxQuery(projectId: string, userId: string, { query, organizationId, cursor }: InboxSearch) {
  return queryOptions({
    queryKey: [...userKey(projectId, userId), "inbox", query, organizationId, cursor],
    queryFn: ({ signal }) =>
      gateway<CursorPage<InboxNotificationBody>>(projectId, "GET", `${userPath(userId)}/inbox-notifications`, {
        query: filled({ limit: "20", query, organizationId, startingAfter: cursor }),
        signal,
      }),
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  });
}

export function userSettingsQuery(projectId: string, userId: string) {
  return queryOptions({
    queryKey: [...userKey(projectId, userId), "settings"],
    queryFn: ({ signal }) =>
      gateway<UserSettings>(projectId, "GET", `${userPath(userId)}/notification-settings`, { signal }),
  });
}

export function roomSettingsQuery(projectId: string, userId: string) {
  return queryOptions({
    queryKey: [...userKey(projectId, userId), "rooms"],
    queryFn: ({ signal }) =>
      gateway<CursorPage<RoomSettings>>(projectId, "GET", `${userPath(userId)}/room-subscription-settings`, { signal }),
  });
}
