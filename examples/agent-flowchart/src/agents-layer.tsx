import { NamedPointer } from "@weft/example-shared";
import { ViewportPortal } from "@xyflow/react";
import type { ShownStep } from "./read-chart.ts";
import type { Agent } from "./use-agents.ts";

interface AgentsLayerProps {
  readonly agents: readonly Agent[];
  readonly steps: readonly ShownStep[];
}

/** The agents of the others: each has a pointer at what it proposes, or above the chart while it thinks. */
export function AgentsLayer({ agents, steps }: AgentsLayerProps) {
  const shown = agents.filter(({ id, isWorking, proposal }) => id !== "own" && (isWorking || proposal));
  return (
    <ViewportPortal>
      {shown.map(({ id, name, color, proposal }, index) => {
        const at = proposal?.steps.at(-1) ?? steps[0] ?? { x: 0, y: 0 };
        return (
          <div key={id} className="agent" data-testid="agent" data-working={proposal ? undefined : true}>
            <NamedPointer
              name={proposal ? `${name} proposes this` : `${name} is working…`}
              color={color}
              at={{ left: at.x + 120, top: at.y + (proposal ? 30 : -50 - index * 40) }}
            />
          </div>
        );
      })}
    </ViewportPortal>
  );
}
