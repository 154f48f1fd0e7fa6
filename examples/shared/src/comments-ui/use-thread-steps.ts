import { useEffect, useEffectEvent, useState } from "react";
import { isTyping } from "../keyboard.ts";
import { prefersReducedMotion } from "../motion.ts";

export function threadElementId(threadId: string): string {
  return `thread-${threadId}`;
}

/** Goes to threads, also with N for the next of `ids` and P for the previous one. `onGo` makes a thread visible. */
export function useThreadSteps(ids: readonly string[], onGo: (id: string) => void) {
  const [visit, setVisit] = useState<{ readonly id: string } | null>(null);
  const go = (id: string) => {
    onGo(id);
    setVisit({ id });
  };
  const step = (by: 1 | -1) => {
    if (ids.length === 0) return;
    const at = visit === null ? -1 : ids.indexOf(visit.id);
    const start = at === -1 && by === -1 ? 0 : at;
    go(ids[(start + by + ids.length) % ids.length]!);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
    const key = event.key.toLowerCase();
    if (key === "n") step(1);
    else if (key === "p") step(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  useEffect(() => {
    if (visit === null) return;
    const element = document.getElementById(threadElementId(visit.id));
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  }, [visit]);
  return { current: visit?.id ?? null, go, step };
}
