import { readItem, storeItem } from "../../storage/browser-storage.ts";

/** How large the assistant's window is, in CSS pixels. */
export interface PanelSize {
  readonly w: number;
  readonly h: number;
}

export const defaultSize: PanelSize = { w: 400, h: 500 };
export const largeSize: PanelSize = { w: 800, h: 800 };
export const minimumSize: PanelSize = { w: 300, h: 400 };
/** The free space of a browser window beside and above the panel. */
const margin: PanelSize = { w: 32, h: 96 };

const key = "weft:assistant-panel-size";
const step = 16;
const largeStep = 64;

/** The nearest size that fits the browser window; the minimum wins. */
export function clampSize({ w, h }: PanelSize, screen: PanelSize): PanelSize {
  const clamp = (side: "w" | "h", value: number) =>
    Math.max(minimumSize[side], Math.min(value, screen[side] - margin[side]));
  return { w: clamp("w", w), h: clamp("h", h) };
}

/** The size after an arrow key on the panel's corner, which is its upper left one; undefined for other keys. */
export function sizeAfterKey({ w, h }: PanelSize, { key: name, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">) {
  const by = shiftKey ? largeStep : step;
  switch (name) {
    case "ArrowLeft":
      return { w: w + by, h };
    case "ArrowRight":
      return { w: w - by, h };
    case "ArrowUp":
      return { w, h: h + by };
    case "ArrowDown":
      return { w, h: h - by };
    default:
      return undefined;
  }
}

/** The size stored in this browser, or the default if there is none or it cannot be read. */
export function storedSize(): PanelSize {
  try {
    const { w, h } = JSON.parse(readItem(key) ?? "{}") as Record<string, unknown>;
    return isSide(w) && isSide(h) ? { w, h } : defaultSize;
  } catch {
    return defaultSize;
  }
}

export function storeSize({ w, h }: PanelSize): void {
  storeItem(key, JSON.stringify({ w: Math.round(w), h: Math.round(h) }));
}

function isSide(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
