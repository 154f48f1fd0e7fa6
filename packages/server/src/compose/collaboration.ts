import {
  createFanOutHandler,
  createInbox,
  createNotificationEventsHandler,
  createNotificationSettings,
  createSubscriptions,
  createTextMentions,
  createThreadLists,
  createThreads,
  createUserErasures,
  createUsers,
  notificationJob,
} from "@weft/collab";
import type {
  Inbox,
  NotificationSettings,
  Subscriptions,
  TextMentions,
  TextMentionsOptions,
  ThreadLists,
  Threads,
  UserErasures,
  Users,
} from "@weft/collab";
import { runSweep } from "../jobs/sweeps.ts";
import type { Base } from "./base.ts";
import type { LiveRooms } from "./live-rooms.ts";
import type { Storage } from "./storage.ts";

/** What users leave for each other in rooms, and what they are notified of. */
export interface Collaboration {
  readonly threads: Threads;
  readonly threadLists: ThreadLists;
  readonly subscriptions: Subscriptions;
  readonly inbox: Inbox;
  readonly notificationSettings: NotificationSettings;
  readonly textMentions: TextMentions;
  readonly users: Users;
  readonly userErasures: UserErasures;
}

export function createCollaboration(
  { limits, now, log, signals }: Base,
  { store, cursors }: Storage,
  { rooms, host, groups, planQuotas, activityWriter, eventLog, erasure, sweepFiles, runner, sweeps }: LiveRooms,
): Collaboration {
  const notificationSettings = createNotificationSettings({ records: store.notificationSettings, limits });
  const members: TextMentionsOptions["members"] = async (project, organizationId, ids) => {
    const found = await groups.mentionable(project, organizationId, ids);
    return new Map(found.map((group) => [group.id, group.members.map(({ id }) => id)]));
  };
  const threads = createThreads({
    records: store.threads,
    room: ({ project, room }) => rooms.find(project, room),
    attachments: (room, ids) => store.uploads.findMany({ ...room, kind: "attachment" }, ids),
    members,
    quotas: planQuotas,
    notificationJob,
    notificationDelayMs: (project) => notificationSettings.delayMs(project),
    announce: (room, event, visibility) => {
      // Every node notes it for users who return.
      signals.publish({ type: "threadChanged", ...room, event, visibility });
      return (
        host
          .announce(room, event, visibility === "public" ? "commentsPublic" : "commentsPrivate")
          // The change is durable: clients learn of it when they ask for changes.
          .catch((err: unknown) => log.warn({ err }, "a change of comments could not be announced"))
      );
    },
    now,
    limits,
  });
  runner.handle(createNotificationEventsHandler({ records: store.inbox, settings: notificationSettings, now }));
  runner.handle(createFanOutHandler({ threads: store.threads, inbox: store.inbox, notificationJob, now }));
  // Users are listed with the events of comments and connections.
  const settle = async () => {
    await eventLog.settle();
    await activityWriter.settle();
  };
  const userErasures = createUserErasures({
    records: store.userErasures,
    rooms,
    threads,
    groups,
    disconnect: (project, userId) => signals.publish({ type: "disconnectUser", project, userId }),
    settle,
    erased() {
      sweepFiles();
      erasure.soon();
    },
    now,
    limits,
  });
  runner.handle(userErasures.handler);
  runSweep(
    {
      kind: "tombstoneSweep",
      everyMs: limits.tombstoneSweepMs,
      firstAfterMs: limits.tombstoneSweepMs,
      work: () => store.inbox.deleteTombstones(now() - limits.tombstonesKeptMs),
    },
    sweeps,
  );
  return {
    threads,
    threadLists: createThreadLists({ records: store.threads, cursors, now, limits }),
    subscriptions: createSubscriptions({ records: store.threads, cursors, now }),
    inbox: createInbox({
      records: store.inbox,
      threads: store.threads,
      rooms,
      settings: notificationSettings,
      quotas: planQuotas,
      groups: (project, organizationId, ids) => groups.mentionable(project, organizationId, ids),
      cursors,
      now,
      limits,
    }),
    notificationSettings,
    users: createUsers({
      records: store.users,
      cursors,
      settle,
      connected: async (project) => (await host.connected([project]))[0]!,
      occupied: (project, most) => host.occupied(project, most),
      rowsLookedAt: limits.rowsLookedAt,
    }),
    userErasures,
    textMentions: createTextMentions({
      records: store.inbox,
      threads: store.threads,
      settings: notificationSettings,
      quotas: planQuotas,
      members,
      now,
      limits,
    }),
  };
}
