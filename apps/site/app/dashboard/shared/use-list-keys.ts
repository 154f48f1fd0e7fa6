import { useEffect, useRef } from "react";
import { isSingleKey, useSingleKeys } from "../../shell/single-keys.ts";
import { listAction } from "./list-action.ts";
import type { ListKeys } from "./list-action.ts";

/** The keys of a list: `/` its filter, `J` and `K` its rows, `Enter`, `X`, `R`, `L`. They rest while a text has focus. */
export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys);
  const enabled = useSingleKeys();
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      if (event.key === "Enter" && !isNeutral(event.target)) return;
      const action = event.key === "/" ? focusFilter : listAction(event, current.current);
      if (action === undefined) return;
      event.preventDefault();
      action();
      // Once it is drawn.
      requestAnimationFrame(() => document.querySelector("[data-reached]")?.scrollIntoView({ block: "nearest" }));
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [enabled]);
}

function focusFilter(): void {
  document.querySelector<HTMLElement>("[data-first-filter]")?.focus();
}

/** Whether Enter would do nothing else there. */
function isNeutral(target: EventTarget | null): boolean {
  return !(target instanceof HTMLElement) || target.closest("a, button, summary") === null;
}
