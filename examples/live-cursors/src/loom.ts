/**
 * The canvas behind the cursors: a warp of upright threads, through which every moving cursor draws its own weft
 * thread, over one and under the next. A thread fades as it ages, and the loom rests when the last one is gone.
 *
 *   odd warp threads ─► weft threads ─► even warp threads      painted in this order, which is all that weaving is
 */
import { prefersReducedMotion } from "@weft/example-shared";
import type { Point } from "./glide.ts";

export interface Loom {
  /** Leads the thread of `id` to a point, in CSS pixels. */
  lead(id: number | "you", colour: string, at: Point): void;
  /** Ends the thread of `id` here: its next point begins another. */
  cut(id: number | "you"): void;
  /** Takes the canvas's present size and the present theme's colours. */
  refit(): void;
  close(): void;
}

interface Stitch extends Point {
  readonly laidAt: number;
}

interface Thread {
  readonly colour: string;
  readonly stitches: Stitch[];
}

const warpGap = 36;
const warpWidth = 2;
const weftWidth = 5;
const fadeMs = 1800;

/** A loom on a canvas whose size its stylesheet decides. */
export function openLoom(canvas: HTMLCanvasElement): Loom {
  return new CanvasLoom(canvas);
}

class CanvasLoom implements Loom {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #leading = new Map<number | "you", Thread>();
  #threads: Thread[] = [];
  #colours = { warp: "", ground: "" };
  #frame = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.refit();
  }

  lead(id: number | "you", colour: string, at: Point): void {
    if (prefersReducedMotion()) return;
    let thread = this.#leading.get(id);
    if (!thread) {
      thread = { colour, stitches: [] };
      this.#leading.set(id, thread);
      this.#threads.push(thread);
    }
    const last = thread.stitches.at(-1);
    // Stitches closer than this cannot be told apart, and every stitch is painted on every frame.
    if (last && Math.hypot(at.x - last.x, at.y - last.y) < 3) return;
    thread.stitches.push({ ...at, laidAt: performance.now() });
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#weave);
  }

  cut(id: number | "you"): void {
    this.#leading.delete(id);
  }

  refit(): void {
    const ratio = Math.min(devicePixelRatio, 2);
    this.#canvas.width = Math.round(this.#canvas.clientWidth * ratio);
    this.#canvas.height = Math.round(this.#canvas.clientHeight * ratio);
    const style = getComputedStyle(this.#canvas);
    this.#colours = { warp: style.borderTopColor, ground: style.backgroundColor };
    this.#paint(performance.now());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
  }

  readonly #weave = (now: number) => {
    for (const { stitches } of this.#threads) {
      const faded = stitches.findIndex((stitch) => now - stitch.laidAt < fadeMs);
      stitches.splice(0, faded === -1 ? stitches.length : faded);
    }
    const leading = new Set(this.#leading.values());
    this.#threads = this.#threads.filter((thread) => thread.stitches.length > 0 || leading.has(thread));
    this.#paint(now);
    const moving = this.#threads.some((thread) => thread.stitches.length > 0);
    this.#frame = moving ? requestAnimationFrame(this.#weave) : 0;
  };

  #paint(now: number): void {
    const context = this.#context;
    if (!context) return;
    const ratio = Math.min(devicePixelRatio, 2);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.#canvas.clientWidth, this.#canvas.clientHeight);
    this.#paintWarp(context, 1, 0);
    for (const thread of this.#threads) paintWeft(context, thread, now);
    // A rim in the colour of the ground lifts these threads off the weft that passes below them.
    this.#paintWarp(context, 0, this.#threads.length > 0 ? 1.5 : 0);
  }

  #paintWarp(context: CanvasRenderingContext2D, parity: 0 | 1, rim: number): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const count = Math.ceil(clientWidth / warpGap);
    for (let index = parity; index <= count; index += 2) {
      const x = index * warpGap - warpWidth / 2;
      if (rim > 0) {
        context.fillStyle = this.#colours.ground;
        context.fillRect(x - rim, 0, warpWidth + rim * 2, clientHeight);
      }
      context.fillStyle = this.#colours.warp;
      context.fillRect(x, 0, warpWidth, clientHeight);
    }
  }
}

/** A curve through the middles of the stitches, thinner and paler the older it is, up to the newest stitch itself. */
function paintWeft(context: CanvasRenderingContext2D, { colour, stitches }: Thread, now: number): void {
  context.strokeStyle = colour;
  for (const [index, here] of stitches.entries()) {
    const before = stitches[index - 1];
    if (!before) continue;
    const after = stitches[index + 1];
    const end = after ? middle(here, after) : here;
    const youth = Math.max(0, 1 - (now - here.laidAt) / fadeMs);
    // Round ends would show as beads where one pale piece overlaps the next.
    context.lineCap = after ? "butt" : "round";
    context.globalAlpha = Math.sqrt(youth);
    context.lineWidth = 1 + (weftWidth - 1) * youth;
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
