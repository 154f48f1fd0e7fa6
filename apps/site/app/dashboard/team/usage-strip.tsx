import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { meterText } from "../../usage/meter.ts";
import { showsMeters, usageMeasures } from "../../usage/usage-measures.ts";
import { teamPath } from "../frame/place.ts";
import { usageQuery } from "./usage-query.ts";

/** What of a team's usage is near a limit or over it; nothing when all is well. */
export function UsageStrip({ teamId }: { teamId: string }) {
  const { data } = useQuery(usageQuery(teamId));
  if (!data || !showsMeters(data.usage.plan)) return null;
  const pressing = usageMeasures(data.usage).filter(({ meter }) => meter.kind === "bounded" && meter.tone !== "brand");
  if (pressing.length === 0) return null;
  const reached = pressing.some(({ meter }) => meter.kind === "bounded" && meter.tone === "danger");
  return (
    <div
      className={`mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border px-4 py-3 text-sm ${
        reached ? "border-danger-line bg-danger-soft text-danger" : "border-warning-line bg-warning-soft text-warning"
      }`}
    >
      {pressing.map(({ name, label, unit, meter }) => (
        <span key={name}>
          <strong className="font-medium">{label}</strong>
          {`: ${meterText(meter, unit)}`}
          {meter.kind === "bounded" ? ` (${meter.word.toLowerCase()})` : ""}
        </span>
      ))}
      <Link className="ml-auto underline underline-offset-4" to={`${teamPath(teamId)}/settings/billing`}>
        Plan and usage
      </Link>
    </div>
  );
}
