import { plans, usageMeters } from "@weft/protocol";
import type { Limits, Plan, ProjectId, Usage, UsageMeter } from "@weft/protocol";
import type { Projects } from "../projects/projects.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { JobHandler } from "../jobs/job.ts";
import type { PersonRecords } from "../teams/person-records.ts";
import type { MemberRecord, TeamRecord } from "../teams/team-records.ts";
import type { Teams } from "../teams/teams.ts";
import type { ActivityBatch } from "./activity-records.ts";
import type { Activity } from "./activity.ts";
import type { UsageAlert, UsageAlertRecords } from "./usage-alert-records.ts";

export interface UsageAlertsOptions {
  readonly records: UsageAlertRecords;
  readonly usage: Activity["usage"];
  readonly projects: Pick<Projects, "find" | "ofTeam">;
  readonly teams: Pick<Teams, "team" | "members">;
  readonly people: Pick<PersonRecords, "settings">;
  /** The mail of an alert to one member. */
  readonly mail: (alert: UsageAlertMail) => NewJob;
  readonly now: () => number;
}

/** The email to a member about a team's usage. */
export interface UsageAlertMail {
  readonly to: string;
  readonly team: Pick<TeamRecord, "id" | "name">;
  readonly usage: Usage;
  /** At least one. */
  readonly reached: readonly ReachedThreshold[];
}

export interface ReachedThreshold {
  readonly meter: UsageMeter;
  readonly threshold: UsageAlert["threshold"];
}

/**
 * The jobs that look at what projects have used, to be written with their usage.
 *
 *     usage is written, with a job for each of its projects ──`usageAlertMs`──► usage of the project's team
 *                                                                  └──► alerts and their emails, in one transaction
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
 * Alerts teams when they have used 80 % and 100 % of what their plan includes: once for each meter, threshold and period,
 * since the row of an alert is written with its emails. A meter that is at 100 % before the alert of 80 % was sent has
 * one alert.
 */
export function createUsageAlertHandler(options: UsageAlertsOptions): JobHandler {
  return {
    kind: "usageAlert",
    async run({ payload }) {
      const project = await options.projects.find(payload["project"] as ProjectId);
      if (project?.team !== undefined) await alert(project.team, options);
    },
  };
}

async function alert(id: string, options: UsageAlertsOptions): Promise<void> {
  const { records, usage: usageOf, projects, teams, mail, now } = options;
  const team = await teams.team(id);
  if (team === undefined || !isLimited(plans[team.plan])) return;
  const { usage } = await usageOf(await projects.ofTeam(id), plans[team.plan]);
  const period = usage.periodStart.slice(0, 7);
  const { reached, alerts } = dueAlerts(usage, await records.told(id, period));
  if (reached.length === 0) return;
  const readers = await readersOf(await teams.members(id), options);
  // No member wants usage alerts now. Nothing is stored, so that they are sent once a member does.
  if (readers.length === 0) return;
  const jobs = readers.map(({ person }) => mail({ to: person.email, team, usage, reached }));
  await records.tell(id, period, alerts, now(), { jobs });
}

/** The thresholds that a mail names, and the alerts that are sent by it: with 100 %, also 80 %. */
export function dueAlerts(
  usage: Usage,
  sent: readonly UsageAlert[],
): { readonly reached: readonly ReachedThreshold[]; readonly alerts: readonly UsageAlert[] } {
  const isSent = (meter: UsageMeter, threshold: number) =>
    sent.some((one) => one.meter === meter.name && one.threshold >= threshold);
  const reached = usageMeters(usage).flatMap((meter) => {
    const threshold = thresholdOf(meter);
    return threshold === undefined || isSent(meter, threshold) ? [] : [{ meter, threshold }];
  });
  const alerts = reached.flatMap(({ meter, threshold }): UsageAlert[] => {
    const passed = threshold === 100 && !isSent(meter, 80) ? ([80, 100] as const) : [threshold];
    return passed.map((each) => ({ meter: meter.name, threshold: each }));
  });
  return { reached, alerts };
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
