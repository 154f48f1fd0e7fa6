import { plans } from "@weft/protocol";
import type { PlanId, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { noCounts } from "./activity/activity-records.ts";
import type { DayRecord } from "./activity/activity-records.ts";
import { createPlanQuotas } from "./plan-quotas.ts";

const [one, two] = ["p1", "p2"] as ProjectId[] as [ProjectId, ProjectId];
const most = plans.Free.commentsMonthly!;

/** A team with two projects, and one without a team. */
function world({
  plan = "Free",
  comments = 0,
  notifications = 0,
  aiMessages = 0,
  attachmentBytes = 0,
}: Partial<Record<"comments" | "notifications" | "aiMessages" | "attachmentBytes", number>> & {
  readonly plan?: PlanId;
} = {}) {
  const here = {
    now: Date.parse("2026-11-30T23:58:00Z"),
    comments,
    notifications,
    aiMessages,
    attachmentBytes,
    plan,
    days: 0,
    teams: 0,
  };
  const quotas = createPlanQuotas({
    async teamOf(project) {
      here.teams++;
      return project === one || project === two ? { id: "t", plan: here.plan } : undefined;
    },
    projectsOf: async () => [{ id: one }, { id: two }],
    records: {
      async days(project, from, to): Promise<readonly DayRecord[]> {
        here.days++;
        expect(to - from).toBeGreaterThanOrEqual(28);
        const { comments: written, notifications: sent, aiMessages: asked } = here;
        const used = { ...noCounts(), comments: written, notifications: sent, aiMessages: asked };
        return project === one ? [{ project, day: from, ...used, peakRoomConnections: 0, lastAt: 0 }] : [];
      },
      attachmentBytes: async (project) => (project === one ? here.attachmentBytes : 0),
    },
    settle: async () => {},
    now: () => here.now,
  });
  return Object.assign(here, { quotas });
}
const refused = { code: "PLAN_LIMIT_REACHED" };

test("comments of all projects of a team are admitted up to the plan's maximum, and count at once", async () => {
  const here = world({ comments: most - 2 });
  await here.quotas.admitComment(one);
  await here.quotas.admitComment(two);
  await expect(here.quotas.admitComment(one)).rejects.toMatchObject({
    ...refused,
    message: "The plan Free includes 1000 comments per month.",
  });
  await expect(here.quotas.admitComment(two)).rejects.toMatchObject(refused);
  // Each project once.
  expect(here.days).toBe(2);
});

test("notifications, questions to copilots and attachments have maximums of their own", async () => {
  const { quotas } = world({
    comments: most,
    notifications: plans.Free.notificationsMonthly! - 1,
    aiMessages: plans.Free.aiCopilotMessagesMonthly! - 1,
    attachmentBytes: plans.Free.commentsAttachmentsBytes! - 10,
  });
  await quotas.admitAiMessage(one);
  await expect(quotas.admitAiMessage(two)).rejects.toMatchObject({
    ...refused,
    message: "The plan Free includes 100 AI messages per month.",
  });
  await quotas.admitNotification(one);
  await expect(quotas.admitNotification(one)).rejects.toMatchObject(refused);
  await expect(quotas.admitAttachment(two, 11)).rejects.toMatchObject(refused);
  await quotas.admitAttachment(two, 10);
});

test("comments within a minute ask for nothing, and usage is measured again afterwards", async () => {
  const here = world({ comments: most });
  await Promise.allSettled(Array.from({ length: 20 }, () => here.quotas.admitComment(one)));
  expect([here.teams, here.days]).toEqual([1, 2]);
  here.comments = 0;
  await expect(here.quotas.admitComment(one)).rejects.toMatchObject(refused);
  here.now += 60_000;
  await here.quotas.admitComment(one);
  expect([here.teams, here.days]).toEqual([2, 4]);
});

test("a new month begins with nothing used", async () => {
  const here = world({ comments: most });
  here.now = Date.parse("2026-11-30T23:59:59Z");
  await expect(here.quotas.admitComment(one)).rejects.toMatchObject(refused);
  here.comments = 0;
  here.now += 1_000;
  await here.quotas.admitComment(one);
});

test("a plan without a maximum, and a project without a team, refuse and measure nothing", async () => {
  const here = world({ plan: "SelfHosted", comments: 1e9 });
  await here.quotas.admitComment(one);
  await here.quotas.admitAttachment(one, 1e12);
  await here.quotas.admitNotification("alone" as ProjectId);
  expect(here.days).toBe(0);
});

test("a larger plan admits more within a minute", async () => {
  const here = world({ comments: most });
  await expect(here.quotas.admitComment(one)).rejects.toMatchObject(refused);
  here.plan = "Pro_2024_05";
  here.now += 60_000;
  await here.quotas.admitComment(one);
});
