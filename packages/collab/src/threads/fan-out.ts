/**
 * Notifies many users. The first are notified in the transaction of the change. The others follow in jobs that are added in
 * the same transaction, so that no transaction writes more than `notifiedAtOnce` users.
 *
 *   change + first users + jobs ─► job: is the comment or mention still there? ─► next users ─► end
 *
 * A job that runs twice notifies no user twice: the ids of its notifications are in its payload, and what the first run
 * wrote, or a user has deleted since, is left alone. When a user is erased, jobs that wait forget them.
 */
import type { JsonObject, Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { JobHandler } from "../jobs/job.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { InboxRecords, NewTextMention } from "../notifications/inbox-records.ts";
import { replaceUser } from "../users/replace-user.ts";
import type { ErasedUser } from "../users/user-erasure-records.ts";
import type { LaterNotifications, ThreadRecords } from "./thread-records.ts";

/** Notifications of one comment or of one text mention, as jobs hold them. */
type Payload = What & { readonly project: ProjectId; readonly room: RoomId };

/** The users of one transaction, and those of each job that follows. */
export function inTurns<User>(
  users: readonly User[],
  { notifiedAtOnce }: Pick<Limits, "notifiedAtOnce">,
): readonly [readonly User[], readonly (readonly User[])[]] {
  const later: (readonly User[])[] = [];
  for (let at = notifiedAtOnce; at < users.length; at += notifiedAtOnce)
    later.push(users.slice(at, at + notifiedAtOnce));
  return [users.slice(0, notifiedAtOnce), later];
}

type What =
  | { readonly of: "comment"; readonly later: Omit<LaterNotifications, "now"> }
  | { readonly of: "textMention"; readonly later: Omit<NewTextMention, "isContinued"> };

export function fanOutJob({ project, room }: RoomAddress, what: What, now: number): NewJob {
  return { kind: "notifyUsers", createdAt: now, payload: { project, room, ...what } };
}

/** The payload of such a job without a user who is erased. Undefined when there is no other user in it. */
export function fanOutWithout(payload: JsonObject, { userId, pseudonym }: ErasedUser): JsonObject | undefined {
  const { later, ...rest } = payload as unknown as Payload;
  const users = later.users.filter((user) => user.userId !== userId);
  if (users.length === 0) return undefined;
  const others = replaceUser({ ...later, users: [] }, userId, pseudonym) as JsonObject;
  return { ...rest, later: { ...others, users } };
}

export interface FanOutOptions {
  readonly threads: Pick<ThreadRecords, "notifyLater">;
  readonly inbox: Pick<InboxRecords, "insertTextMention">;
  readonly notificationJob: (dueAt: number, now: number) => NewJob;
  readonly now: () => number;
}

/** Runs the jobs of `fanOutJob`, one at a time. */
export function createFanOutHandler({ threads, inbox, notificationJob, now }: FanOutOptions): JobHandler {
  return {
    kind: "notifyUsers",
    async run({ payload, claim }) {
      const { project, room, ...what } = payload as unknown as Payload;
      const address = { project, room };
      const at = now();
      const effects = { jobs: [notificationJob(what.later.dueAt, at)], holding: claim };
      // False: the comment or the mention was deleted meanwhile, or another process has taken the job.
      if (what.of === "comment") await threads.notifyLater(address, { ...what.later, now: at }, effects);
      else await inbox.insertTextMention(address, { ...what.later, isContinued: true }, effects);
    },
  };
}
