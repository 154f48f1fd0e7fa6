import { clsx } from "clsx";
import { useId, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps<V extends string> {
  /** What the tabs choose among. */
  label: string;
  tabs: readonly Tab<V>[];
  value?: V;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  className?: string;
}

/**
 * Panels of which one is seen. Written here and not taken from the library because pages of documentation use it, and the
 * library's weighs as much as all else that such a page may add to the shell.
 */
export function Tabs<V extends string>({ label, tabs, value, defaultValue, onValueChange, className }: TabsProps<V>) {
  const id = useId();
  const [own, setOwn] = useState(defaultValue);
  const asked = value ?? own;
  const current = tabs.find((tab) => tab.value === asked) ?? tabs[0];

  function choose(next: V): void {
    setOwn(next);
    onValueChange?.(next);
  }

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const at = tabs.findIndex((tab) => tab.value === current?.value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next.value);
    document.getElementById(`${id}tab-${next.value}`)?.focus();
  }

  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}tab-${tab.value}`}
            aria-selected={tab === current}
            aria-controls={tab === current ? `${id}panel` : undefined}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => choose(tab.value)}
            className={clsx(
              "border-b-2 border-transparent py-2.5 text-sm font-medium whitespace-nowrap text-muted",
              "transition-colors duration-(--quick) hover:text-ink aria-selected:border-accent aria-selected:text-ink",
              "focus-visible:-outline-offset-2",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={current?.value}
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}tab-${current?.value}`}
        tabIndex={0}
        className="pt-6 outline-offset-4"
      >
        {current?.content}
      </div>
    </div>
  );
}
