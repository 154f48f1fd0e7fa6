/**
 * Smooth movement between the places that arrive over the network: a critically damped spring, which follows a moving
 * target closely and never swings past it.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Glide {
  readonly at: Point;
  readonly speed: Point;
}

/** How stiff the spring is, per second: it settles in about a fifth of a second. */
const stiffness = 28;

/** Where a spring that is pulled to `target` is after `seconds`. Exact, so the frame rate does not change the path. */
export function glideTo(target: Point, from: Glide, seconds: number): Glide {
  const x = glideAxis(target.x, from.at.x, from.speed.x, seconds);
  const y = glideAxis(target.y, from.at.y, from.speed.y, seconds);
  return { at: { x: x.at, y: y.at }, speed: { x: x.speed, y: y.speed } };
}

function glideAxis(target: number, from: number, speed: number, seconds: number): { at: number; speed: number } {
  const distance = from - target;
  const pull = speed + stiffness * distance;
  const decay = Math.exp(-stiffness * seconds);
  return {
    at: target + (distance + pull * seconds) * decay,
    speed: (speed - stiffness * pull * seconds) * decay,
  };
}

/** Whether a glide is so close to its target and so slow, in pixels, that the rest is invisible. */
export function hasArrived(target: Point, { at, speed }: Glide): boolean {
  return Math.hypot(at.x - target.x, at.y - target.y) < 0.1 && Math.hypot(speed.x, speed.y) < 2;
}
