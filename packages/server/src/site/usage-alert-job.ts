import type {
  Projects,
  Activity,
  ActivityBatch,
  JobHandler,
  MemberRecord,
  NewJob,
  PersonRecords,
  Teams,
  UsageAlert,
  UsageAlertRecords,
} from "@weft/collab";
import { plans, usageMeters } from "@weft/protocol";
import type { Limits, Plan, ProjectId, Usage, UsageMeter } from "@weft/protocol";
import type { Mailer } from "../mail/mailer.ts";
import type { Mail } from "../mail/mail-job.ts";

export interface UsageAlertsOptions {
  readonly records: UsageAlertRecords;
  readonly usage: Activity["usage"];
  readonly projects: Pick<Projects, "find" | "ofTeam">;
  readonly teams: Pick<Teams, "team" | "members">;
  readonly people: Pick<PersonRecords, "settings">;
  readonly mailer: Pick<Mailer, "job">;
  /** Without an ending slash. */
  readonly publicUrl: string;
  readonly now: () => number;
}

/**
 * The jobs that look at what projects have used, to be written with their usage.
 *
 *     usage is written, with a job for each of its projects ──`usageAlertMs`──► usage of the project's team
 *                                                                  └──► alerts and their mails, in one transaction
 */
export function usageAlertJobs(
  { days, users, sizes }: Pick<ActivityBatch, "days" | "users" | "sizes">,
  now: number,
  { usageAlertMs }: Pick<Limits, "usageAlertMs">,
): readonly NewJob[] {
  const projects = new Set([...days, ...users, ...sizes].map(({ project }) => project));
  return Array.from(projects, (project) => ({
    kind: "usageAlert",
    key: project,
    createdAt: now,
    dueAt: now + usageAlertMs,
    payload: { project },
  }));
}

/**
 * Tells teams by mail when they have used 80 % and 100 % of what their plan includes: once of each meter, threshold and
 * period, since the row that remembers it is written with the mails. A meter that is at 100 % before the alert of 80 % was
 * sent is told of once.
 */
export function createUsageAlertHandler(options: UsageAlertsOptions): JobHandler {
  return {
    kind: "usageAlert",
    async run({ payload }) {
      const project = await options.projects.find(payload["project"] as ProjectId);
      if (project?.team !== undefined) await tell(project.team, options);
    },
  };
}

async function tell(id: string, options: UsageAlertsOptions): Promise<void> {
  const { records, usage: usageOf, projects, teams, mailer, publicUrl, now } = options;
  const team = await teams.team(id);
  if (team === undefined || !isLimited(plans[team.plan])) return;
  const { usage } = await usageOf(await projects.ofTeam(id), plans[team.plan]);
  const period = usage.periodStart.slice(0, 7);
  const told = await records.told(id, period);
  const isTold = (meter: UsageMeter, threshold: number) =>
    told.some((alert) => alert.meter === meter.name && alert.threshold >= threshold);
  const reached = usageMeters(usage).flatMap((meter) => {
    const threshold = thresholdOf(meter);
    return threshold === undefined || isTold(meter, threshold) ? [] : [{ meter, threshold }];
  });
  if (reached.length === 0) return;
  const readers = await readersOf(await teams.members(id), options);
  // No member wants usage alerts now. Nothing is remembered, so that they are sent once a member does.
  if (readers.length === 0) return;
  const alerts = reached.flatMap(({ meter, threshold }): UsageAlert[] => {
    const passed = threshold === 100 && !isTold(meter, 80) ? ([80, 100] as const) : [threshold];
    return passed.map((each) => ({ meter: meter.name, threshold: each }));
  });
  const jobs = readers.map(({ person }) => mailer.job(mailOf(person.email, team, usage, reached, publicUrl)));
  await records.tell(id, period, alerts, now(), { jobs });
}

const isLimited = (plan: Plan) =>
  Object.entries(plan).some(([name, value]) => typeof value === "number" && name !== "eventRetentionDays");

function thresholdOf({ used, included }: UsageMeter): UsageAlert["threshold"] | undefined {
  if (included === null || used === 0) return undefined;
  if (used >= included) return 100;
  return used * 100 >= included * 80 ? 80 : undefined;
}

/** Owners, unless they want none; members, if they want some. Unconfirmed addresses get nothing. */
async function readersOf(members: readonly MemberRecord[], { people }: UsageAlertsOptions) {
  const wants = await Promise.all(
    members.map(async ({ person, role }) => {
      const { preferences } = await people.settings(person.id);
      return person.emailVerified && (preferences.usageAlerts ?? role === "owner");
    }),
  );
  return members.filter((_, index) => wants[index]);
}

interface Reached {
  readonly meter: UsageMeter;
  readonly threshold: UsageAlert["threshold"];
}

function mailOf(
  to: string,
  team: { readonly id: string; readonly name: string },
  usage: Usage,
  reached: readonly Reached[],
  publicUrl: string,
): Mail {
  const [first] = reached;
  const what =
    reached.length === 1 ? `${first!.meter.label} at ${first!.threshold} %` : `${reached.length} limits near`;
  const month = new Date(usage.periodStart).toLocaleDateString("en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const lines = reached.map(({ meter, threshold }) => {
    const word = threshold === 100 ? "limit reached" : "near the limit";
    return `- ${meter.label}: ${numberOf(meter, meter.used)} of ${numberOf(meter, meter.included!)}, ${word}`;
  });
  return {
    to,
    subject: `${team.name}: ${what}`,
    text: [
      `What the team ${team.name} has used in ${month} (UTC), on the plan ${plans[usage.plan].name}:`,
      "",
      ...lines,
      "",
      `All of its usage, by project:\n${publicUrl}/dashboard/${team.id}/settings/billing`,
      "",
      `You hear of this once for each limit and month. To hear of it no more:\n${publicUrl}/dashboard/account/notifications`,
      "",
    ].join("\n"),
  };
}

function numberOf({ unit }: UsageMeter, value: number): string {
  if (unit === "count") return value.toLocaleString("en-US");
  const [size, name] = value < 2 ** 20 ? [2 ** 10, "KB"] : value < 2 ** 30 ? [2 ** 20, "MB"] : [2 ** 30, "GB"];
  return `${(value / size).toFixed(1)} ${name}`;
}
