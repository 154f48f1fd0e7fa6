/** Steps as React Flow draws them, and what agents propose. */
import { MarkerType } from "@xyflow/react";
import type { Edge, Node } from "@xyflow/react";
import type { ShownStep } from "./read-chart.ts";
import type { Agent } from "./use-agents.ts";

export type StepNode = Node<{ label: string }>;

export const markerEnd = { type: MarkerType.ArrowClosed, width: 18, height: 18 } as const;

export function nodeOf({ id, label, x, y }: ShownStep): StepNode {
  return { id, position: { x, y }, data: { label }, ariaLabel: `Step: ${label}` };
}

/** The node of a proposed step. */
export function pendingId(agentId: string, stepId: string): string {
  return `pending ${agentId} ${stepId}`;
}

export function pendingNodes(agent: Agent, sizes: ReadonlyMap<string, StepNode["measured"]>): StepNode[] {
  return (agent.proposal?.steps ?? []).map((step) => {
    const id = pendingId(agent.id, step.id);
    return {
      ...nodeOf({ ...step, id }),
      ariaLabel: `Pending step: ${step.label}, proposed by ${agent.name}`,
      className: "pending",
      style: { "--dye": agent.color },
      measured: sizes.get(id),
      draggable: false,
      selectable: false,
      connectable: false,
      deletable: false,
    };
  });
}

export function pendingEdges(agent: Agent): Edge[] {
  const proposed = new Set(agent.proposal?.steps.map(({ id }) => id));
  const end = (id: string) => (proposed.has(id) ? pendingId(agent.id, id) : id);
  return (agent.proposal?.arrows ?? []).map(({ from, to }) => ({
    id: pendingId(agent.id, `${from}-${to}`),
    source: end(from),
    target: end(to),
    markerEnd,
    className: "pending",
    style: { "--dye": agent.color },
    selectable: false,
    deletable: false,
    ariaLabel: `Pending arrow, proposed by ${agent.name}`,
  }));
}
