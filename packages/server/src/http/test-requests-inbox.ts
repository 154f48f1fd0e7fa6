import type { RoomAddress } from "@weft/protocol";
import type { Services } from "./services.ts";
import type { Example } from "./test-request.ts";

/** A notification of the user of the edge's tokens. */
export interface InboxContext {
  readonly notification: string;
}

/** Creates a notification of the room. */
export async function prepareInbox(
  { inbox }: Pick<Services, "inbox">,
  { project, room: roomId }: RoomAddress,
): Promise<InboxContext> {
  const activityData = new Map([["file", "a.pdf"]]);
  await inbox.trigger(project, { userId: "ada", kind: "$uploaded", subjectId: "a", activityData, roomId });
  const owner = { project, userId: "ada", organizationId: "default" };
  const { notifications } = await inbox.page(owner, { limit: 50, query: "kind:'$uploaded'" });
  return { notification: notifications[0]!.id };
}

type Examples = readonly (readonly [id: string, example: (context: InboxContext) => Example])[];

const ofUser = { path: { userId: "ada" } };
const one = ({ notification }: InboxContext) => ({ userId: "ada", inboxNotificationId: notification });
const trigger = { userId: "ada", kind: "$uploaded", subjectId: "b", roomId: "r", activityData: { size: 1, new: true } };
const filter = `query=${encodeURIComponent("unread:true kind:'$uploaded' roomId:'r'")}`;

export const inboxExamples: Examples = [
  ["list-inbox-notifications", () => ({ ...ofUser, query: `?limit=5&${filter}` })],
  ["delete-all-inbox-notifications", () => ({ ...ofUser, query: "?tenantId=default" })],
  ["get-inbox-notification", (of) => ({ path: one(of) })],
  ["delete-inbox-notification", (of) => ({ path: one(of) })],
  ["mark-inbox-notification-as-read", (of) => ({ path: one(of) })],
  ["trigger-inbox-notification", () => ({ body: trigger })],
  ["list-inbox-notifications-as-user", () => ({ query: "?limit=50&query=" })],
  ["list-changed-inbox-notifications-as-user", () => ({ query: "?since=2026-01-01T00%3A00%3A00.000Z" })],
  ["count-unread-inbox-notifications-as-user", () => ({ query: `?${filter}` })],
  ["mark-inbox-notifications-as-read-as-user", () => ({ body: { inboxNotificationIds: "all" } })],
  [
    "mark-room-inbox-notifications-as-read-as-user",
    ({ notification }) => ({ body: { inboxNotificationIds: [notification] } }),
  ],
  ["delete-all-inbox-notifications-as-user", () => ({})],
  ["delete-inbox-notification-as-user", (of) => ({ path: one(of) })],
  ["create-text-mention-as-user", () => ({ body: { mentionId: "in_1", userId: "bob" } })],
  ["delete-text-mention-as-user", () => ({ path: { mentionId: "in_1" } })],
  ["set-text-editor-as-user", () => ({ body: { type: "lexical", rootKey: "root" } })],
  ["get-notification-settings", () => ofUser],
  ["update-notification-settings", () => ({ ...ofUser, body: { email: { thread: false } } })],
  ["delete-notification-settings", () => ofUser],
  ["get-notification-settings-as-user", () => ({})],
  ["update-notification-settings-as-user", () => ({ body: { email: { thread: false } } })],
];
