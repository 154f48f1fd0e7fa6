import { randomBytes } from "node:crypto";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits, Mention, ProjectId, RoomAddress } from "@weft/protocol";
import type { PlanQuotas } from "../plan-quotas.ts";
import { defaultSettings } from "../threads/notified.ts";
import type { ThreadRecords } from "../threads/thread-records.ts";
import type { InboxRecords } from "../notifications/inbox-records.ts";
import { mentionedUsers } from "../threads/comment-audience.ts";
import { fanOutJob, inTurns } from "../threads/fan-out.ts";
import { notificationJob } from "../notifications/notification-job.ts";
import type { NotificationSettings } from "../notifications/notification-settings.ts";

/** Mentions of users and groups in the text editors of rooms. */
export interface TextMentions {
  /**
   * Notifies the mentioned users who want it, each once; the user who wrote the mention is not notified. ROOM_NOT_FOUND;
   * PLAN_LIMIT_REACHED.
   */
  create(
    room: RoomAddress & { readonly organizationId: string },
    mention: { readonly mentionId: string; readonly createdBy: string; readonly mention: Mention },
  ): Promise<void>;
  /** Deletes the notifications of a mention, of all recipients. */
  delete(room: RoomAddress, mentionId: string): Promise<void>;
}

export interface TextMentionsOptions {
  readonly records: Pick<InboxRecords, "insertTextMention" | "deleteTextMention">;
  readonly threads: Pick<ThreadRecords, "settings">;
  readonly settings: Pick<NotificationSettings, "delayMs">;
  /** Members of stored groups, for mentions that name none. */
  readonly members: (
    project: ProjectId,
    organizationId: string,
    groupIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Refuses notifications that the plan of the project's team does not include. */
  readonly quotas?: Pick<PlanQuotas, "admitNotification">;
  readonly now?: () => number;
  readonly limits?: Pick<Limits, "notifiedUsers" | "notifiedAtOnce">;
}

/** Users whose settings one query reads. */
const usersPerRead = 1_000;

export function createTextMentions({
  records,
  threads,
  settings,
  members,
  quotas,
  now = Date.now,
  limits = platformLimits,
}: TextMentionsOptions): TextMentions {
  /** Those of these users who want notifications of mentions in the room's texts. */
  async function wanting(room: RoomAddress, users: readonly string[]): Promise<readonly string[]> {
    const wanted: string[] = [];
    for (let at = 0; at < users.length; at += usersPerRead) {
      const some = users.slice(at, at + usersPerRead);
      const stored = await threads.settings(room, some);
      wanted.push(...some.filter((user) => (stored.get(user) ?? defaultSettings).textMentions !== "none"));
    }
    return wanted;
  }

  return {
    async create({ project, room, organizationId }, { mentionId, createdBy, mention }) {
      const mentioned = await mentionedUsers([mention], limits.notifiedUsers, (groups) =>
        members(project, organizationId, groups),
      );
      const users = await wanting(
        { project, room },
        mentioned.filter((userId) => userId !== createdBy),
      );
      if (users.length === 0) return;
      await quotas?.admitNotification(project);
      const notifiedAt = now();
      const dueAt = notifiedAt + (await settings.delayMs(project));
      const named = users.map((userId) => ({ userId, id: newNotificationId() }));
      const [first, later] = inTurns(named, limits);
      const common = { mentionId, organizationId, createdBy, mention, notifiedAt, dueAt };
      const jobs = later.map((some) =>
        fanOutJob({ project, room }, { of: "textMention", later: { ...common, users: some } }, notifiedAt),
      );
      const inserted = await records.insertTextMention(
        { project, room },
        { ...common, users: first },
        { jobs: [notificationJob(dueAt, notifiedAt), ...jobs] },
      );
      if (!inserted) throw new WeftError("ROOM_NOT_FOUND");
    },

    delete: (room, mentionId) => records.deleteTextMention(room, mentionId, now()),
  };
}

/** An id of an inbox notification. */
export function newNotificationId(): string {
  return `in_${randomBytes(16).toString("base64url").slice(0, 21)}`;
}
