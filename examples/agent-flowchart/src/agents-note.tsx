import { prefersReducedMotion } from "@weft/example-shared";
import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import { pendingId } from "./pending.ts";
import type { Agent } from "./use-agents.ts";

/** What agents propose and where. What this user’s own agent proposes comes into view by itself. */
export function AgentsNote({ agents }: { readonly agents: readonly Agent[] }) {
  const { fitView } = useReactFlow();
  const show = ({ id, proposal }: Agent) => {
    const nodes = (proposal?.steps ?? []).flatMap((step) => [{ id: pendingId(id, step.id) }]);
    const around = (proposal?.arrows ?? []).map(({ from }) => ({ id: from }));
    void fitView({
      nodes: [...nodes, ...around],
      maxZoom: 1,
      padding: 0.3,
      duration: prefersReducedMotion() ? 0 : 300,
    });
  };
  const own = agents.find(({ id, proposal }) => id === "own" && proposal !== null);
  const shownSteps = own?.proposal?.steps.length ?? 0;
  useEffect(() => {
    if (own && shownSteps > 0) show(own);
    // Once for each step that has come.
  }, [own?.proposal?.id, shownSteps]);

  return (
    <div className="agents-note" role="status">
      {agents
        .filter(({ id, proposal }) => id !== "own" && proposal !== null)
        .map((agent) => (
          <p key={agent.id}>
            {agent.name} proposes {countOf(agent.proposal!.steps.length, "step")} and{" "}
            {countOf(agent.proposal!.arrows.length, "arrow")}.
            <button type="button" className="button" onClick={() => show(agent)}>
              Show
            </button>
          </p>
        ))}
    </div>
  );
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
