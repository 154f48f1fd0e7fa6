import { dyeColour, stepFrom } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import type { KeyboardEvent, PointerEvent } from "react";
import { insideBoard } from "./read-shapes.ts";
import type { ShownShape } from "./read-shapes.ts";
import { board } from "./room-types.ts";
import type { ShapeEdits } from "./use-shape-edits.ts";

interface BoardShapeProps {
  readonly shape: ShownShape;
  readonly isSelected: boolean;
  /** The other person who has selected it. */
  readonly selectedBy: Visitor | undefined;
  readonly onSelect: () => void;
  readonly onGrab: (event: PointerEvent) => void;
  readonly edits: ShapeEdits;
}

const names = { note: "Note", rectangle: "Rectangle", ellipse: "Ellipse" } as const;

/** A shape: dragged with the pointer; selected with Tab, moved with the arrow keys, removed with Delete. */
export function BoardShape({ shape, isSelected, selectedBy, onSelect, onGrab, edits }: BoardShapeProps) {
  const { id, kind, x, y, width, height, fill, text } = shape;
  const press = (event: KeyboardEvent) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      edits.remove(id);
      return;
    }
    const next = stepFrom({ x: x / board.width, y: y / board.height }, event);
    if (!next) return;
    event.preventDefault();
    edits.change(id, insideBoard({ x: next.x * board.width, y: next.y * board.height }, shape));
  };
  return (
    <>
      <g
        className="shape"
        data-testid="shape"
        data-kind={kind}
        data-fill={fill}
        data-selected={isSelected || undefined}
        data-others={selectedBy ? true : undefined}
        style={selectedBy && { "--dye": dyeColour(selectedBy) }}
        transform={`translate(${x} ${y})`}
        role="button"
        tabIndex={0}
        aria-label={text === "" ? names[kind] : `${names[kind]}: ${text}`}
        aria-pressed={isSelected}
        onFocus={onSelect}
        onPointerDown={(event) => {
          event.currentTarget.focus();
          onSelect();
          onGrab(event);
        }}
        onKeyDown={press}
      >
        {kind === "ellipse" ? (
          <ellipse cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} />
        ) : (
          <rect width={width} height={height} rx={kind === "note" ? 6 : 14} />
        )}
        <text x={width / 2} y={kind === "rectangle" ? 36 : height / 2} dy=".35em" textAnchor="middle">
          {text}
        </text>
      </g>
      {selectedBy && (
        <text className="shape-owner" x={x} y={y - 10} aria-hidden="true">
          {selectedBy.name}
        </text>
      )}
    </>
  );
}
