import { plans } from "@weft/protocol";
import type { Usage } from "@weft/protocol";
import { expect, test } from "vitest";
import type { UsageAlert } from "./usage-alert-records.ts";
import { dueAlerts } from "./usage-alerts.ts";

/** Usage on the plan Free, with so many comments of 1,000. */
function usageOf(comments: number): Usage {
  const plan = plans.Free;
  const none = { currentPeriodValue: 0, maximumMonthly: null };
  return {
    plan: "Free",
    periodStart: "2026-11-01T00:00:00.000Z",
    periodEnd: "2026-11-30T00:00:00.000Z",
    billableUsers: 0,
    currentPeriodActiveUsers: 0,
    includedMonthlyActiveUsers: plan.includedMonthlyActiveUsers,
    maximumMonthlyActiveUsers: plan.maximumMonthlyActiveUsers,
    comments: { currentPeriodValue: comments, maximumMonthly: plan.commentsMonthly },
    notifications: none,
    textEditor: { totalInBytes: 0, maximumInBytes: plan.textEditorBytes },
    customApp: { totalInBytes: 0, maximumInBytes: plan.customAppBytes },
    currentPeriodAnonymousConnections: 0,
    maximumAnonymousConnections: plan.anonymousConnections,
    peakRoomConnections: 0,
    maxConnectionsPerRoom: plan.connectionsPerRoom,
    commentsAttachments: { totalInBytes: 0, maximumInBytes: plan.commentsAttachmentsBytes },
    aiCopilotMessages: none,
  };
}

const at = (threshold: UsageAlert["threshold"]): UsageAlert => ({ meter: "comments", threshold });

test.each([
  { comments: 799, sent: [], reached: [], alerts: [] },
  { comments: 800, sent: [], reached: [80], alerts: [at(80)] },
  { comments: 999, sent: [at(80)], reached: [], alerts: [] },
  { comments: 1_000, sent: [at(80)], reached: [100], alerts: [at(100)] },
  { comments: 1_000, sent: [], reached: [100], alerts: [at(80), at(100)] },
  { comments: 2_000, sent: [at(80), at(100)], reached: [], alerts: [] },
  // Fewer comments than before, as after a deletion.
  { comments: 850, sent: [at(80), at(100)], reached: [], alerts: [] },
])("with $comments of 1,000 used after the alerts $sent, $alerts are due", ({ comments, sent, reached, alerts }) => {
  const due = dueAlerts(usageOf(comments), sent);
  expect(due.reached.map(({ threshold }) => threshold)).toEqual(reached);
  expect(due.alerts).toEqual(alerts);
});
