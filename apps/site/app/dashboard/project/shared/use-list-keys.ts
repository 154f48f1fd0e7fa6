import { useEffect, useRef } from "react";
import { useMe } from "../../../api/use-me.ts";
import { isTyping } from "../../../shell/use-shell-keys.ts";

export interface ListKeys {
  readonly count: number;
  /** The row that J and K have reached; -1 for none. */
  readonly at: number;
  readonly onMove: (at: number) => void;
  readonly onOpen?: (at: number) => void;
  readonly onSelect?: (at: number, range: boolean) => void;
  readonly onRefresh?: () => void;
  readonly onToggleLive?: () => void;
}

/** The keys of a list: `/` its filter, `J` and `K` its rows, `Enter`, `X`, `R`, `L`. They rest while a text has focus. */
export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys);
  const { data: me } = useMe();
  const enabled = me?.preferences.singleKeyShortcuts !== false;
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("[role='dialog'], [role='alertdialog']")) return;
      const { count, at, onMove, onOpen, onSelect, onRefresh, onToggleLive } = current.current;
      const letter = event.key.toLowerCase();
      if (letter === "/") document.querySelector<HTMLElement>("[data-first-filter]")?.focus();
      else if (letter === "j" && count > 0) onMove(Math.min(count - 1, at + 1));
      else if (letter === "k" && count > 0) onMove(Math.max(0, at - 1));
      else if (letter === "x" && at >= 0 && onSelect) onSelect(at, event.shiftKey);
      else if (letter === "r" && onRefresh) onRefresh();
      else if (letter === "l" && onToggleLive) onToggleLive();
      else if (event.key === "Enter" && at >= 0 && onOpen && isNeutral(event.target)) onOpen(at);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [enabled]);
}

/** Whether Enter would do nothing else there. */
function isNeutral(target: EventTarget | null): boolean {
  return !(target instanceof HTMLElement) || target.closest("a, button, summary") === null;
}
