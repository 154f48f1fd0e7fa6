import { useCallback, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element, as it changes: `attach` goes to its `ref`. */
export function useSize() {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { size, attach };
}
