import { placeIn } from "@weft/example-shared";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import type { CardId } from "../room-types.ts";
import { usePoint } from "../use-point.ts";

export interface ChartPoint {
  /** The same in every window, whatever its size. */
  readonly key: string;
  /** What screen readers say of it. */
  readonly text: string;
}

interface PointSurfaceProps {
  readonly area: CardId;
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** The index of the point at a place, given as a fraction of the sides. */
  readonly indexAt: (place: { readonly x: number; readonly y: number }) => number;
  readonly orientation?: "horizontal" | "vertical";
  readonly children: ReactNode;
}

/** A chart whose points are chosen with a pointer, a finger or the arrow keys. The others see the chosen one. */
export function PointSurface(props: PointSurfaceProps) {
  const { area, label, points, indexAt, orientation = "horizontal", children } = props;
  const { mine, setMine } = usePoint(area);
  const index = points.findIndex(({ key }) => key === mine);
  const shown = index === -1 ? points.length - 1 : index;

  const choose = (at: number) => setMine(points[Math.min(Math.max(at, 0), points.length - 1)]?.key ?? null);
  const follow = (event: PointerEvent<HTMLElement>) => choose(indexAt(placeIn(event.currentTarget, event)));
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Escape") setMine(null);
    else if (event.key === "Home") choose(0);
    else if (event.key === "End") choose(points.length - 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") choose(index === -1 ? shown : index - 1);
    else if (event.key === "ArrowRight" || event.key === "ArrowDown") choose(index === -1 ? shown : index + 1);
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="chart"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={shown + 1}
      aria-valuetext={points[shown]?.text}
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === "mouse") setMine(null);
      }}
      onKeyDown={press}
      onBlur={() => setMine(null)}
    >
      {children}
    </div>
  );
}
