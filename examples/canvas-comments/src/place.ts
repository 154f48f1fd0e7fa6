/** A place on the picture, in fractions of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Nearest place on the picture: a pin stays within reach. */
export function clamp({ x, y }: Place): Place {
  return { x: within(x), y: within(y) };
}

/** The place of a pointer over the picture's element. */
export function placeOf({ clientX, clientY }: { clientX: number; clientY: number }, picture: Element): Place {
  const { left, top, width, height } = picture.getBoundingClientRect();
  return clamp({ x: (clientX - left) / width, y: (clientY - top) / height });
}

/** The metadata of a thread as it arrives: any client in the room may have written it. */
export function readPlace(metadata: { readonly x?: unknown; readonly y?: unknown }): Place {
  return clamp({
    x: typeof metadata.x === "number" ? metadata.x : 0.5,
    y: typeof metadata.y === "number" ? metadata.y : 0.5,
  });
}

function within(fraction: number): number {
  return Number.isFinite(fraction) ? Math.min(1, Math.max(0, Math.round(fraction * 10_000) / 10_000)) : 0.5;
}
