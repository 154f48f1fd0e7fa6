/** Inbox notifications, subscriptions and settings, as methods take and answer them. */
import type { NotificationChannel } from "@weft/protocol/types";
import type { PaginationOptions } from "../calls/pages.ts";
import type { AppActivities } from "@weft/client";
import type { AppKind } from "./app-types.ts";

/** A kind of notification: about a thread, about a mention in a text, or one of the application's. */
export type NotificationKind = "thread" | "textMention" | AppKind;

/** Who is mentioned. */
export type MentionData =
  | { kind: "user"; id: string; userIds?: never }
  | { kind: "group"; id: string; userIds?: string[] };

interface BaseNotification {
  id: string;
  notifiedAt: Date;
  /** Null until the notification is read. */
  readAt: Date | null;
}

/** A notification about new comments in a thread. */
export interface InboxNotificationThreadData extends BaseNotification {
  kind: "thread";
  roomId: string;
  threadId: string;
}

/** A notification about a mention in a text document. */
export interface InboxNotificationTextMentionData extends BaseNotification {
  kind: "textMention";
  roomId: string;
  createdBy: string;
  mentionId: string;
  mention: MentionData;
}

/** One activity of a custom notification. */
export interface InboxNotificationActivity<K extends AppKind = AppKind> {
  id: string;
  createdAt: Date;
  data: AppActivities[K];
}

/** A notification of a kind that the application defines. */
export interface InboxNotificationCustomData<K extends AppKind = AppKind> extends BaseNotification {
  kind: K;
  roomId?: string;
  subjectId: string;
  activities: InboxNotificationActivity<K>[];
}

/** A notification of a user. */
export type InboxNotificationData =
  | InboxNotificationThreadData
  | InboxNotificationTextMentionData
  | InboxNotificationCustomData;

/** Whose inbox is listed, and which notifications of it. */
export interface InboxNotificationsQueryCriteria {
  userId: string;
  /** @deprecated use `organizationId` */
  tenantId?: string;
  organizationId?: string;
  query?: string | { unread: boolean };
}

/** Which notifications of a user are listed, and which page of them. */
export type GetInboxNotificationsOptions = InboxNotificationsQueryCriteria & PaginationOptions;

/** Which kinds a user receives on a channel. */
export type NotificationChannelSettings = { [K in NotificationKind]: boolean };

/** How a user is reached, by channel. Null for a channel on which the project sends nothing. */
export type NotificationSettingsOfUser = { [C in NotificationChannel]: NotificationChannelSettings | null };

/** Changes of notification settings. Settings that are absent stay as they are. */
export type PartialNotificationSettings = { [C in NotificationChannel]?: Partial<NotificationChannelSettings> };

/** What a user is notified about in a room. */
export interface RoomSubscriptionSettings {
  threads: "all" | "replies_and_mentions" | "none";
  textMentions: "mine" | "none";
}

/** What notifies a user in one of the rooms. */
export interface UserRoomSubscriptionSettings extends RoomSubscriptionSettings {
  roomId: string;
}

/** That a user is notified about a subject, such as a thread. */
export interface SubscriptionData {
  kind: NotificationKind;
  subjectId: string;
  createdAt: Date;
}

/** The subscription of a user to a thread. */
export interface UserSubscriptionData extends SubscriptionData {
  userId: string;
}
