import { useEffect, useState } from "react";

/** False at first, true once the component has been there for `delayMs`. */
export function useAfterDelay(delayMs: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}
