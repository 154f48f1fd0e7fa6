import type { Pause } from "./preview.ts";

/** A place as fractions of an element's sides, so that a phone and a wide screen mean the same place. */
export type Place = {
  readonly x: number;
  readonly y: number;
};

const steps: ReadonlyMap<string, Place> = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

/** Where a pointer is in `element`. */
export function placeIn(
  element: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clamp((clientX - left) / width), y: clamp((clientY - top) / height) };
}

/** Where an arrow key leads from a place; null for any other key. */
export function stepFrom(from: Place, { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }) {
  const step = steps.get(key);
  if (!step) return null;
  const stride = shiftKey ? 0.06 : 0.015;
  return { x: clamp(from.x + step.x * stride), y: clamp(from.y + step.y * stride) };
}

/** A place as it arrives from outside: any client in a public room may set anything. */
export function readPlace(value: unknown): Place | null {
  const { x, y } = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<string, unknown>>;
  return isFraction(x) && isFraction(y) ? { x, y } : null;
}

/** Moves along a curve once around, as a hand would. */
export async function tour(move: (place: Place) => void, pause: Pause): Promise<void> {
  const stops = 90;
  for (let stop = 0; stop <= stops; stop++) {
    const turn = (stop / stops) * 2 * Math.PI;
    move({ x: 0.5 + 0.32 * Math.sin(turn), y: 0.5 + 0.24 * Math.sin(2 * turn) });
    await pause(80);
  }
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}

function isFraction(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}
