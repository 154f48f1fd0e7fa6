import type { Plan } from "@weft/protocol";

/** How a value of the plan table is shown. */
export type PlanUnit = "count" | "bytes" | "days";

export interface PlanRow {
  readonly label: string;
  readonly hint: string;
  readonly unit: PlanUnit;
  readonly valueOf: (plan: Plan) => number | null;
}

/** What plans are compared by: only what a server has. What comes later is a line here. */
export const planRows: readonly PlanRow[] = [
  {
    label: "Monthly active users",
    hint: "People who entered a room in a month, each counted once.",
    unit: "count",
    valueOf: (plan) => plan.includedMonthlyActiveUsers,
  },
  {
    label: "Maximum monthly active users",
    hint: "The maximum on plans with usage-based billing.",
    unit: "count",
    valueOf: (plan) => plan.maximumMonthlyActiveUsers,
  },
  {
    label: "Anonymous connections",
    hint: "Connections per month from visitors without a user ID.",
    unit: "count",
    valueOf: (plan) => plan.anonymousConnections,
  },
  {
    label: "Connections in a room",
    hint: "At the same time.",
    unit: "count",
    valueOf: (plan) => plan.connectionsPerRoom,
  },
  {
    label: "Sync engine data",
    hint: "Size of Storage in all rooms.",
    unit: "bytes",
    valueOf: (plan) => plan.customAppBytes,
  },
  {
    label: "Text editor data",
    hint: "Size of Yjs documents in all rooms.",
    unit: "bytes",
    valueOf: (plan) => plan.textEditorBytes,
  },
  {
    label: "Events and request logs",
    hint: "How long they are kept.",
    unit: "days",
    valueOf: (plan) => plan.eventRetentionDays,
  },
];
