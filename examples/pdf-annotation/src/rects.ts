/** A rectangle in fractions of a page's width and height. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A selection of more lines than this keeps the first ones. */
const mostRects = 40;
/** Coordinates are written as ten-thousandths of a page. */
const unit = 10_000;

/** `1200,3400,4000,180;1200,3600,2500,180`: metadata of threads holds short texts, no lists. */
export function writeRects(rects: readonly Rect[]): string {
  return rects
    .slice(0, mostRects)
    .map(({ x, y, width, height }) => [x, y, width, height].map((value) => Math.round(value * unit)).join(","))
    .join(";");
}

/** Any client in the room may have written anything: what is no rectangle on the page is left out. */
export function readRects(written: unknown): readonly Rect[] {
  if (typeof written !== "string") return [];
  return written
    .split(";", mostRects)
    .filter((part) => /^\d{1,5}(?:,\d{1,5}){3}$/u.test(part))
    .map((part) => {
      const [x = 0, y = 0, width = 0, height = 0] = part.split(",").map((value) => Number(value) / unit);
      return { x, y, width, height };
    })
    .filter(({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001);
}

/** One rectangle for each line. Browsers report one for each piece of text, and again for the elements around it. */
export function mergeLines(rects: readonly Rect[]): readonly Rect[] {
  const lines: Rect[] = [];
  for (const rect of rects.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    if (rect.width <= 0 || rect.height <= 0) continue;
    const index = lines.findIndex((line) => overlap(line, rect) > 0.5 * Math.min(line.height, rect.height));
    if (index === -1) lines.push(rect);
    else lines[index] = around(lines[index]!, rect);
  }
  return lines;
}

/** The part of a rectangle that is on the page. */
export function clip({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return {
    x: left,
    y: top,
    width: Math.min(1, x + width) - left,
    height: Math.min(1, y + height) - top,
  };
}

function overlap(a: Rect, b: Rect): number {
  return Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
}

function around(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
