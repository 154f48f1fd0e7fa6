/**
 * The canvas behind the cursors: vertical lines, and a trail for each moving cursor that passes over one line and under
 * the next. A trail fades as it ages. Without trails, the canvas stops drawing.
 *
 *   odd lines ─► trails ─► even lines      painted in this order
 */
import { prefersReducedMotion } from "@weft/example-shared";
import type { Point } from "./glide.ts";

export interface Trails {
  /** Leads the trail of `id` to a point, in CSS pixels. */
  lead(id: number | "you", colour: string, at: Point): void;
  /** Ends the trail of `id` here: its next point begins another. */
  cut(id: number | "you"): void;
  /** Takes the canvas's present size and the present theme's colours. */
  refit(): void;
  close(): void;
}

interface TrailPoint extends Point {
  readonly laidAt: number;
}

interface Trail {
  readonly colour: string;
  readonly points: TrailPoint[];
}

const lineGap = 36;
const lineWidth = 2;
const trailWidth = 5;
const fadeMs = 1800;

/** Draws trails on a canvas whose size comes from its stylesheet. */
export function openTrails(canvas: HTMLCanvasElement): Trails {
  return new CanvasTrails(canvas);
}

class CanvasTrails implements Trails {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #leading = new Map<number | "you", Trail>();
  #trails: Trail[] = [];
  #colours = { line: "", ground: "" };
  #frame = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.refit();
  }

  lead(id: number | "you", colour: string, at: Point): void {
    if (prefersReducedMotion()) return;
    let trail = this.#leading.get(id);
    if (!trail) {
      trail = { colour, points: [] };
      this.#leading.set(id, trail);
      this.#trails.push(trail);
    }
    const last = trail.points.at(-1);
    // Points closer than this are indistinguishable, and every point is painted on every frame.
    if (last && Math.hypot(at.x - last.x, at.y - last.y) < 3) return;
    trail.points.push({ ...at, laidAt: performance.now() });
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#draw);
  }

  cut(id: number | "you"): void {
    this.#leading.delete(id);
  }

  refit(): void {
    const ratio = Math.min(devicePixelRatio, 2);
    this.#canvas.width = Math.round(this.#canvas.clientWidth * ratio);
    this.#canvas.height = Math.round(this.#canvas.clientHeight * ratio);
    const style = getComputedStyle(this.#canvas);
    this.#colours = { line: style.borderTopColor, ground: style.backgroundColor };
    this.#paint(performance.now());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
  }

  readonly #draw = (now: number) => {
    for (const { points } of this.#trails) {
      const faded = points.findIndex((point) => now - point.laidAt < fadeMs);
      points.splice(0, faded === -1 ? points.length : faded);
    }
    const leading = new Set(this.#leading.values());
    this.#trails = this.#trails.filter((trail) => trail.points.length > 0 || leading.has(trail));
    this.#paint(now);
    const moving = this.#trails.some((trail) => trail.points.length > 0);
    this.#frame = moving ? requestAnimationFrame(this.#draw) : 0;
  };

  #paint(now: number): void {
    const context = this.#context;
    if (!context) return;
    const ratio = Math.min(devicePixelRatio, 2);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.#canvas.clientWidth, this.#canvas.clientHeight);
    this.#paintLines(context, 1, 0);
    for (const trail of this.#trails) paintTrail(context, trail, now);
    // A rim in the colour of the ground separates these lines from the trails below them.
    this.#paintLines(context, 0, this.#trails.length > 0 ? 1.5 : 0);
  }

  #paintLines(context: CanvasRenderingContext2D, parity: 0 | 1, rim: number): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const count = Math.ceil(clientWidth / lineGap);
    for (let index = parity; index <= count; index += 2) {
      const x = index * lineGap - lineWidth / 2;
      if (rim > 0) {
        context.fillStyle = this.#colours.ground;
        context.fillRect(x - rim, 0, lineWidth + rim * 2, clientHeight);
      }
      context.fillStyle = this.#colours.line;
      context.fillRect(x, 0, lineWidth, clientHeight);
    }
  }
}

/** A curve through the middles of the points, thinner and paler the older it is, up to the newest point itself. */
function paintTrail(context: CanvasRenderingContext2D, { colour, points }: Trail, now: number): void {
  context.strokeStyle = colour;
  for (const [index, here] of points.entries()) {
    const before = points[index - 1];
    if (!before) continue;
    const after = points[index + 1];
    const end = after ? middle(here, after) : here;
    const youth = Math.max(0, 1 - (now - here.laidAt) / fadeMs);
    // Round ends would show as beads where one pale piece overlaps the next.
    context.lineCap = after ? "butt" : "round";
    context.globalAlpha = Math.sqrt(youth);
    context.lineWidth = 1 + (trailWidth - 1) * youth;
    context.beginPath();
    const start = middle(before, here);
    context.moveTo(start.x, start.y);
    context.quadraticCurveTo(here.x, here.y, end.x, end.y);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
