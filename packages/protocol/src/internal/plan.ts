import { z } from "zod";

/** Plans whose usage is shown as meters are `Free` and `Pro_2024_05`. */
export const PlanId = z.enum(["Free", "Pro_2024_05", "Enterprise", "SelfHosted"]);
export type PlanId = z.output<typeof PlanId>;

export const TeamRole = z.enum(["owner", "member"]);
export type TeamRole = z.output<typeof TeamRole>;

const MiB = 1_024 * 1_024;
const GiB = 1_024 * MiB;

/** What a plan includes per month, or holds at most; null: no limit. */
export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly includedMonthlyActiveUsers: number | null;
  readonly maximumMonthlyActiveUsers: number | null;
  readonly commentsMonthly: number | null;
  readonly notificationsMonthly: number | null;
  readonly textEditorBytes: number | null;
  readonly customAppBytes: number | null;
  readonly commentsAttachmentsBytes: number | null;
  readonly aiCopilotMessagesMonthly: number | null;
  readonly anonymousConnections: number | null;
  readonly connectionsPerRoom: number | null;
  /** Days for which events and requests are kept. */
  readonly eventRetentionDays: number;
}

const unlimited = {
  includedMonthlyActiveUsers: null,
  maximumMonthlyActiveUsers: null,
  commentsMonthly: null,
  notificationsMonthly: null,
  textEditorBytes: null,
  customAppBytes: null,
  commentsAttachmentsBytes: null,
  aiCopilotMessagesMonthly: null,
  anonymousConnections: null,
  connectionsPerRoom: null,
};

/**
 * The plans, for the pricing, billing and limits pages. Teams of a new server are on `SelfHosted`, unless a setting
 * names another plan.
 */
export const plans: Readonly<Record<PlanId, Plan>> = {
  Free: {
    id: "Free",
    name: "Free",
    includedMonthlyActiveUsers: 100,
    maximumMonthlyActiveUsers: 100,
    commentsMonthly: 1_000,
    notificationsMonthly: 1_000,
    textEditorBytes: 256 * MiB,
    customAppBytes: 256 * MiB,
    commentsAttachmentsBytes: 512 * MiB,
    aiCopilotMessagesMonthly: 100,
    anonymousConnections: 10_000,
    connectionsPerRoom: 10,
    eventRetentionDays: 3,
  },
  Pro_2024_05: {
    id: "Pro_2024_05",
    name: "Pro",
    includedMonthlyActiveUsers: 1_000,
    maximumMonthlyActiveUsers: 10_000,
    commentsMonthly: 10_000,
    notificationsMonthly: 10_000,
    textEditorBytes: 8 * GiB,
    customAppBytes: 8 * GiB,
    commentsAttachmentsBytes: 32 * GiB,
    aiCopilotMessagesMonthly: 5_000,
    anonymousConnections: 100_000,
    connectionsPerRoom: 50,
    eventRetentionDays: 30,
  },
  Enterprise: { id: "Enterprise", name: "Enterprise", ...unlimited, eventRetentionDays: 90 },
  SelfHosted: { id: "SelfHosted", name: "Self-hosted", ...unlimited, eventRetentionDays: 30 },
};
