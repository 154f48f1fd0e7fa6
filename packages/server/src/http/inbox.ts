import type { InboxContents } from "@weft/collab";
import {
  countUnreadInboxNotificationsAsUser,
  defaultOrganization,
  deleteAllInboxNotifications,
  deleteAllInboxNotificationsAsUser,
  deleteInboxNotification,
  deleteInboxNotificationAsUser,
  getInboxNotification,
  listChangedInboxNotificationsAsUser,
  listInboxNotifications,
  listInboxNotificationsAsUser,
  markInboxNotificationAsRead,
  markInboxNotificationsAsReadAsUser,
  markRoomInboxNotificationsAsReadAsUser,
  organizationOf,
  triggerInboxNotification,
  WeftError,
} from "@weft/protocol";
import { describeNotification, describeNotificationForBackend } from "./describe-notification.ts";
import { deletedLists, describeSubscription, threadTexts } from "./describe-thread.ts";
import { describeGroup } from "./groups.ts";
import { encodedInPieces, JsonList, objectInPieces } from "./json-pieces.ts";
import { implement, routes } from "./route.ts";

const iso = (at: number) => new Date(at).toISOString();

export const inboxRoutes = routes(
  implement(listInboxNotifications, async ({ project, path: { userId }, query }, { inbox }) => {
    const owner = { project: project.id, userId, organizationId: organizationOf(query) ?? defaultOrganization };
    const search = { limit: query.limit, cursor: query.startingAfter, query: query.query };
    const { notifications, nextCursor } = await inbox.page(owner, search);
    return { data: notifications.map(describeNotificationForBackend), nextCursor };
  }),
  implement(deleteAllInboxNotifications, ({ project, path: { userId }, query }, { inbox }) =>
    inbox.deleteAll({ project: project.id, userId, organizationId: organizationOf(query) ?? defaultOrganization }),
  ),
  implement(getInboxNotification, async ({ project, path: { userId, inboxNotificationId } }, { inbox }) =>
    describeNotificationForBackend(await inbox.find({ project: project.id, userId }, inboxNotificationId)),
  ),
  implement(deleteInboxNotification, async ({ project, path: { userId, inboxNotificationId } }, { inbox }) => {
    if (!(await inbox.delete({ project: project.id, userId }, inboxNotificationId)))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "Inbox notification not found." });
  }),
  implement(markInboxNotificationAsRead, ({ project, path }, { inbox }) =>
    inbox.markOneRead(project.id, path.inboxNotificationId),
  ),
  implement(triggerInboxNotification, ({ project, body }, { inbox }) =>
    inbox.trigger(project.id, { ...body, organizationId: organizationOf(body) }),
  ),

  implement(listInboxNotificationsAsUser, async ({ person, query }, { inbox }) => {
    const page = await inbox.contents(person, query);
    return inPieces({
      ...describeContents(page),
      meta: { requestedAt: iso(page.requestedAt), nextCursor: page.nextCursor },
    });
  }),
  implement(listChangedInboxNotificationsAsUser, async ({ person, query: { since, query } }, { inbox }) => {
    const changes = await inbox.changes(person, Date.parse(since), query);
    return inPieces({
      ...describeContents(changes),
      ...deletedLists(changes.deleted),
      meta: { requestedAt: iso(changes.requestedAt) },
    });
  }),
  implement(countUnreadInboxNotificationsAsUser, async ({ person, query: { query } }, { inbox }) => ({
    count: await inbox.countUnread(person, query),
  })),
  implement(markInboxNotificationsAsReadAsUser, ({ person, body }, { inbox }) =>
    inbox.markRead(person, body.inboxNotificationIds),
  ),
  implement(markRoomInboxNotificationsAsReadAsUser, async ({ entered: { project, access }, body }, { inbox }) => {
    const { userId, room } = access;
    if (userId === undefined) throw new WeftError("USER_REQUIRED");
    await inbox.markRead({ project, userId, organizationId: room.organizationId }, body.inboxNotificationIds, room.id);
  }),
  implement(deleteAllInboxNotificationsAsUser, ({ person }, { inbox }) => inbox.deleteAll(person)),
  implement(deleteInboxNotificationAsUser, async ({ person, path }, { inbox }) => {
    await inbox.delete(person, path.inboxNotificationId);
  }),
);

const inPieces = (members: Readonly<Record<string, unknown>>) => encodedInPieces(objectInPieces(members));

function describeContents({ notifications, threads, subscriptions, groups }: InboxContents) {
  return {
    inboxNotifications: notifications.map(describeNotification),
    threads: new JsonList(threadTexts(threads)),
    subscriptions: subscriptions.map(describeSubscription),
    groups: async () => (await groups()).map(describeGroup),
  };
}
