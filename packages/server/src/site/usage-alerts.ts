import type { Accounts, Activity, ActivityBatch, MemberRecord, PersonRecords, Teams } from "@weft/collab";
import { plans, usageMeters } from "@weft/protocol";
import type { Limits, Plan, ProjectId, Usage, UsageMeter } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { UsageAlert, UsageAlertRecords } from "@weft/store";
import type { Logger } from "pino";
import type { Mail, Outbox } from "./mail.ts";

/**
 * Tells teams by mail when they have used 80 % and 100 % of what their plan includes.
 *
 *     usage is written ──► its projects (memory) ──every `usageAlertMs`──► usage of their teams ──► row and mails, one unit
 *
 * - A team is told once of each meter, threshold and period: the row that remembers it is written with the mails.
 * - A meter that is at 100 % before anybody heard of 80 % is told of once.
 * - What was written before a stop is looked at after the next start.
 */
export interface UsageAlerts extends AsyncDisposable {
  /** Usage was written. What its teams have used by now is looked at later. */
  written(batch: Pick<ActivityBatch, "days" | "users" | "sizes">): void;
  /** Answers when the look that is under way, if any, has ended. */
  idle(): Promise<void>;
}

export interface UsageAlertsOptions {
  readonly records: UsageAlertRecords;
  readonly usage: Activity["usage"];
  readonly projects: Pick<Accounts, "projects" | "project" | "projectsOf">;
  readonly teams: Pick<Teams, "team" | "members">;
  readonly people: Pick<PersonRecords, "settings">;
  readonly outbox: Pick<Outbox, "sendWith">;
  /** Without an ending slash. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "usageAlertMs">;
  readonly log: Logger;
}

export function openUsageAlerts(options: UsageAlertsOptions): UsageAlerts {
  const { projects, clock, limits, log } = options;
  /** Projects to look at; after a start, all there are. */
  let pending: ReadonlySet<ProjectId> | undefined;
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const check = async (looked: typeof pending) => {
    const found =
      looked === undefined
        ? await projects.projects()
        : await Promise.all([...looked].map((id) => projects.project(id)));
    for (const team of new Set(found.flatMap((project) => project?.team ?? []))) {
      if (closed) return;
      await tell(team, options);
    }
  };
  const look = async () => {
    const looked = pending;
    pending = new Set();
    try {
      await check(looked);
    } catch (err) {
      log.warn({ err }, "whether teams are to hear of their usage could not be told; it is looked at again");
      pending = looked && new Set([...looked, ...pending]);
    }
    running = undefined;
    if (pending?.size !== 0) later();
  };
  const later = () => {
    if (closed || timer !== undefined || running !== undefined) return;
    timer = clock.setTimer(limits.usageAlertMs, () => {
      timer = undefined;
      running = look();
    });
  };

  later();
  return {
    written({ days, users, sizes }) {
      if (pending !== undefined)
        pending = new Set([...pending, ...[...days, ...users, ...sizes].map(({ project }) => project)]);
      if (pending?.size !== 0) later();
    },
    async idle() {
      await running;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      timer?.cancel();
      await running;
    },
  };
}

async function tell(id: string, options: UsageAlertsOptions): Promise<void> {
  const { records, usage: usageOf, projects, teams, outbox, publicUrl, clock } = options;
  const team = await teams.team(id);
  if (team === undefined || !isLimited(plans[team.plan])) return;
  const { usage } = await usageOf(await projects.projectsOf(id), plans[team.plan]);
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
  // Nobody wants to hear of it now; somebody may later.
  if (readers.length === 0) return;
  const alerts = reached.flatMap(({ meter, threshold }): UsageAlert[] => {
    const passed = threshold === 100 && !isTold(meter, 80) ? ([80, 100] as const) : [threshold];
    return passed.map((each) => ({ meter: meter.name, threshold: each }));
  });
  const mails = readers.map(({ person }) => mailOf(person.email, team, usage, reached, publicUrl));
  await outbox.sendWith(mails, (rows) => records.tell(id, period, alerts, clock.now(), rows));
}

const isLimited = (plan: Plan) =>
  Object.entries(plan).some(([name, value]) => typeof value === "number" && name !== "eventRetentionDays");

function thresholdOf({ used, included }: UsageMeter): UsageAlert["threshold"] | undefined {
  if (included === null || used === 0) return undefined;
  if (used >= included) return 100;
  return used * 100 >= included * 80 ? 80 : undefined;
}

/** Owners, unless they want none; members, if they want some. An address that nobody has confirmed gets nothing. */
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
