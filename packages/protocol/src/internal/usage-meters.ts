import type { Usage } from "./teams.ts";

export const meterNames = [
  "users",
  "comments",
  "notifications",
  "textEditor",
  "customApp",
  "commentsAttachments",
  "aiCopilotMessages",
  "anonymousConnections",
  "peakRoomConnections",
] as const;
export type MeterName = (typeof meterNames)[number];

/** One of the things that plans include so much of. */
export interface UsageMeter {
  readonly name: MeterName;
  readonly label: string;
  readonly unit: "count" | "bytes";
  readonly used: number;
  /** Null: no limit. */
  readonly included: number | null;
  /** Whether it restarts with each period. Stored data does not. */
  readonly resets: boolean;
}

/** Everything that a team's usage is measured by, in the order in which it is shown. */
export function usageMeters(usage: Usage): readonly UsageMeter[] {
  const stored = ({ totalInBytes, maximumInBytes }: Usage["textEditor"]) =>
    ({ unit: "bytes", used: totalInBytes, included: maximumInBytes, resets: false }) as const;
  const monthly = ({ currentPeriodValue, maximumMonthly }: Usage["comments"]) =>
    counted(currentPeriodValue, maximumMonthly);
  const counted = (used: number, included: number | null) => ({ unit: "count", used, included, resets: true }) as const;
  return [
    {
      name: "users",
      label: "Monthly active users",
      ...counted(usage.billableUsers, usage.includedMonthlyActiveUsers),
    },
    { name: "comments", label: "Comments", ...monthly(usage.comments) },
    { name: "notifications", label: "Notifications", ...monthly(usage.notifications) },
    { name: "textEditor", label: "Text editor data", ...stored(usage.textEditor) },
    { name: "customApp", label: "Sync engine data", ...stored(usage.customApp) },
    { name: "commentsAttachments", label: "Comment attachments", ...stored(usage.commentsAttachments) },
    { name: "aiCopilotMessages", label: "AI copilot messages", ...monthly(usage.aiCopilotMessages) },
    {
      name: "anonymousConnections",
      label: "Anonymous connections",
      ...counted(usage.currentPeriodAnonymousConnections, usage.maximumAnonymousConnections),
    },
    {
      name: "peakRoomConnections",
      label: "Peak connections in a room",
      ...counted(usage.peakRoomConnections, usage.maxConnectionsPerRoom),
    },
  ];
}
