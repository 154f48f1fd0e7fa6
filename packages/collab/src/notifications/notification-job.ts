import { notificationChannels } from "@weft/protocol";
import type { DomainEvent, ProjectId } from "@weft/protocol";
import type { JobHandler } from "../jobs/job.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { DueNotification, InboxRecords } from "./inbox-records.ts";
import type { NotificationSettings } from "./notification-settings.ts";

/** The job that writes `notification` events: there is one, and it is due with the first of them. */
export function notificationJob(dueAt: number, now: number): NewJob {
  return { kind: "notificationEvents", key: "due", createdAt: now, dueAt, payload: {} };
}

export interface NotificationEventsOptions {
  readonly records: Pick<InboxRecords, "due" | "nextDueAt" | "settleDue">;
  readonly settings: Pick<NotificationSettings, "channelsOf">;
  readonly now: () => number;
}

/** Notifications that are settled in one transaction. */
const atOnce = 100;
/** Until notifications that were changed at the same time are read again. */
const againMs = 1_000;

/**
 * Writes a `notification` event for each channel on which a user wants to receive a notification that is still unread
 * when it is due. Each notification is settled in the transaction of its events, and only while this process holds the
 * job.
 */
export function createNotificationEventsHandler({ records, settings, now }: NotificationEventsOptions): JobHandler {
  return {
    kind: "notificationEvents",
    async run({ claim, signal }) {
      while (!signal.aborted) {
        const createdAt = now();
        const due = await records.due(createdAt, atOnce);
        if (due.length === 0) break;
        const settle = async (some: readonly DueNotification[]) =>
          records.settleDue(some, { events: await eventsOf(some, settings, createdAt), holding: claim });
        if (await settle(due)) continue;
        // One of them was read or renewed at the same time, or the job is no longer ours.
        let settled = 0;
        for (const one of due) if (!signal.aborted && (await settle([one]))) settled++;
        if (settled === 0) return { againAt: createdAt + againMs };
      }
      const next = await records.nextDueAt();
      return next === undefined ? undefined : { againAt: next };
    },
  };
}

async function eventsOf(
  due: readonly DueNotification[],
  settings: NotificationEventsOptions["settings"],
  createdAt: number,
): Promise<readonly DomainEvent[]> {
  const unread = due.filter((notification) => notification.unread);
  const events: DomainEvent[] = [];
  for (const [project, some] of Map.groupBy(unread, (notification) => notification.project)) {
    const users = [...new Set(some.map(({ userId }) => userId))];
    const channels = await settings.channelsOf(project, users);
    for (const notification of some) {
      const wanted = channels(notification.userId, notification.kind);
      for (const channel of notificationChannels)
        if (wanted.has(channel)) events.push(toEvent(project, notification, channel, createdAt));
    }
  }
  return events;
}

type EventOf<T extends DomainEvent["type"]> = Extract<DomainEvent, { readonly type: T }>;

function toEvent(
  projectId: ProjectId,
  { id, kind, room, userId, subjectId, startedAt }: DueNotification,
  channel: (typeof notificationChannels)[number],
  createdAt: number,
): EventOf<"notification"> {
  const subject =
    kind === "thread" ? { threadId: subjectId } : kind === "textMention" ? { mentionId: subjectId } : { subjectId };
  return {
    type: "notification",
    data: {
      channel,
      kind: kind as EventOf<"notification">["data"]["kind"],
      projectId,
      roomId: room ?? null,
      userId,
      inboxNotificationId: id,
      createdAt: new Date(createdAt).toISOString(),
      triggeredAt: new Date(startedAt).toISOString(),
      ...subject,
    },
  };
}
