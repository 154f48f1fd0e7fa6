import { createUsageAlertHandler, usageAlertJobs } from "@weft/collab";
import type { Activity, MemberRecord, PersonRecord, ProjectRecord, UsageAlertMail } from "@weft/collab";
import { limits as platformLimits, plans } from "@weft/protocol";
import type { PlanId, Preferences, ProjectId, Usage, UsageMeter } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openJobRunner } from "../jobs/job-runner.ts";
import { createMailer } from "../mail/mailer.ts";
import { textOf } from "../mail/mail-job.ts";
import { usageAlertMail } from "./usage-alert-mails.ts";

const limits = { ...platformLimits, usageAlertMs: 60_000 };
const project = { id: "p" as ProjectId, team: "team_1", name: "One" } as ProjectRecord;
const member = (id: string, role: MemberRecord["role"], emailVerified = true): MemberRecord => {
  const person = { id, email: `${id}@weft.test`, emailVerified } as PersonRecord;
  return { person, role, joinedAt: 0 };
};
const team = { id: "team_1", name: "Engines", createdAt: 0 };

interface Setting {
  readonly plan?: PlanId;
  readonly members?: readonly MemberRecord[];
}

/** A team of an owner and a member on a plan, whose usage the test sets. */
async function world({ plan = "Free", members = [member("ada", "owner"), member("bob", "member")] }: Setting = {}) {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  const log = pino({ level: "silent" });
  const entry = { team: team.id, id: "1", at: 0, action: "team.created" };
  await sql`insert into users (id, name, email, emailVerified, createdAt, updatedAt, firstName, lastName)
    values ('ada', '', 'ada@weft.test', 1, '', '', '', '')`.execute(store.signIn.db);
  await store.teams.insertTeam({ ...team, plan }, "ada", { audit: [entry] });
  const preferences: Record<string, Preferences> = {};
  let usage = usageOf(plan, {});
  const mailer = createMailer({ records: store.jobs, now: () => clock.now(), limits: platformLimits, log });
  const open = (change: { readonly usage?: () => Promise<never> } = {}) => {
    const runner = openJobRunner({ records: store.jobs, clock, limits, log });
    const handler = createUsageAlertHandler({
      records: store.usageAlerts,
      usage: async () =>
        change.usage?.() ?? ({ usage, projects: [], history: [] } satisfies Awaited<ReturnType<Activity["usage"]>>),
      projects: { find: async () => project, ofTeam: async () => [project] },
      teams: { team: async () => ({ ...team, plan }), members: async () => members },
      people: { settings: async (id) => ({ preferences: preferences[id] ?? {} }) },
      mail: (alert) => mailer.job(usageAlertMail(alert, "https://weft.test")),
      now: () => clock.now(),
    });
    runner.handle(handler);
    return runner;
  };
  const held = stack.move();
  return {
    clock,
    open,
    store,
    preferences,
    use: (used: Used) => (usage = usageOf(plan, used)),
    /** The recipients and subjects of the emails, oldest first. */
    mails: async () =>
      (await store.jobs.list({ kind: "mail" }))
        .toReversed()
        .map(({ payload }) => `${textOf(payload).to.split("@")[0]}: ${textOf(payload).subject}`),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

interface Used {
  readonly comments?: number;
  readonly textEditor?: number;
  readonly users?: number;
  readonly period?: string;
}

function usageOf(id: PlanId, { comments = 0, textEditor = 0, users = 0, period = "2026-11" }: Used): Usage {
  const plan = plans[id];
  const none = { currentPeriodValue: 0, maximumMonthly: plan.notificationsMonthly };
  return {
    plan: id,
    periodStart: `${period}-01T00:00:00.000Z`,
    periodEnd: `${period}-30T00:00:00.000Z`,
    billableUsers: users,
    currentPeriodActiveUsers: users,
    includedMonthlyActiveUsers: plan.includedMonthlyActiveUsers,
    maximumMonthlyActiveUsers: plan.maximumMonthlyActiveUsers,
    comments: { currentPeriodValue: comments, maximumMonthly: plan.commentsMonthly },
    notifications: none,
    textEditor: { totalInBytes: textEditor, maximumInBytes: plan.textEditorBytes },
    customApp: { totalInBytes: 0, maximumInBytes: plan.customAppBytes },
    currentPeriodAnonymousConnections: 0,
    maximumAnonymousConnections: plan.anonymousConnections,
    peakRoomConnections: 0,
    maxConnectionsPerRoom: plan.connectionsPerRoom,
    commentsAttachments: { totalInBytes: 0, maximumInBytes: plan.commentsAttachmentsBytes },
    aiCopilotMessages: { currentPeriodValue: 0, maximumMonthly: plan.aiCopilotMessagesMonthly },
  };
}

type World = Awaited<ReturnType<typeof world>>;

const written = { days: [], sizes: [], users: [{ project: project.id, day: 0, id: "ada", connections: 1 }] };

/** Writes usage, and runs its checks. */
async function look({ clock, use, store }: World, used: Used): Promise<void> {
  use(used);
  await store.jobs.add(usageAlertJobs(written, clock.now(), limits));
  await lookedAt({ clock, store });
}

/** The jobs that are due have run. */
async function lookedAt({ clock, store }: Pick<World, "clock" | "store">): Promise<void> {
  await expect
    .poll(async () => {
      await clock.advance(limits.usageAlertMs);
      return store.jobs.nextDueAt("usageAlert");
    })
    .toBeUndefined();
}

test("an owner gets one alert at 80 % and one at 100 %, for each meter and month", async () => {
  await using here = await world();
  await using _ = here.open();
  await look(here, { comments: 799 });
  expect(await here.mails()).toEqual([]);
  for (const comments of [800, 850, 999]) await look(here, { comments });
  expect(await here.mails()).toEqual(["ada: Engines: Comments at 80 %"]);
  for (const comments of [1_000, 1_400]) await look(here, { comments });
  await look(here, { comments: 1_400, textEditor: 0.85 * 2 ** 28 });
  await look(here, { comments: 810, period: "2026-12" });
  expect(await here.mails()).toEqual([
    "ada: Engines: Comments at 80 %",
    "ada: Engines: Comments at 100 %",
    "ada: Engines: Text editor data at 80 %",
    "ada: Engines: Comments at 80 %",
  ]);
});

test.each([
  ["", "Unnamed team"],
  ["Engines\n\nPay at www.evil.example", "Engines Pay at www.evil.example"],
])("a mail to a team called %j calls it %j", (name, shown) => {
  const usage = usageOf("Free", { comments: 1_000 });
  const meter = { label: "Comments", unit: "count", used: 1_000, included: 1_000 } as UsageMeter;
  const alert = {
    to: "ada@weft.test",
    team: { ...team, name, plan: "Free" },
    usage,
    reached: [{ meter, threshold: 100 }],
  };
  const { subject, text } = usageAlertMail(alert as unknown as UsageAlertMail, "https://weft.test");
  expect(subject).toBe(`${shown}: Comments at 100 %`);
  expect(text.split("\n")[0]).toMatch(`Usage of the team ${shown} in `);
});

test("a mail states the usage of each meter, and links to the usage and the notification settings", async () => {
  await using here = await world();
  await using _ = here.open();
  // A team at 100 % before the first check gets no alert of 80 %.
  await look(here, { comments: 1_204, textEditor: 0.85 * 2 ** 28 });
  await look(here, { comments: 1_204, textEditor: 0.9 * 2 ** 28 });
  const mails = await here.store.jobs.list({ kind: "mail" });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.payload["subject"]).toBe("Engines: 2 limits near");
  for (const said of [
    "November 2026 (UTC), on the plan Free",
    "- Comments: 1,204 of 1,000, limit reached",
    "- Text editor data: 217.6 MB of 256.0 MB, near the limit",
    "https://weft.test/dashboard/team_1/settings/billing",
    "https://weft.test/dashboard/account/notifications",
  ])
    expect(mails[0]?.payload["text"]).toContain(said);
});

test("members who opted in get alerts, owners who opted out do not, and unconfirmed addresses never do", async () => {
  await using here = await world({
    members: [member("ada", "owner"), member("bob", "member"), member("cleo", "owner"), member("dan", "owner", false)],
  });
  await using _ = here.open();
  here.preferences["ada"] = { usageAlerts: false };
  here.preferences["bob"] = { usageAlerts: true };
  await look(here, { comments: 800 });
  expect(await here.mails()).toEqual(["bob: Engines: Comments at 80 %", "cleo: Engines: Comments at 80 %"]);
});

test("if everyone has opted out, a user who opts in later gets the alert then", async () => {
  await using here = await world();
  await using _ = here.open();
  here.preferences["ada"] = { usageAlerts: false };
  await look(here, { comments: 800 });
  here.preferences["ada"] = { usageAlerts: true };
  await look(here, { comments: 801 });
  expect(await here.mails()).toEqual(["ada: Engines: Comments at 80 %"]);
});

test("a restart sends no alert twice, and checks usage that was written before it", async () => {
  await using here = await world();
  {
    await using _ = here.open();
    await look(here, { comments: 800 });
  }
  here.use({ comments: 1_000 });
  await here.store.jobs.add(usageAlertJobs(written, here.clock.now(), limits));
  await using _first = here.open();
  await using _second = here.open();
  await lookedAt(here);
  expect(await here.mails()).toEqual(["ada: Engines: Comments at 80 %", "ada: Engines: Comments at 100 %"]);
});

test("of two checks at the same time, one sends: the row and its emails are one change", async () => {
  await using here = await world();
  const alert = { meter: "comments", threshold: 80 } as const;
  const payload = { to: "ada@weft.test", subject: "s", text: "t" };
  const mail = { jobs: [{ kind: "mail", createdAt: 0, payload, state: "kept" }] } as const;
  const told = await Promise.all([1, 2].map(() => here.store.usageAlerts.tell(team.id, "2026-11", [alert], 0, mail)));
  expect(told).toEqual([true, false]);
  expect(await here.mails()).toHaveLength(1);
  expect(await here.store.usageAlerts.tell("team_gone", "2026-11", [alert], 0, mail)).toBe(false);
  expect(await here.mails()).toHaveLength(1);
});

test("a plan without limits has no alerts, and Pro has alerts for usage beyond the included, too", async () => {
  await using unlimited = await world({ plan: "SelfHosted" });
  await using _ = unlimited.open();
  await look(unlimited, { comments: 1_000_000 });
  expect(await unlimited.mails()).toEqual([]);
  await using pro = await world({ plan: "Pro_2024_05" });
  await using __ = pro.open();
  await look(pro, { users: 1_204 });
  expect(await pro.mails()).toEqual(["ada: Engines: Monthly active users at 100 %"]);
});

test("a check that fails is repeated", async () => {
  await using here = await world();
  let failing = true;
  await using _ = here.open({
    usage: () => (failing ? Promise.reject(new Error("The disk is full.")) : (undefined as never)),
  });
  here.use({ comments: 800 });
  await here.store.jobs.add(usageAlertJobs(written, here.clock.now(), limits));
  await here.clock.advance(limits.usageAlertMs);
  await expect
    .poll(async () => (await here.store.jobs.list({ kind: "usageAlert" }))[0]?.failure)
    .toMatch(/disk is full/);
  failing = false;
  await lookedAt(here);
  expect(await here.mails()).toEqual(["ada: Engines: Comments at 80 %"]);
});
