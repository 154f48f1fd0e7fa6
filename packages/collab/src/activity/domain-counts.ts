import type { DomainEvent, Limits } from "@weft/protocol";
import type { OutboxEvent } from "../events/outbox-records.ts";
import { dayOf, noCounts, sampleMs } from "./activity-records.ts";
import type { ActivityBatch, RoomCounted } from "./activity-records.ts";
import { Batch } from "./batch.ts";

type Counted = RoomCounted | "notifications";

const channels = {
  email: "notificationsEmail",
  slack: "notificationsSlack",
  teams: "notificationsTeams",
  webPush: "notificationsWebPush",
} as const;

/** What an event adds to the counts of its project, and of its room. */
function countedAs({ type, data }: DomainEvent): readonly Counted[] {
  switch (type) {
    case "threadCreated":
      return ["threads"];
    case "commentCreated":
      return ["comments"];
    case "commentReactionAdded":
      return ["reactions"];
    case "notification": {
      const kind =
        data.kind === "thread"
          ? "notificationsOfThreads"
          : data.kind === "textMention"
            ? "notificationsOfTextMentions"
            : "notificationsOfCustomKinds";
      return ["notifications", channels[data.channel], kind];
    }
    default:
      return [];
  }
}

/**
 * What domain events add to the days and samples of their projects, and to the days of their rooms. Exact: events are read
 * once.
 */
export function domainCounts(
  events: readonly OutboxEvent[],
  now: number,
  bounds: Pick<Limits, "eventsAtOnce" | "requestContentsAtOnce" | "requestContentsInAll">,
): Pick<ActivityBatch, "days" | "samples" | "roomUsage"> {
  const batch = new Batch(bounds);
  const day = dayOf(now);
  const at = Math.floor(now / sampleMs) * sampleMs;
  for (const [project, of] of Map.groupBy(events, ({ event }) => event.data.projectId)) {
    const counts = noCounts();
    let isCounted = false;
    for (const { event } of of) {
      const names = countedAs(event);
      for (const name of names) counts[name]++;
      isCounted ||= names.length > 0;
      const room = event.data.roomId;
      const ofRoom = names.filter((name) => name !== "notifications");
      if (room !== null && ofRoom.length > 0)
        batch.roomUsed({ project, room, day }, Object.fromEntries(ofRoom.map((name) => [name, 1])));
    }
    if (!isCounted) continue;
    const nothing = { connectionsMax: 0, connectionMs: 0, roomMs: 0, activeUsers: 0, activeRooms: 0 };
    batch.count({ ...counts, ...nothing, project, at }, { peakRoomConnections: 0, lastAt: now });
  }
  const { days, samples, roomUsage } = batch.records;
  return { days, samples, roomUsage };
}
