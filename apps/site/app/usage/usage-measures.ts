import type { Usage } from "@weft/protocol";
import { meter } from "./meter.ts";
import type { Measure, Meter, MeterUnit } from "./meter.ts";

/** One of the nine things that a team's usage is shown as. */
export interface UsageMeasure {
  readonly name: string;
  readonly label: string;
  readonly unit: MeterUnit;
  readonly meter: Meter;
  /** A line below the bar. */
  readonly note?: string;
}

/**
 * The meters of a plan, in their order; none of a plan whose usage an agreement describes. People without
 * a name are shown where some came, or may come: `publicAccess`.
 */
export function usageMeasures(usage: Usage, publicAccess = false): readonly UsageMeasure[] {
  const grows = usage.plan === "Pro_2024_05";
  const users: Measure = {
    used: usage.billableUsers,
    included: usage.includedMonthlyActiveUsers,
    ...(grows && { payAsYouGo: { maximum: usage.maximumMonthlyActiveUsers } }),
  };
  const extra =
    grows && usage.includedMonthlyActiveUsers !== null
      ? Math.max(0, usage.billableUsers - usage.includedMonthlyActiveUsers)
      : 0;
  const active = `${usage.currentPeriodActiveUsers.toLocaleString("en-US")} active this period`;
  const measures: (UsageMeasure | undefined)[] = [
    {
      name: "users",
      label: "Monthly active users",
      unit: "count",
      meter: meter(users),
      note: extra > 0 ? `${active}, ${extra.toLocaleString("en-US")} of them billed extra` : active,
    },
    counted("comments", "Comments", usage.comments.currentPeriodValue, usage.comments.maximumMonthly),
    counted(
      "notifications",
      "Notifications",
      usage.notifications.currentPeriodValue,
      usage.notifications.maximumMonthly,
    ),
    stored("textEditor", "Text editor data", usage.textEditor),
    stored("customApp", "Sync engine data", usage.customApp),
    stored("commentsAttachments", "Comment attachments", usage.commentsAttachments),
    counted(
      "aiCopilotMessages",
      "AI copilot messages",
      usage.aiCopilotMessages.currentPeriodValue,
      usage.aiCopilotMessages.maximumMonthly,
    ),
    publicAccess || usage.currentPeriodAnonymousConnections > 0
      ? counted(
          "anonymousConnections",
          "Anonymous connections",
          usage.currentPeriodAnonymousConnections,
          usage.maximumAnonymousConnections,
        )
      : undefined,
    counted(
      "peakRoomConnections",
      "Peak connections in a room",
      usage.peakRoomConnections,
      usage.maxConnectionsPerRoom,
    ),
  ];
  return measures.filter((measure) => measure !== undefined);
}

function counted(name: string, label: string, used: number, included: number | null): UsageMeasure {
  return { name, label, unit: "count", meter: meter({ used, included }) };
}

function stored(
  name: string,
  label: string,
  { totalInBytes, maximumInBytes }: { totalInBytes: number; maximumInBytes: number | null },
): UsageMeasure {
  return {
    name,
    label,
    unit: "bytes",
    meter: meter({ used: totalInBytes, included: maximumInBytes }),
    note: "Does not reset",
  };
}

/** Whether a plan's usage is drawn as meters. */
export function showsMeters(plan: Usage["plan"]): boolean {
  return plan === "Free" || plan === "Pro_2024_05";
}
