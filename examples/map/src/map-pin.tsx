import { dyeColour } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import type { Point } from "./projection.ts";
import type { ShownPin } from "./read-pins.ts";

interface MapPinProps {
  readonly pin: ShownPin;
  readonly at: Point;
  /** Its place on the route, from 1; undefined if it is not on it. */
  readonly stop: number | undefined;
  readonly isSelected: boolean;
  /** The other person who has selected it. */
  readonly other: Visitor | undefined;
  readonly onSelect: () => void;
  readonly onDragStart: () => void;
  /** Moves it by pixels of the window. */
  readonly onMove: (to: Point) => void;
  readonly onDragEnd: () => void;
  readonly onRemove: () => void;
}

const thresholdPx = 4;
const keySteps: ReadonlyMap<string, Point> = new Map([
  ["ArrowLeft", { x: -6, y: 0 }],
  ["ArrowRight", { x: 6, y: 0 }],
  ["ArrowUp", { x: 0, y: -6 }],
  ["ArrowDown", { x: 0, y: 6 }],
]);

/** A pin on the map. It is dragged, or moved with the arrow keys. */
export function MapPin({ pin, at, stop, isSelected, other, ...on }: MapPinProps) {
  const drag = useRef<{ readonly from: Point; readonly grabbed: Point; isMoved: boolean } | null>(null);

  const press = (event: KeyboardEvent) => {
    const step = keySteps.get(event.key);
    if (step) on.onMove({ x: at.x + step.x, y: at.y + step.y });
    else if (event.key === "Delete" || event.key === "Backspace") on.onRemove();
    else return;
    event.preventDefault();
  };
  const finish = () => {
    if (drag.current?.isMoved) on.onDragEnd();
    drag.current = null;
  };

  const name = pin.title || "Untitled pin";
  return (
    <button
      type="button"
      className="pin"
      data-testid="pin"
      data-color={pin.color}
      data-selected={isSelected || undefined}
      data-others={other ? true : undefined}
      aria-pressed={isSelected}
      style={{ left: at.x, top: at.y, ...(other && { "--dye": dyeColour(other) }) }}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        event.stopPropagation();
        if (event.button !== 0) return;
        drag.current = { from: at, grabbed: { x: event.clientX, y: event.clientY }, isMoved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const { current } = drag;
        if (!current) return;
        const by = { x: event.clientX - current.grabbed.x, y: event.clientY - current.grabbed.y };
        if (!current.isMoved && Math.hypot(by.x, by.y) < thresholdPx) return;
        if (!current.isMoved) on.onDragStart();
        current.isMoved = true;
        on.onMove({ x: current.from.x + by.x, y: current.from.y + by.y });
      }}
      onPointerUp={finish}
      onPointerCancel={finish}
      onClick={on.onSelect}
      onKeyDown={press}
    >
      <svg width="28" height="36" viewBox="0 0 28 36" aria-hidden="true">
        <path d="M14 35C8 26 2 20 2 13a12 12 0 0 1 24 0c0 7-6 13-12 22z" />
        <text x="14" y="18" textAnchor="middle">
          {stop ?? "•"}
        </text>
      </svg>
      <span className="pin-title">{name}</span>
      <span className="visually-hidden">
        {stop !== undefined && `, stop ${stop}`}
        {other && `, ${other.name} is here`}
      </span>
    </button>
  );
}
