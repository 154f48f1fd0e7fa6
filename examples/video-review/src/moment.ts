/** A moment of the video, and a place in its picture. */
export interface Moment {
  /** Milliseconds from the start. */
  readonly time: number;
  /** Fractions of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

/** The length of the clip. Browsers report it once they have loaded the video; moments are read before that. */
export const durationMs = 14_000;

/** The pin of a thread is shown around its moment. */
const shownWithinMs = 1_000;

/** The metadata of a thread as it arrives: any client in the room may have written it. */
export function readMoment(metadata: { readonly time?: unknown; readonly x?: unknown; readonly y?: unknown }): Moment {
  return {
    time: Math.round(within(metadata.time, durationMs, 0)),
    x: within(metadata.x, 1, 0.5),
    y: within(metadata.y, 1, 0.5),
  };
}

export function isShownAt(moment: Moment, time: number): boolean {
  return Math.abs(moment.time - time) <= shownWithinMs;
}

/** `0:07`, `1:02:09`. */
export function clockOf(time: number): string {
  const seconds = Math.floor(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const end = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
}

function within(value: unknown, most: number, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : otherwise;
}
