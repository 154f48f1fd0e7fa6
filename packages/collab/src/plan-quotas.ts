/**
 * What a team's plan allows per month, or in all: comments, notifications, questions to copilots and bytes of attachments of all
 * of its projects.
 *
 * The plan and the usage of a team are read at most once a minute, and what is admitted in between is added in memory, so
 * that no comment waits for a query. Plans without a maximum, such as that of a self-hosted server, measure nothing.
 */
import { plans, WeftError } from "@weft/protocol";
import type { Plan, ProjectId } from "@weft/protocol";
import { dayOf } from "./activity/activity-records.ts";
import type { ActivityRecords } from "./activity/activity-records.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { monthAfter, monthOf } from "./activity/months.ts";
import type { TeamRecord } from "./teams/team-records.ts";

/** All reject with PLAN_LIMIT_REACHED when the team of the project would be over what its plan allows. */
export interface PlanQuotas {
  admitComment(project: ProjectId): Promise<void>;
  admitNotification(project: ProjectId): Promise<void>;
  admitAttachment(project: ProjectId, bytes: number): Promise<void>;
  /** A question to a copilot. */
  admitAiMessage(project: ProjectId): Promise<void>;
}

export interface PlanQuotasOptions {
  /** The team that the project belongs to, if any. */
  readonly teamOf: (project: ProjectId) => Promise<Pick<TeamRecord, "id" | "plan"> | undefined>;
  readonly projectsOf: (team: string) => Promise<readonly { readonly id: ProjectId }[]>;
  readonly records: Pick<ActivityRecords, "days" | "attachmentBytes">;
  /** Has what happened so far counted, before it is read. */
  readonly settle: () => Promise<void>;
  readonly now: () => number;
}

const freshMs = 60_000;
/** Projects, and teams, that are remembered; the one that was used last longest ago is forgotten. */
const remembered = 10_000;

/** What is counted, with the maximum of a plan and how it is named. */
const kinds = {
  comments: { maximum: "commentsMonthly", says: (most: number) => `${most} comments per month` },
  notifications: { maximum: "notificationsMonthly", says: (most: number) => `${most} notifications per month` },
  aiMessages: { maximum: "aiCopilotMessagesMonthly", says: (most: number) => `${most} AI messages per month` },
  attachmentBytes: { maximum: "commentsAttachmentsBytes", says: (most: number) => `${most} bytes of attachments` },
} as const satisfies Record<string, { readonly maximum: keyof Plan; readonly says: (most: number) => string }>;
type Kind = keyof typeof kinds;
type Used = { [K in Kind]: number };

interface Known<T> {
  readonly at: number;
  readonly month: string;
  readonly value: Promise<T>;
}

export function createPlanQuotas({ teamOf, projectsOf, records, settle, now }: PlanQuotasOptions): PlanQuotas {
  const teams = new BoundedCache<ProjectId, Known<Pick<TeamRecord, "id" | "plan"> | undefined>>(remembered);
  const usages = new BoundedCache<string, Known<Used>>(remembered);

  /** Reads a value that is fresh for a minute of one month; callers that come meanwhile wait for the same read. */
  async function fresh<K, T>(
    known: BoundedCache<K, Known<T>>,
    key: K,
    read: (month: string) => Promise<T>,
  ): Promise<T> {
    const at = now();
    const month = monthOf(at);
    const found = known.get(key);
    if (found !== undefined && Math.abs(at - found.at) < freshMs && found.month === month) return found.value;
    const entry = { at, month, value: read(month) };
    known.set(key, entry);
    try {
      return await entry.value;
    } catch (cause) {
      if (known.get(key) === entry) known.delete(key);
      throw cause;
    }
  }

  async function measure(team: string, month: string): Promise<Used> {
    await settle();
    const start = Date.parse(`${month}-01T00:00:00.000Z`);
    const used: Used = { comments: 0, notifications: 0, aiMessages: 0, attachmentBytes: 0 };
    await Promise.all(
      (await projectsOf(team)).map(async ({ id }) => {
        const [days, bytes] = await Promise.all([
          records.days(id, dayOf(start), dayOf(monthAfter(start, 1))),
          records.attachmentBytes(id),
        ]);
        for (const day of days) {
          used.comments += day.comments;
          used.notifications += day.notifications;
          used.aiMessages += day.aiMessages;
        }
        used.attachmentBytes += bytes;
      }),
    );
    return used;
  }

  async function admit(project: ProjectId, kind: Kind, amount: number): Promise<void> {
    const team = await fresh(teams, project, () => teamOf(project));
    if (team === undefined) return;
    const plan = plans[team.plan];
    const { maximum, says } = kinds[kind];
    const most = plan[maximum];
    if (most === null) return;
    const used = await fresh(usages, team.id, (month) => measure(team.id, month));
    if (used[kind] + amount > most)
      throw new WeftError("PLAN_LIMIT_REACHED", { message: `The plan ${plan.name} includes ${says(most)}.` });
    used[kind] += amount;
  }

  return {
    admitComment: (project) => admit(project, "comments", 1),
    admitNotification: (project) => admit(project, "notifications", 1),
    admitAiMessage: (project) => admit(project, "aiMessages", 1),
    admitAttachment: (project, bytes) => admit(project, "attachmentBytes", bytes),
  };
}
