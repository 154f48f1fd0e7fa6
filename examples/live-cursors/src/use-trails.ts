import { onThemeChange } from "@weft/example-shared";
import { useCallback, useRef } from "react";
import { openTrails } from "./trails.ts";
import type { Trails } from "./trails.ts";

/** The trails on a canvas while it is on the page. Pass `attach` to the canvas's `ref`. */
export function useTrails() {
  const trails = useRef<Trails | null>(null);
  const attach = useCallback((canvas: HTMLCanvasElement | null) => {
    if (!canvas) return undefined;
    const opened = openTrails(canvas);
    trails.current = opened;
    const observer = new ResizeObserver(() => opened.refit());
    observer.observe(canvas);
    const stopTheme = onThemeChange(() => opened.refit());
    return () => {
      stopTheme();
      observer.disconnect();
      opened.close();
      trails.current = null;
    };
  }, []);
  return { trails, attach };
}
