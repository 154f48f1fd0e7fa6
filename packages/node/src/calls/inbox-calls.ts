import { filterOf } from "../filter.ts";
import type { AppActivities } from "@weft/client";
import type { AppKind } from "../types/app-types.ts";
import type {
  GetInboxNotificationsOptions,
  InboxNotificationActivity,
  InboxNotificationCustomData,
  InboxNotificationData,
  InboxNotificationsQueryCriteria,
  NotificationSettingsOfUser,
  PartialNotificationSettings,
  RoomSubscriptionSettings,
  UserRoomSubscriptionSettings,
} from "../types/inbox.ts";
import type { IterationOptions, RequestOptions } from "./calls.ts";
import { itemsOf } from "./pages.ts";
import type { ListPage, PaginationOptions } from "./pages.ts";
import { ThreadCalls } from "./thread-calls.ts";
import { dated } from "./wire.ts";
import type { WireForm } from "./wire.ts";

interface OfNotification {
  userId: string;
  inboxNotificationId: string;
}
interface InOrganization {
  organizationId?: string;
  /** @deprecated use `organizationId` */
  tenantId?: string;
}

/** Inbox notifications, and which of them users receive. */
export abstract class InboxCalls extends ThreadCalls {
  async getInboxNotification(params: OfNotification, options?: RequestOptions): Promise<InboxNotificationData> {
    return notificationOf(await this.json("getInboxNotification", { path: ofNotification(params), ...options }));
  }

  /** Lists the notifications of a user in one organization, newest first. */
  async getInboxNotifications(
    params: GetInboxNotificationsOptions,
    options?: RequestOptions,
  ): Promise<ListPage<InboxNotificationData>> {
    const { userId, query, organizationId, tenantId, limit, startingAfter } = params;
    const page: ListPage<WireForm<InboxNotificationData>> = await this.json("getInboxNotifications", {
      path: { userId },
      query: {
        limit,
        startingAfter,
        organizationId: organizationId ?? tenantId,
        query: filterOf(typeof query === "object" ? { unread: query.unread } : query),
      },
      ...options,
    });
    return { ...page, data: page.data.map(notificationOf) };
  }

  /** Goes through the notifications of a user in one organization, newest first. */
  iterInboxNotifications(
    criteria: InboxNotificationsQueryCriteria,
    { pageSize = 50, ...options }: IterationOptions = {},
  ) {
    return itemsOf((startingAfter) =>
      this.getInboxNotifications({ ...criteria, startingAfter, limit: pageSize }, options),
    );
  }

  /** Notifies a user about something of the application's own. */
  triggerInboxNotification<K extends AppKind>(
    params: {
      userId: string;
      kind: K;
      roomId?: string;
      subjectId: string;
      activityData: AppActivities[K];
    } & InOrganization,
    options?: RequestOptions,
  ): Promise<void> {
    const { tenantId, organizationId, ...rest } = params;
    return this.nothing("triggerInboxNotification", {
      body: { ...rest, organizationId: organizationId ?? tenantId },
      ...options,
    });
  }

  markInboxNotificationAsRead(params: { inboxNotificationId: string }, options?: RequestOptions): Promise<void> {
    const { inboxNotificationId } = params;
    return this.nothing("markInboxNotificationAsRead", { path: { inboxNotificationId }, ...options });
  }

  deleteInboxNotification(params: OfNotification, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteInboxNotification", { path: ofNotification(params), ...options });
  }

  /** Deletes the notifications of a user in one organization. */
  deleteAllInboxNotifications(params: { userId: string } & InOrganization, options?: RequestOptions): Promise<void> {
    const { userId, organizationId, tenantId } = params;
    return this.nothing("deleteAllInboxNotifications", {
      path: { userId },
      query: { organizationId: organizationId ?? tenantId },
      ...options,
    });
  }

  async getNotificationSettings(
    params: { userId: string },
    options?: RequestOptions,
  ): Promise<NotificationSettingsOfUser> {
    const { userId } = params;
    return settingsOf(await this.json("getNotificationSettings", { path: { userId }, ...options }));
  }

  async updateNotificationSettings(
    params: { userId: string; data: PartialNotificationSettings },
    options?: RequestOptions,
  ): Promise<NotificationSettingsOfUser> {
    const { userId, data } = params;
    return settingsOf(await this.json("updateNotificationSettings", { path: { userId }, body: data, ...options }));
  }

  /** Returns to the project's settings. */
  deleteNotificationSettings(params: { userId: string }, options?: RequestOptions): Promise<void> {
    const { userId } = params;
    return this.nothing("deleteNotificationSettings", { path: { userId }, ...options });
  }

  /** Lists the settings of a user in the rooms where the user has any. */
  async getUserRoomSubscriptionSettings(
    params: { userId: string } & InOrganization & PaginationOptions,
    options?: RequestOptions,
  ): Promise<ListPage<UserRoomSubscriptionSettings>> {
    const { userId, limit, startingAfter } = params;
    const page: ListPage<UserRoomSubscriptionSettings> = await this.json("getUserRoomSubscriptionSettings", {
      path: { userId },
      query: { limit, startingAfter },
      ...options,
    });
    return page;
  }

  /** Goes through the settings of a user in the rooms where the user has any. */
  iterUserRoomSubscriptionSettings(params: { userId: string }, { pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((startingAfter) =>
      this.getUserRoomSubscriptionSettings({ ...params, startingAfter, limit: pageSize }, options),
    );
  }

  getRoomSubscriptionSettings(
    params: { userId: string; roomId: string },
    options?: RequestOptions,
  ): Promise<RoomSubscriptionSettings> {
    const { userId, roomId } = params;
    return this.json("getRoomSubscriptionSettings", { path: { userId, roomId }, ...options });
  }

  updateRoomSubscriptionSettings(
    params: { userId: string; roomId: string; data: Partial<RoomSubscriptionSettings> },
    options?: RequestOptions,
  ): Promise<RoomSubscriptionSettings> {
    const { userId, roomId, data } = params;
    return this.json("updateRoomSubscriptionSettings", { path: { userId, roomId }, body: data, ...options });
  }

  /** Returns to the defaults. */
  deleteRoomSubscriptionSettings(params: { userId: string; roomId: string }, options?: RequestOptions): Promise<void> {
    const { userId, roomId } = params;
    return this.nothing("deleteRoomSubscriptionSettings", { path: { userId, roomId }, ...options });
  }
}

function ofNotification({ userId, inboxNotificationId }: OfNotification) {
  return { userId, inboxNotificationId };
}

function notificationOf(wire: WireForm<InboxNotificationData>): InboxNotificationData {
  const notification = dated<InboxNotificationData>(wire, "notifiedAt", "readAt");
  if (!("activities" in wire)) return notification;
  const activities = wire.activities.map((activity) => dated<InboxNotificationActivity>(activity, "createdAt"));
  return { ...(notification as InboxNotificationCustomData), activities };
}

/** A channel on which the project sends nothing is absent from answers. */
function settingsOf(wire: Partial<NotificationSettingsOfUser>): NotificationSettingsOfUser {
  return {
    email: wire.email ?? null,
    slack: wire.slack ?? null,
    teams: wire.teams ?? null,
    webPush: wire.webPush ?? null,
  };
}
