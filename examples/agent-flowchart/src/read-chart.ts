import { entriesOf } from "@weft/example-shared/entries-of";
import { longestLabel } from "./room-types.ts";
import type { Arrow, Step } from "./room-types.ts";

export type ShownStep = Readonly<Step> & { readonly id: string };
export type ShownArrow = Readonly<Arrow> & { readonly id: string };

const mostShown = 1_000;

/** The steps of the chart. Any client with the link may store anything, so values are checked. */
export function readSteps(steps: unknown): readonly ShownStep[] {
  return entriesOf(steps)
    .flatMap(([id, value]) => {
      const { label, x, y } = fieldsOf(value);
      if (typeof label !== "string" || !isCoordinate(x) || !isCoordinate(y)) return [];
      return [{ id, label: label.slice(0, longestLabel), x, y }];
    })
    .slice(0, mostShown);
}

/** The arrows between steps that exist. */
export function readArrows(arrows: unknown, steps: readonly ShownStep[]): readonly ShownArrow[] {
  const known = new Set(steps.map(({ id }) => id));
  return entriesOf(arrows)
    .flatMap(([id, value]) => {
      const { from, to } = fieldsOf(value);
      if (typeof from !== "string" || typeof to !== "string") return [];
      return known.has(from) && known.has(to) ? [{ id, from, to }] : [];
    })
    .slice(0, mostShown);
}

export function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value : {};
}

/** Steps farther away could not be found. */
const farthest = 1_000_000;

function isCoordinate(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= farthest;
}
