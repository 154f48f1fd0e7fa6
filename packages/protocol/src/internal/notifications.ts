import { z } from "zod";
import { mapOf } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { CustomKind } from "../rest/inbox.ts";
import { kindPattern } from "../rest/notification-settings.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const path = z.object({ projectId: z.string() });

const Channel = z.object({
  enabled: z.boolean(),
  /** Kinds that are enabled on the channel, with what users begin with. */
  kinds: z.record(z.string(), z.boolean()),
});

const CustomKindSettings = z.object({
  kind: z.string(),
  /** Triggers of the same user and subject share a notification. */
  batched: z.boolean(),
});

/** How the users of a project are notified. */
export const ProjectNotifications = z.object({
  channels: z.object({ email: Channel, slack: Channel, teams: Channel, webPush: Channel }),
  customKinds: z.array(CustomKindSettings),
  /** From a notification that stays unread to its `notification` event. */
  delayMs: z.int(),
});
export type ProjectNotifications = z.output<typeof ProjectNotifications>;

const ChannelChange = z
  .object({
    enabled: z.boolean().optional(),
    kinds: mapOf(z.boolean(), { entries: limits.notificationKinds, keyPattern: kindPattern }).optional(),
  })
  .optional();

export const ProjectNotificationsChange = z.object({
  channels: z
    .object({ email: ChannelChange, slack: ChannelChange, teams: ChannelChange, webPush: ChannelChange })
    .optional(),
  customKinds: z
    .array(z.object({ kind: CustomKind, batched: z.boolean() }))
    .max(limits.notificationKinds)
    .optional(),
  delayMs: z
    .int()
    .min(limits.notificationDelayMinMs)
    .max(limits.notificationDelayMaxMs)
    .nullable()
    .optional()
    .meta({ description: "Null for the server's." }),
});

export const getProjectNotifications = internalEndpoint({
  id: "project-notifications",
  route: "GET /internal/projects/{projectId}/notifications",
  summary: "How the users of a project are notified",
  role: "member",
  path,
  returns: ProjectNotifications,
});

export const updateProjectNotifications = internalEndpoint({
  id: "update-project-notifications",
  route: "PATCH /internal/projects/{projectId}/notifications",
  summary: "Change how the users of a project are notified; a list or map is replaced",
  role: "member",
  path,
  body: ProjectNotificationsChange,
  returns: ProjectNotifications,
});

export const notificationEndpoints = [getProjectNotifications, updateProjectNotifications] as const;
