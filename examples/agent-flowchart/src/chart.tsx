import { useHistory, useUpdateMyPresence } from "@weft/react";
import { currentTheme, HistoryButtons, onThemeChange } from "@weft/example-shared";
import { Background, Controls, ReactFlow, useReactFlow } from "@xyflow/react";
import type { Edge, NodeChange } from "@xyflow/react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { AgentsLayer } from "./agents-layer.tsx";
import { AgentsNote } from "./agents-note.tsx";
import { OtherCursors } from "./other-cursors.tsx";
import { markerEnd, nodeOf, pendingEdges, pendingNodes } from "./pending.ts";
import type { StepNode } from "./pending.ts";
import type { ShownArrow, ShownStep } from "./read-chart.ts";
import { longestLabel } from "./room-types.ts";
import type { Agent } from "./use-agents.ts";
import type { ChartEdits } from "./use-chart-edits.ts";

interface ChartProps {
  readonly steps: readonly ShownStep[];
  readonly arrows: readonly ShownArrow[];
  readonly agents: readonly Agent[];
  readonly edits: ChartEdits;
}

/** The chart, with what agents propose as pending steps and arrows, which only the agent’s user confirms. */
export function Chart({ steps, arrows, agents, edits }: ChartProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [sizes, setSizes] = useState<ReadonlyMap<string, StepNode["measured"]>>(new Map());
  const history = useHistory();
  const updatePresence = useUpdateMyPresence();
  const { screenToFlowPosition } = useReactFlow();
  const theme = useSyncExternalStore(onThemeChange, currentTheme);

  const nodes = useMemo(
    () => [
      ...steps.map((step): StepNode => ({
        ...nodeOf(step),
        selected: selected.has(step.id),
        measured: sizes.get(step.id),
      })),
      ...agents.flatMap((agent) => pendingNodes(agent, sizes)),
    ],
    [steps, agents, selected, sizes],
  );
  const edges = useMemo(() => {
    const labelOf = (id: string) => steps.find((step) => step.id === id)?.label ?? id;
    return [
      ...arrows.map(({ id, from, to }): Edge => ({
        id,
        source: from,
        target: to,
        markerEnd,
        selected: selected.has(id),
        ariaLabel: `Arrow from ${labelOf(from)} to ${labelOf(to)}`,
      })),
      ...agents.flatMap(pendingEdges),
    ];
  }, [steps, arrows, agents, selected]);

  const select = (id: string, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  const onNodesChange = (changes: readonly NodeChange<StepNode>[]) => {
    for (const change of changes) {
      if (change.type === "select") select(change.id, change.selected);
      if (change.type === "position" && change.position) edits.moveStep(change.id, change.position);
      if (change.type === "dimensions") setSizes((before) => new Map(before).set(change.id, change.dimensions));
    }
  };

  const chosen = steps.find(({ id }) => selected.has(id));
  return (
    <div className="flow">
      <div className="flow-bar">
        <button
          type="button"
          className="button"
          onClick={() => {
            const below = Math.max(0, ...steps.map(({ y }) => y + 110));
            edits.addStep({ x: Math.min(0, ...steps.map(({ x }) => x)), y: below });
          }}
        >
          <span aria-hidden="true">+</span> Step
        </button>
        <HistoryButtons />
        {chosen && (
          <>
            <input
              type="text"
              value={chosen.label}
              maxLength={longestLabel}
              aria-label="Label of the selected step"
              autoComplete="off"
              onChange={(event) => edits.renameStep(chosen.id, event.target.value)}
            />
            <button type="button" className="button" onClick={() => edits.remove(selected)}>
              Delete
            </button>
          </>
        )}
      </div>
      <AgentsNote agents={agents} />
      {steps.length === 0 && (
        <p className="flow-empty">
          No steps yet. Add one, or ask the agent for a first draft: everyone sees what it proposes.
        </p>
      )}
      <div
        className="flow-canvas"
        onPointerMove={({ clientX, clientY }) =>
          updatePresence({ cursor: screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false }) })
        }
        onPointerLeave={() => updatePresence({ cursor: null })}
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          onNodesChange={onNodesChange}
          onEdgesChange={(changes) => {
            for (const change of changes) if (change.type === "select") select(change.id, change.selected);
          }}
          onConnect={({ source, target }) => edits.connect(source, target)}
          onDelete={(deleted) => edits.remove(new Set([...deleted.nodes, ...deleted.edges].map(({ id }) => id)))}
          // The whole way of a step is one step for undo.
          onNodeDragStart={() => history.pause()}
          onNodeDragStop={() => history.resume()}
          nodeOrigin={[0, 0]}
          defaultEdgeOptions={{ type: "smoothstep" }}
          colorMode={theme}
          fitView
          fitViewOptions={{ maxZoom: 1, padding: 0.3 }}
        >
          <Background gap={24} />
          <Controls showInteractive={false} />
          <OtherCursors />
          <AgentsLayer agents={agents} steps={steps} />
        </ReactFlow>
      </div>
    </div>
  );
}
