import { useEffect, useState } from "react";

/** How old the last answer has to be before the client asks again. */
const freshForMs = 5_000;

/**
 * The client polls for changes of an inbox every minute, when the window gets the focus, and when a component that
 * shows the inbox is mounted, unless the last answer is younger than five seconds. Threads of open rooms are live.
 * Custom kinds do not belong to a room, so code that expects one calls `refresh`. Returns a `key` that remounts a
 * component.
 */
export function useInboxRefresh(): { readonly key: number; readonly refresh: () => void } {
  const [key, setKey] = useState(0);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return undefined;
    const later = setTimeout(() => setKey((before) => before + 1), freshForMs + 100);
    return () => clearTimeout(later);
  }, [asked]);
  const refresh = () => {
    setKey((before) => before + 1);
    setAsked((before) => before + 1);
  };
  return { key, refresh };
}
