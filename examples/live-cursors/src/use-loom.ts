import { onThemeChange } from "@weft/example-shared";
import { useCallback, useRef } from "react";
import { openLoom } from "./loom.ts";
import type { Loom } from "./loom.ts";

/** A loom for as long as its canvas is on the page: `attach` goes to the canvas's `ref`. */
export function useLoom() {
  const loom = useRef<Loom | null>(null);
  const attach = useCallback((canvas: HTMLCanvasElement | null) => {
    if (!canvas) return undefined;
    const opened = openLoom(canvas);
    loom.current = opened;
    const observer = new ResizeObserver(() => opened.refit());
    observer.observe(canvas);
    const stopTheme = onThemeChange(() => opened.refit());
    return () => {
      stopTheme();
      observer.disconnect();
      opened.close();
      loom.current = null;
    };
  }, []);
  return { loom, attach };
}
