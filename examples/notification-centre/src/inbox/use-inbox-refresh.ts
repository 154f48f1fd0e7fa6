import { useEffect, useState } from "react";

/** How old the last answer has to be before the client asks again. */
const freshForMs = 5_000;

/**
 * The client asks for changes of an inbox every minute, when the window gets the focus, and when a component that shows the
 * inbox is mounted, unless the last answer is younger than five seconds. Threads of rooms that are open are live; kinds of
 * your own are not about a room, so whoever knows of one calls `refresh`. Answers a key for a component to mount anew.
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
