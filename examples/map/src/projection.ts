import { geoEqualEarth, geoPath } from "d3-geo";
import type { Position } from "./room-types.ts";

/** A point of the map or of the window, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The size of the map at scale 1. */
export const world = { width: 960, height: 467 } as const;

const projection = geoEqualEarth().fitSize([world.width, world.height], { type: "Sphere" });
export const pathOf = geoPath(projection).digits(2);

/** Where the map shows a position. */
export function project({ lon, lat }: Position): Point {
  const [x, y] = projection([lon, lat])!;
  return { x, y };
}

/** The position at a point of the map, or null outside the globe. */
export function positionAt({ x, y }: Point): Position | null {
  const [lon, lat] = projection.invert!([x, y]) ?? [Number.NaN, Number.NaN];
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return null;
  // Beyond the edge, the projection has no inverse; what it answers there is shown elsewhere.
  const shown = project({ lon, lat });
  return Math.hypot(shown.x - x, shown.y - y) < 0.5 ? { lon, lat } : null;
}
