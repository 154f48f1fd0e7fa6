import { entriesOf } from "@weft/example-shared/entries-of";
import type { Edge, Node } from "@xyflow/react";
import { longestLabel } from "./room-types.ts";

export type StepNode = Node<{ label: string }>;

/** The steps as React Flow draws them. Any client may store anything in a public room, so they are checked. */
export function readSteps(steps: unknown): StepNode[] {
  return entriesOf(steps).flatMap(([id, value]) => {
    const { label, x, y } = fieldsOf(value);
    if (typeof label !== "string" || !isNumber(x) || !isNumber(y)) return [];
    return [{ id, position: { x, y }, data: { label: label.slice(0, longestLabel) }, ariaLabel: `Step: ${label}` }];
  });
}

/** The arrows between steps that exist. */
export function readArrows(arrows: unknown, steps: readonly StepNode[]): Edge[] {
  const known = new Set(steps.map(({ id }) => id));
  const labelOf = (id: string) => steps.find((step) => step.id === id)?.data.label ?? id;
  return entriesOf(arrows).flatMap(([id, value]) => {
    const { from, to } = fieldsOf(value);
    if (typeof from !== "string" || typeof to !== "string") return [];
    if (!known.has(from) || !known.has(to)) return [];
    return [{ id, source: from, target: to, ariaLabel: `Arrow from ${labelOf(from)} to ${labelOf(to)}` }];
  });
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value : {};
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
