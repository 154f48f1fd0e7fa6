import { HistoryButtons } from "@weft/example-shared";
import type { ShownShape } from "./read-shapes.ts";
import { fills, kinds, longestText } from "./room-types.ts";
import type { ShapeEdits } from "./use-shape-edits.ts";

interface ToolbarProps {
  /** The selected shape. */
  readonly shape: ShownShape | undefined;
  readonly edits: ShapeEdits;
}

const labels = { note: "Note", rectangle: "Rectangle", ellipse: "Ellipse" } as const;

/** Adds shapes, and changes the selected one. */
export function Toolbar({ shape, edits }: ToolbarProps) {
  return (
    <div className="tools" role="group" aria-label="Tools">
      {kinds.map((kind) => (
        <button key={kind} type="button" className="button" onClick={() => edits.add(kind)}>
          <span aria-hidden="true">+</span> {labels[kind]}
        </button>
      ))}
      <HistoryButtons />
      {shape && (
        <div className="tools-shape" role="group" aria-label="Selected shape">
          <input
            type="text"
            value={shape.text}
            maxLength={longestText}
            aria-label="Text"
            placeholder="Text"
            autoComplete="off"
            onChange={(event) => edits.change(shape.id, { text: event.target.value })}
          />
          {fills.map((fill) => (
            <button
              key={fill}
              type="button"
              className="swatch"
              data-fill={fill}
              aria-label={`Color: ${fill}`}
              aria-pressed={shape.fill === fill}
              onClick={() => edits.change(shape.id, { fill })}
            />
          ))}
          <button type="button" className="button" onClick={() => edits.remove(shape.id)}>
            Delete
          </button>
        </div>
      )}
    </div>
  );
}
