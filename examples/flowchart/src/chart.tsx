import { useHistory, useStorage, useUpdateMyPresence } from "@liveblocks/react";
import { currentTheme, HistoryButtons, onThemeChange, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Background, Controls, MarkerType, ReactFlow, useReactFlow } from "@xyflow/react";
import type { NodeChange } from "@xyflow/react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { playColleague } from "./colleague.ts";
import { OtherCursors } from "./other-cursors.tsx";
import { readArrows, readSteps } from "./read-chart.ts";
import type { StepNode } from "./read-chart.ts";
import { longestLabel } from "./room-types.ts";
import { useChartEdits } from "./use-chart-edits.ts";

/** React Flow draws what is in Storage, and reports what the visitor does; selection is each visitor’s own. */
export function Chart({ session }: { readonly session: Session }) {
  const storedSteps = useStorage((root) => root.steps);
  const storedArrows = useStorage((root) => root.arrows);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [sizes, setSizes] = useState<ReadonlyMap<string, StepNode["measured"]>>(new Map());
  const steps = useMemo(() => readSteps(storedSteps), [storedSteps]);
  const arrows = useMemo(() => readArrows(storedArrows, steps), [storedArrows, steps]);
  const edits = useChartEdits();
  const history = useHistory();
  const updatePresence = useUpdateMyPresence();
  const { screenToFlowPosition } = useReactFlow();
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  useScriptedVisitor(session, storedSteps !== null, { cursor: null }, playColleague);

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
          onClick={() => edits.addStep(screenToFlowPosition({ x: innerWidth / 2 - 75, y: innerHeight / 2 }))}
        >
          <span aria-hidden="true">+</span> Step
        </button>
        <HistoryButtons />
        {chosen && (
          <>
            <input
              type="text"
              value={chosen.data.label}
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
      <div
        className="flow-canvas"
        aria-busy={storedSteps === null}
        onPointerMove={({ clientX, clientY }) =>
          updatePresence({ cursor: screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false }) })
        }
        onPointerLeave={() => updatePresence({ cursor: null })}
      >
        {storedSteps !== null && (
          <ReactFlow
            nodes={steps.map((step) => ({ ...step, selected: selected.has(step.id), measured: sizes.get(step.id) }))}
            edges={arrows.map((arrow) => ({
              ...arrow,
              selected: selected.has(arrow.id),
              markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 },
            }))}
            onNodesChange={onNodesChange}
            onEdgesChange={(changes) => {
              for (const change of changes) if (change.type === "select") select(change.id, change.selected);
            }}
            onConnect={({ source, target }) => edits.connect(source, target)}
            onDelete={({ nodes, edges }) => edits.remove(new Set([...nodes, ...edges].map(({ id }) => id)))}
            // The whole way of a step is one step for undo.
            onNodeDragStart={() => history.pause()}
            onNodeDragStop={() => history.resume()}
            nodeOrigin={[0, 0]}
            defaultEdgeOptions={{ type: "smoothstep" }}
            colorMode={theme}
            proOptions={{ hideAttribution: false }}
            fitView
          >
            <Background gap={24} />
            <Controls showInteractive={false} />
            <OtherCursors />
          </ReactFlow>
        )}
      </div>
    </div>
  );
}
