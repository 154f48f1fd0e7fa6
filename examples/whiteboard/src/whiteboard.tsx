import { useMyPresence, useStorage } from "@weft/react";
import { placeIn, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useMemo, useRef } from "react";
import { BoardShape } from "./board-shape.tsx";
import { playColleague } from "./colleague.ts";
import { OtherCursors } from "./other-cursors.tsx";
import { readShapes } from "./read-shapes.ts";
import { board } from "./room-types.ts";
import { Toolbar } from "./toolbar.tsx";
import { useDrag } from "./use-drag.ts";
import { useSelections } from "./use-selections.ts";
import { useShapeEdits } from "./use-shape-edits.ts";

/** The board, its toolbar, and what the others point at and have selected. */
export function Whiteboard({ session }: { readonly session: Session }) {
  const stored = useStorage((root) => root.shapes);
  const shapes = useMemo(() => readShapes(stored), [stored]);
  const [{ selected }, updatePresence] = useMyPresence();
  const edits = useShapeEdits();
  const selections = useSelections();
  const svg = useRef<SVGSVGElement>(null);
  const { grab, follow, release } = useDrag(svg, edits);
  useScriptedVisitor(session, stored !== null, { cursor: null, selected: null }, playColleague);

  const select = (id: string | null) => updatePresence({ selected: id }, { addToHistory: true });
  return (
    <div className="whiteboard">
      <Toolbar shape={shapes.find(({ id }) => id === selected)} edits={edits} />
      <div className="board">
        <svg
          ref={svg}
          viewBox={`0 0 ${board.width} ${board.height}`}
          role="group"
          aria-label="Board"
          aria-busy={stored === null}
          onPointerDown={(event) => {
            if (event.target === event.currentTarget) select(null);
          }}
          onPointerMove={(event) => {
            updatePresence({ cursor: placeIn(event.currentTarget, event) });
            follow(event);
          }}
          onPointerUp={release}
          onPointerCancel={release}
          onPointerLeave={() => updatePresence({ cursor: null })}
        >
          {shapes.map((shape) => (
            <BoardShape
              key={shape.id}
              shape={shape}
              isSelected={shape.id === selected}
              selectedBy={selections.get(shape.id)}
              onSelect={() => {
                if (shape.id !== selected) select(shape.id);
              }}
              onGrab={(event) => grab(event, shape)}
              edits={edits}
            />
          ))}
        </svg>
        <OtherCursors />
      </div>
    </div>
  );
}
