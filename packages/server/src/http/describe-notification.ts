import type { InboxRecord } from "@weft/collab";
import type { CustomInboxNotification, InboxNotification, TextMentionInboxNotification } from "@weft/protocol";
import type { z } from "zod";
import { describeThreadNotification } from "./describe-thread.ts";

const iso = (at: number) => new Date(at).toISOString();

/** A notification as clients see it: one that concerns no room names none. */
export function describeNotification(notification: InboxRecord): z.output<typeof InboxNotification> {
  if (notification.kind === "thread") return describeThreadNotification(notification);
  if (notification.kind === "textMention") return describeTextMention(notification);
  return describeCustom(notification);
}

/** A notification as back ends see it: the room of one that concerns none is null. */
export function describeNotificationForBackend(notification: InboxRecord): z.output<typeof InboxNotification> {
  const { kind, room } = notification;
  if (kind === "thread" || kind === "textMention") return describeNotification(notification);
  return { ...describeCustom(notification), roomId: room ?? null };
}

function common({ id, organizationId, notifiedAt, readAt }: InboxRecord) {
  return { id, organizationId, notifiedAt: iso(notifiedAt), readAt: readAt === undefined ? null : iso(readAt) };
}

function describeTextMention(notification: InboxRecord): z.output<typeof TextMentionInboxNotification> {
  const { room = "", subjectId, mention, createdBy = "" } = notification;
  if (mention === undefined) throw new Error(`The notification ${notification.id} names no mention.`);
  return { kind: "textMention", ...common(notification), roomId: room, mentionId: subjectId, mention, createdBy };
}

function describeCustom(notification: InboxRecord): z.output<typeof CustomInboxNotification> {
  const { kind, room, subjectId, activities } = notification;
  return {
    kind: kind as z.output<typeof CustomInboxNotification>["kind"],
    ...common(notification),
    ...(room !== undefined && { roomId: room }),
    subjectId,
    activities: activities.map(({ id, createdAt, data }) => ({ id, createdAt: iso(createdAt), data: { ...data } })),
    activityData: { ...activities.at(-1)?.data },
  };
}
