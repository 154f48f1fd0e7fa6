import { fieldsOf } from "./read-chart.ts";
import type { ShownStep } from "./read-chart.ts";
import { longestLabel } from "./room-types.ts";
import type { Arrow, Proposal } from "./room-types.ts";

export const mostProposed = 20;
const longestId = 64;

/** A proposal as a model or another client has sent it, perhaps in part. Null if there is nothing in it. */
export function readProposal(id: string, value: unknown): Proposal | null {
  const { steps, arrows } = fieldsOf(value);
  const found = new Map<string, string>();
  for (const step of listOf(steps)) {
    const { id: stepId, label } = fieldsOf(step);
    if (isId(stepId) && typeof label === "string" && label.trim() !== "" && !found.has(stepId))
      found.set(stepId, label.trim().slice(0, longestLabel));
  }
  const between = listOf(arrows).flatMap((arrow): Arrow[] => {
    const { from, to } = fieldsOf(arrow);
    return isId(from) && isId(to) && from !== to ? [{ from, to }] : [];
  });
  const proposed = Array.from(found, ([stepId, label]) => ({ id: stepId, label }));
  return proposed.length + between.length === 0 ? null : { id, steps: proposed, arrows: between };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, mostProposed) : [];
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= longestId;
}

/** A proposal at its place in the chart. Arrows whose ends are neither in the chart nor proposed are left out. */
export interface PlacedProposal {
  readonly id: string;
  readonly steps: readonly ShownStep[];
  readonly arrows: readonly Arrow[];
}

const [width, height] = [180, 60];
const [across, down] = [230, 110];

/**
 * Gives proposed steps their places: each below the step that leads to it, and where that is taken, to the right. Steps that
 * nothing leads to are at the end of the chart. Every window places the same proposal in the same chart alike.
 */
export function placeProposal({ id, steps, arrows }: Proposal, chart: readonly ShownStep[]): PlacedProposal {
  const existing = new Map(chart.map((step) => [step.id, step]));
  // A model may reuse the id of a step: what it means then is that step.
  const wanted = steps.filter((step) => !existing.has(step.id));
  const placed = new Map<string, ShownStep>();
  const taken = [...chart];
  const at = (stepId: string) => placed.get(stepId) ?? existing.get(stepId);
  const place = (step: { readonly id: string; readonly label: string }, from: { x: number; y: number }) => {
    let { x } = from;
    while (taken.some((other) => Math.abs(other.x - x) < width && Math.abs(other.y - from.y) < height)) x += across;
    const shown = { ...step, x, y: from.y };
    placed.set(step.id, shown);
    taken.push(shown);
  };
  let waiting = wanted;
  while (waiting.length > 0) {
    const next = waiting.find((step) => arrows.some(({ from, to }) => to === step.id && at(from))) ?? waiting[0]!;
    const source = arrows.map(({ from, to }) => (to === next.id ? at(from) : undefined)).find(Boolean);
    place(next, source ? { x: source.x, y: source.y + down } : endOf(chart));
    waiting = waiting.filter((step) => step !== next);
  }
  return {
    id,
    steps: [...placed.values()],
    arrows: arrows.filter(({ from, to }) => at(from) && at(to)),
  };
}

function endOf(chart: readonly ShownStep[]): { x: number; y: number } {
  if (chart.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...chart.map(({ x }) => x)), y: Math.max(...chart.map(({ y }) => y)) + down };
}
