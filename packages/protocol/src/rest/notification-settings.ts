/** On which channels a user is notified: for back ends, under `/v2`, and for clients, under `/v2/c`. */
import { z } from "zod";
import { endpoint, mapOf } from "../endpoint.ts";
import { UserId } from "../ids.ts";
import { limits } from "../limits.ts";
import { notificationChannels } from "../webhook.ts";

const tag = "Notifications";

export type NotificationChannel = (typeof notificationChannels)[number];

const forEachChannel = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(notificationChannels.map((channel) => [channel, schema])) as {
    readonly [C in NotificationChannel]: S;
  };

/** A kind of notification: `thread`, `textMention`, or one of the project's own. */
export const kindPattern = /^(thread|textMention|\$[a-zA-Z_]{1,128})$/;

export const NotificationSettings = z.strictObject(forEachChannel(z.record(z.string(), z.boolean()).optional())).meta({
  id: "NotificationSettings",
  description:
    "The kinds of notifications that the user receives on each channel. Channels and kinds that aren't enabled in the project are absent.",
});

export const NotificationSettingsChange = z
  .strictObject(
    forEachChannel(
      mapOf(z.boolean(), {
        entries: limits.notificationKinds,
        keyPattern: kindPattern,
        keyRule: "the kind must be `thread`, `textMention`, or `$` and 1 to 128 letters or `_`.",
      }).optional(),
    ),
    { error: (issue) => (issue.code === "unrecognized_keys" ? `Unknown channel '${issue.keys?.[0]}'.` : undefined) },
  )
  .meta({
    id: "NotificationSettingsChange",
    description: "Absent settings don't change. Channels and kinds that aren't enabled in the project are rejected.",
  });

const path = z.object({ userId: UserId });

export const getNotificationSettings = endpoint({
  id: "get-notification-settings",
  route: "GET /v2/users/{userId}/notification-settings",
  tag,
  summary: "Get notification settings",
  auth: "secret",
  path,
  returns: NotificationSettings,
});

export const updateNotificationSettings = endpoint({
  id: "update-notification-settings",
  route: "POST /v2/users/{userId}/notification-settings",
  tag,
  summary: "Update notification settings",
  auth: "secret",
  path,
  body: NotificationSettingsChange,
  returns: NotificationSettings,
});

export const deleteNotificationSettings = endpoint({
  id: "delete-notification-settings",
  route: "DELETE /v2/users/{userId}/notification-settings",
  tag,
  summary: "Delete notification settings",
  auth: "secret",
  path,
  returns: { empty: true },
  status: 204,
});

export const getNotificationSettingsAsUser = endpoint({
  id: "get-notification-settings-as-user",
  route: "GET /v2/c/notification-settings",
  tag,
  summary: "Get notification settings as user",
  auth: "personal",
  returns: NotificationSettings,
});

export const updateNotificationSettingsAsUser = endpoint({
  id: "update-notification-settings-as-user",
  route: "POST /v2/c/notification-settings",
  tag,
  summary: "Update notification settings as user",
  auth: "personal",
  body: NotificationSettingsChange,
  returns: NotificationSettings,
});

export const notificationSettingsEndpoints = [
  getNotificationSettings,
  updateNotificationSettings,
  deleteNotificationSettings,
  getNotificationSettingsAsUser,
  updateNotificationSettingsAsUser,
] as const;
