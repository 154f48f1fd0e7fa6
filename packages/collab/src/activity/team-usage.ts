/** What projects and their copilots have used in a month. */
import type { CopilotUsages, Plan, ProjectId, Usage } from "@weft/protocol";
import { invalid } from "../invalid.ts";
import type { ActivityRecords } from "./activity-records.ts";
import { statisticsOf } from "./answer-outcomes.ts";
import { dayOf } from "./activity-records.ts";
import { isoOf } from "./activity-search.ts";
import type { LiveActivity } from "./live-activity.ts";
import { monthAfter, monthOf } from "./months.ts";

/** A project as far as its usage is concerned. */
export interface UsedProject {
  readonly id: ProjectId;
  readonly name: string;
}

export interface TeamUsage {
  readonly usage: Usage;
  readonly projects: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly activeUsers: number;
    readonly anonymousConnections: number;
    readonly peakRoomConnections: number;
    readonly textEditorBytes: number;
    readonly customAppBytes: number;
  }[];
  readonly history: readonly { readonly period: string; readonly activeUsers: number }[];
}

export interface MonthlyUsage {
  /** What a team's projects have used in a month (`2026-11`), by default the present one. */
  usage(projects: readonly UsedProject[], plan: Plan, period?: string): Promise<TeamUsage>;
  /** What each copilot has used in a month. The present one by default. */
  copilotUsage(project: ProjectId, month?: string): Promise<CopilotUsages>;
}

export interface MonthlyUsageOptions {
  readonly records: Pick<
    ActivityRecords,
    "days" | "monthlyUsers" | "sizes" | "attachmentBytes" | "copilots" | "outcomes"
  >;
  readonly live: Pick<LiveActivity, "settle">;
  readonly now: () => number;
}

export function createMonthlyUsage({ records, live, now }: MonthlyUsageOptions): MonthlyUsage {
  return {
    async usage(projects: readonly UsedProject[], plan: Plan, period = monthOf(now())): Promise<TeamUsage> {
      await live.settle();
      const start = Date.parse(`${period}-01T00:00:00.000Z`);
      if (Number.isNaN(start)) throw invalid(["period"], "must be a month, as in 2026-11.");
      const end = monthAfter(start, 1);
      const present = Date.parse(`${monthOf(now())}-01T00:00:00.000Z`);
      const months = Array.from({ length: 12 }, (_, index) => monthOf(monthAfter(present, index - 11)));
      const history = new Map(months.map((month) => [month, 0]));
      let returning = 0;
      let comments = 0;
      let notifications = 0;
      let aiMessages = 0;
      let attachmentBytes = 0;
      const used = await Promise.all(
        projects.map(async ({ id, name }) => {
          const [days, inPeriod, byMonth, sizes, attachments] = await Promise.all([
            records.days(id, dayOf(start), dayOf(end)),
            records.monthlyUsers(id, period, period),
            records.monthlyUsers(id, months[0]!, months.at(-1)!),
            records.sizes(id),
            records.attachmentBytes(id),
          ]);
          for (const { month, users } of byMonth) history.set(month, (history.get(month) ?? 0) + users);
          returning += inPeriod[0]?.returning ?? 0;
          comments += sum(days.map((day) => day.comments));
          notifications += sum(days.map((day) => day.notifications));
          aiMessages += sum(days.map((day) => day.aiMessages));
          attachmentBytes += attachments;
          return {
            id,
            displayName: name,
            activeUsers: inPeriod[0]?.users ?? 0,
            anonymousConnections: sum(days.map(({ anonymousConnections }) => anonymousConnections)),
            peakRoomConnections: Math.max(0, ...days.map(({ peakRoomConnections }) => peakRoomConnections)),
            textEditorBytes: sizes.documentBytes,
            customAppBytes: sizes.storageBytes,
          };
        }),
      );
      const total = (what: "activeUsers" | "anonymousConnections" | "textEditorBytes" | "customAppBytes") =>
        sum(used.map((project) => project[what]));
      return {
        usage: {
          plan: plan.id,
          periodStart: isoOf(start),
          periodEnd: isoOf(end),
          billableUsers: returning,
          currentPeriodActiveUsers: total("activeUsers"),
          includedMonthlyActiveUsers: plan.includedMonthlyActiveUsers,
          maximumMonthlyActiveUsers: plan.maximumMonthlyActiveUsers,
          comments: { currentPeriodValue: comments, maximumMonthly: plan.commentsMonthly },
          notifications: { currentPeriodValue: notifications, maximumMonthly: plan.notificationsMonthly },
          textEditor: { totalInBytes: total("textEditorBytes"), maximumInBytes: plan.textEditorBytes },
          customApp: { totalInBytes: total("customAppBytes"), maximumInBytes: plan.customAppBytes },
          currentPeriodAnonymousConnections: total("anonymousConnections"),
          maximumAnonymousConnections: plan.anonymousConnections,
          peakRoomConnections: Math.max(0, ...used.map(({ peakRoomConnections }) => peakRoomConnections)),
          maxConnectionsPerRoom: plan.connectionsPerRoom,
          commentsAttachments: { totalInBytes: attachmentBytes, maximumInBytes: plan.commentsAttachmentsBytes },
          aiCopilotMessages: { currentPeriodValue: aiMessages, maximumMonthly: plan.aiCopilotMessagesMonthly },
        },
        projects: used,
        history: [...history].map(([month, activeUsers]) => ({ period: month, activeUsers })),
      };
    },

    async copilotUsage(project: ProjectId, month = monthOf(now())): Promise<CopilotUsages> {
      await live.settle();
      const used = await records.copilots(project, month);
      const outcomes = new Map<string, Map<string, number>>();
      for (const { copilot = "", outcome, answers } of await records.outcomes(project, month)) {
        const ofCopilot = outcomes.get(copilot) ?? new Map<string, number>();
        outcomes.set(copilot, ofCopilot.set(outcome, answers));
      }
      return {
        month,
        copilots: used.map(({ copilot, name, aiMessages, aiInputTokens, aiOutputTokens }) => ({
          id: copilot ?? null,
          name: name ?? null,
          messages: aiMessages,
          inputTokens: aiInputTokens,
          outputTokens: aiOutputTokens,
          ...statisticsOf(outcomes.get(copilot ?? "") ?? new Map<string, number>()),
        })),
      };
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
