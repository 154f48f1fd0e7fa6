import type { Usage } from "@weft/protocol";
import { usageMeters } from "@weft/protocol/internal/usage-meters";
import { meter } from "./meter.ts";
import type { Meter, MeterUnit } from "./meter.ts";

/** One of the nine measures of a team's usage. */
export interface UsageMeasure {
  readonly name: string;
  readonly label: string;
  readonly unit: MeterUnit;
  readonly meter: Meter;
  /** A line below the bar. */
  readonly note?: string;
}

/**
 * The meters of a plan, in order; none for a plan whose usage is set by an agreement. Anonymous users are shown if some
 * have connected, or may connect: `publicAccess`.
 */
export function usageMeasures(usage: Usage, publicAccess = false): readonly UsageMeasure[] {
  return usageMeters(usage)
    .filter(({ name, used }) => name !== "anonymousConnections" || publicAccess || used > 0)
    .map(({ name, label, unit, used, included, resets }) => ({
      name,
      label,
      unit,
      ...(name === "users"
        ? users(usage)
        : { meter: meter({ used, included }), ...(!resets && { note: "Does not reset" }) }),
    }));
}

/** On a plan that grows, users beyond the included ones are billed. */
function users(usage: Usage): Pick<UsageMeasure, "meter" | "note"> {
  const { billableUsers: used, includedMonthlyActiveUsers: included, maximumMonthlyActiveUsers: maximum } = usage;
  const grows = usage.plan === "Pro_2024_05";
  const extra = grows && included !== null ? Math.max(0, used - included) : 0;
  // Without a limit, the meter shows the number of active users.
  if (included === null) return { meter: meter({ used: usage.currentPeriodActiveUsers, included }) };
  const active = `${usage.currentPeriodActiveUsers.toLocaleString("en-US")} active this period`;
  return {
    meter: meter({ used, included, ...(grows && { payAsYouGo: { maximum } }) }),
    note: extra > 0 ? `${active}, ${extra.toLocaleString("en-US")} of them billed extra` : active,
  };
}

/** Whether a plan's usage is drawn as meters. */
export function showsMeters(plan: Usage["plan"]): boolean {
  return plan === "Free" || plan === "Pro_2024_05";
}
