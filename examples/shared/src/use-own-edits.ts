import { useEffect, useState } from "react";

const inputs = ["keydown", "pointerdown", "paste", "drop", "input"] as const;

/**
 * Whether this window may have edits to save: the visitor has typed or clicked since everything was last synchronized. The
 * client is also `synchronizing` while it applies the edits of others.
 */
export function useOwnEdits(synchronizing: boolean): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    // Later: rendering between this listener and the one of a controlled field would put its old value back.
    const touch = () => setTimeout(setTouched, 0, true);
    for (const kind of inputs) addEventListener(kind, touch, { capture: true, passive: true });
    return () => {
      for (const kind of inputs) removeEventListener(kind, touch, { capture: true });
    };
  }, []);
  useEffect(() => {
    // What was synchronized is saved.
    if (synchronizing) return () => setTouched(false);
  }, [synchronizing]);
  return touched;
}
