import { useCallback, useEffect, useState } from "react";
import { clampSize, storedSize, storeSize } from "./panel-size.ts";
import type { PanelSize } from "./panel-size.ts";

/** The size that was chosen, fitted to the browser window, and how to choose another. */
export function usePanelSize(): readonly [PanelSize, (size: PanelSize) => void] {
  const [chosen, setChosen] = useState(storedSize);
  const [screen, setScreen] = useState(screenSize);
  useEffect(() => {
    const resized = () => setScreen(screenSize());
    addEventListener("resize", resized);
    return () => removeEventListener("resize", resized);
  }, []);
  const choose = useCallback((size: PanelSize) => {
    const fitted = clampSize(size, screenSize());
    setChosen(fitted);
    storeSize(fitted);
  }, []);
  return [clampSize(chosen, screen), choose];
}

function screenSize(): PanelSize {
  return { w: innerWidth, h: innerHeight };
}
