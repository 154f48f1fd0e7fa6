import { plans } from "@weft/protocol";
import type { Plan } from "@weft/protocol";
import { formatBytes } from "../../formats/bytes.ts";
import { countOf, formatCount } from "../../formats/count.ts";

type PlanUnit = "count" | "bytes" | "days";

interface PlanMeasure {
  readonly label: string;
  readonly hint: string;
  readonly unit: PlanUnit;
  readonly valueOf: (plan: Plan) => number | null;
}

const measures: readonly PlanMeasure[] = [
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

const formats: Record<PlanUnit, (value: number) => string> = {
  count: formatCount,
  bytes: formatBytes,
  days: (value) => countOf(value, "day"),
};

const columns = [plans.SelfHosted, plans.Free, plans.Pro_2024_05, plans.Enterprise];

/** The names of the plans that an operator can assign to a team, as columns. */
export const planNames: readonly string[] = columns.map(({ name }) => name);

/** What each of them includes, ready to be read. */
export const planRows: readonly {
  readonly label: string;
  readonly hint: string;
  readonly values: readonly string[];
}[] = measures.map(({ label, hint, unit, valueOf }) => ({
  label,
  hint,
  values: columns.map((plan) => {
    const value = valueOf(plan);
    return value === null ? "No limit" : formats[unit](value);
  }),
}));
