import type { Size } from "@weft/example-shared";
import { world } from "./projection.ts";
import type { Point } from "./projection.ts";

/** What a window shows of the map: a point of the map is drawn at `scale` times it, moved by `x` and `y`. */
export interface Viewport extends Point {
  readonly scale: number;
}

const mostZoom = 24;
/** How much of the window the world fills at least when it is opened, so that it is not a strip on a phone. */
const coveredAtFirst = 0.62;

export function initialViewport(size: Size): Viewport {
  const scale = Math.max(leastScale(size), (size.height * coveredAtFirst) / world.height);
  return centreOn({ x: world.width / 2, y: world.height / 2 }, scale, size);
}

/** The scale at which the whole world fits. */
function leastScale({ width, height }: Size): number {
  return Math.min(width / world.width, height / world.height);
}

export function toScreen({ scale, x, y }: Viewport, point: Point): Point {
  return { x: point.x * scale + x, y: point.y * scale + y };
}

export function toMap({ scale, x, y }: Viewport, point: Point): Point {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

export function pan(viewport: Viewport, by: Point, size: Size): Viewport {
  return within({ ...viewport, x: viewport.x + by.x, y: viewport.y + by.y }, size);
}

/** Zooms around a point of the window, which keeps showing the same place. */
export function zoom(viewport: Viewport, factor: number, around: Point, size: Size): Viewport {
  const least = leastScale(size);
  const scale = clamp(viewport.scale * factor, least, least * mostZoom);
  const fixed = toMap(viewport, around);
  return within({ scale, x: around.x - fixed.x * scale, y: around.y - fixed.y * scale }, size);
}

export function centreOn(point: Point, scale: number, size: Size): Viewport {
  return within({ scale, x: size.width / 2 - point.x * scale, y: size.height / 2 - point.y * scale }, size);
}

/** Keeps the world in the window: centered where it is smaller than the window, and without a gap where it is larger. */
export function within({ scale, x, y }: Viewport, size: Size): Viewport {
  const bounded = Math.max(scale, leastScale(size));
  return {
    scale: bounded,
    x: offset(x, world.width * bounded, size.width),
    y: offset(y, world.height * bounded, size.height),
  };
}

function offset(at: number, length: number, space: number): number {
  return length <= space ? (space - length) / 2 : clamp(at, space - length, 0);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
