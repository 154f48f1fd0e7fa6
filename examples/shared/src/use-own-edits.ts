import { useEffect, useState } from "react";

const inputs = ["keydown", "pointerdown", "pointerup", "paste", "drop", "input"] as const;
/** An edit is synchronized within this time. */
const editedWithinMs = 1_000;

/**
 * Whether this window may have edits to save: the visitor has typed or clicked a moment ago, or since what is being
 * synchronized. Applying the edits of others makes the client `synchronizing`, too the edits of others.
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
  useEffect(() => {
    if (synchronizing || !touched) return;
    // A click changed nothing: what is synchronized later comes from others.
    const timer = setTimeout(setTouched, editedWithinMs, false);
    return () => clearTimeout(timer);
  }, [synchronizing, touched]);
  return touched;
}
