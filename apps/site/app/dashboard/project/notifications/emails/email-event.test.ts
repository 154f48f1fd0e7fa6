import { expect, test } from "vitest";
import { emailEventOf, emailNotifications } from "./email-event.ts";
import type { InboxNotificationBody } from "../notification-queries.ts";

const notifiedAt = "2026-03-02T09:30:00.000Z";
const thread = { kind: "thread", id: "in_1", roomId: "plan", threadId: "th_1", notifiedAt, readAt: null };
const mention = {
  kind: "textMention",
  id: "in_2",
  roomId: "plan",
  mentionId: "in_2",
  createdBy: "ada",
  mention: { kind: "user", id: "grace" },
  notifiedAt,
  readAt: null,
};
const custom = {
  kind: "$sale",
  id: "in_3",
  roomId: null,
  subjectId: "order",
  activities: [],
  notifiedAt,
  readAt: null,
};
const inbox = (...notifications: readonly object[]) => notifications as readonly InboxNotificationBody[];

test("emails are about unread threads and text mentions", () => {
  const read = { ...thread, id: "in_4", readAt: notifiedAt };
  const renewed = { ...thread, id: "in_5", readAt: "2026-03-01T00:00:00.000Z" };
  const found = emailNotifications(inbox(thread, custom, read, mention, renewed));
  expect(found.map(({ id }) => id)).toEqual(["in_1", "in_2", "in_5"]);
});

test("an event is about the comments since the notification was read, or all of them", () => {
  const [first, second] = emailNotifications(inbox(thread, mention));
  expect(emailEventOf("project", "grace", first!)).toEqual({
    type: "notification",
    data: {
      channel: "email",
      kind: "thread",
      projectId: "project",
      roomId: "plan",
      userId: "grace",
      inboxNotificationId: "in_1",
      threadId: "th_1",
      createdAt: notifiedAt,
      triggeredAt: "1970-01-01T00:00:00.000Z",
    },
  });
  expect(emailEventOf("project", "grace", second!).data).toMatchObject({ kind: "textMention", mentionId: "in_2" });
  const readAt = "2026-03-01T00:00:00.000Z";
  expect(emailEventOf("project", "grace", { ...first!, readAt }).data.triggeredAt).toBe(readAt);
});
