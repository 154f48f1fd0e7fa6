import { limits } from "@weft/protocol";
import type { DomainEvent, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { dayMs, sampleMs } from "./activity-records.ts";
import { domainCounts } from "./domain-counts.ts";

const at = "2026-11-22T00:00:00.000Z";
const now = Date.parse(at) + sampleMs + 1;
const comment = { projectId: "p", roomId: "a", threadId: "th_1", commentId: "cm_1", createdAt: at, createdBy: "ada" };
const notification = (channel: string, kind: string, roomId: string | null) => ({
  type: "notification",
  data: {
    projectId: "p",
    channel,
    kind,
    roomId,
    userId: "ada",
    inboxNotificationId: "in_1",
    createdAt: at,
    triggeredAt: at,
  },
});
const read = (events: readonly object[]) =>
  domainCounts(
    events.map((event, n) => ({ seq: n + 1, event: event as DomainEvent })),
    now,
    limits,
  );

test("domain events are counted for the day and the sample of their project, and for the day of their room", () => {
  const { days, samples, roomUsage } = read([
    { type: "threadCreated", data: comment },
    { type: "commentCreated", data: comment },
    { type: "commentCreated", data: { ...comment, roomId: "b" } },
    { type: "commentReactionAdded", data: comment },
    { type: "commentDeleted", data: comment },
    notification("email", "thread", "a"),
    notification("webPush", "$sale", null),
    { type: "roomCreated", data: { ...comment, projectId: "p2" } },
  ]);
  const counted = { threads: 1, comments: 2, reactions: 1, notifications: 2, notificationsEmail: 1 };
  const byKind = { notificationsWebPush: 1, notificationsOfThreads: 1, notificationsOfCustomKinds: 1 };
  const day = Math.floor(now / dayMs);
  expect(days).toHaveLength(1);
  expect(days[0]).toMatchObject({ ...counted, ...byKind, project: "p" as ProjectId, day, lastAt: now });
  expect(samples).toHaveLength(1);
  expect(samples[0]).toMatchObject({ ...counted, ...byKind, at: Date.parse(at) + sampleMs, connectionMs: 0 });
  expect(roomUsage).toHaveLength(2);
  const [a, b] = roomUsage;
  expect(a).toMatchObject({ room: "a", day, threads: 1, comments: 1, reactions: 1, notificationsOfThreads: 1 });
  expect(b).toMatchObject({ room: "b", day, threads: 0, comments: 1, reactions: 0 });
});

test("events that are not counted write nothing", () => {
  expect(read([{ type: "storageUpdated", data: comment }])).toEqual({ days: [], samples: [], roomUsage: [] });
});
