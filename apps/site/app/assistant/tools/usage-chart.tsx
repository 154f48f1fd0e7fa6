import type { Usage } from "@weft/protocol";
import { UsageMeters } from "../../usage/usage-meters.tsx";
import { usageMeasures } from "../../usage/usage-measures.ts";
import { dataOf } from "./assistant-tool.ts";
import type { ToolViewProps } from "./assistant-tool.ts";
import { ToolCard } from "./tool-card.tsx";

/** The meters of a plan. A plan without any shows nothing. */
export function UsageChart({ part }: ToolViewProps) {
  if (part.stage !== "executed") return <ToolCard title="Usage" busy />;
  const { supported, usage } = dataOf(part);
  if (supported !== true) return null;
  return (
    <ToolCard title="Usage">
      <div className="[&_ul]:grid-cols-1!">
        <UsageMeters measures={usageMeasures(usage as unknown as Usage)} />
      </div>
    </ToolCard>
  );
}
