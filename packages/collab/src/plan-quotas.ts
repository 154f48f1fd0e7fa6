/**
 * The limits of a team's plan, per month or in total: comments, notifications, questions to copilots and bytes of
 * attachments, over all of its projects.
 *
 * The plan and the usage of a team are read at most once a minute, and what is admitted in between is added in memory, so
 * that no comment waits for a query. Other processes report what they admit, in portions of a thousandth of the maximum. For
 * plans without a maximum, such as that of a self-hosted server, nothing is measured.
 */
import { plans, WeftError } from "@weft/protocol";
import type { Plan, ProjectId } from "@weft/protocol";
import { dayOf } from "./activity/activity-records.ts";
import type { ActivityRecords } from "./activity/activity-records.ts";
import { FreshCache } from "./fresh-cache.ts";
import { monthAfter, monthOf } from "./activity/months.ts";
import { createSharedCounts, portionOf } from "./shared-counts.ts";
import { createInProcessSignals } from "./signals/in-process-signals.ts";
import type { Signals } from "./signals/signals.ts";
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
  /** Counts all usage so far, before it is read. */
  readonly settle: () => Promise<void>;
  /** Reach the other processes. By default, there are none. */
  readonly signals?: Signals;
  readonly now: () => number;
}

const freshMs = 60_000;
/** How many projects, and teams, are remembered. The least recently used one is forgotten. */
const remembered = 10_000;

/** The meters, with the maximum of a plan and their names. */
const kinds = {
  comments: { maximum: "commentsMonthly", says: (most: number) => `${most} comments per month` },
  notifications: { maximum: "notificationsMonthly", says: (most: number) => `${most} notifications per month` },
  aiMessages: { maximum: "aiCopilotMessagesMonthly", says: (most: number) => `${most} AI messages per month` },
  attachmentBytes: { maximum: "commentsAttachmentsBytes", says: (most: number) => `${most} bytes of attachments` },
} as const satisfies Record<string, { readonly maximum: keyof Plan; readonly says: (most: number) => string }>;
type Kind = keyof typeof kinds;
type Used = { [K in Kind]: number };

export function createPlanQuotas(options: PlanQuotasOptions): PlanQuotas {
  const { teamOf, projectsOf, records, settle, signals = createInProcessSignals(), now } = options;
  const known = { capacity: remembered, freshForMs: freshMs, now };
  /** Undefined is kept here, too: most projects of a self-hosted server have no team. */
  const teams = new FreshCache<ProjectId, { readonly team: Pick<TeamRecord, "id" | "plan"> | undefined }>(known);
  /** By month and team. */
  const usages = new FreshCache<string, Used>(known);

  const shared = (kind: Kind) =>
    createSharedCounts({
      signals,
      name: `${kind} of teams`,
      taken(key, amount) {
        const used = usages.last(key);
        if (used !== undefined) used[kind] += amount;
      },
    });
  const taken = {
    comments: shared("comments"),
    notifications: shared("notifications"),
    aiMessages: shared("aiMessages"),
    attachmentBytes: shared("attachmentBytes"),
  };

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
    const team = (await teams.read(project, async () => ({ team: await teamOf(project) }))).team;
    if (team === undefined) return;
    const plan = plans[team.plan];
    const { maximum, says } = kinds[kind];
    const most = plan[maximum];
    if (most === null) return;
    const month = monthOf(now());
    const key = `${month} ${team.id}`;
    const used = await usages.read(key, () => measure(team.id, month));
    if (used[kind] + amount > most)
      throw new WeftError("PLAN_LIMIT_REACHED", { message: `The plan ${plan.name} includes ${says(most)}.` });
    used[kind] += amount;
    taken[kind].add(key, amount, portionOf(most));
  }

  return {
    admitComment: (project) => admit(project, "comments", 1),
    admitNotification: (project) => admit(project, "notifications", 1),
    admitAiMessage: (project) => admit(project, "aiMessages", 1),
    admitAttachment: (project, bytes) => admit(project, "attachmentBytes", bytes),
  };
}
