import { dyeColour, initials } from "@weft/example-shared";
import { useRef } from "react";
import type { KeyboardEvent } from "react";
import { tabs } from "./room-types.ts";
import type { Tab } from "./room-types.ts";
import type { Person } from "./use-people.ts";

interface TabsProps {
  readonly tab: Tab;
  readonly people: readonly Person[];
  readonly responses: number;
  readonly onTab: (tab: Tab) => void;
}

const names = Object.keys(tabs) as readonly Tab[];

/** The views, with everyone who is on them. Arrow keys move between them. */
export function Tabs({ tab, people, responses, onTab }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = names[(names.indexOf(tab) + step + names.length) % names.length]!;
    onTab(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label="Form" onKeyDown={press}>
      {names.map((name) => {
        const here = people.filter((person) => person.tab === name);
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls={name === tab ? `panel-${name}` : undefined}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onTab(name)}
          >
            {tabs[name]}
            {name === "results" && responses > 0 && <span className="tab-count">{responses}</span>}
            {here.slice(0, 3).map(({ id, visitor }) => (
              <span
                key={id}
                className="avatar"
                aria-hidden="true"
                data-testid={`on-${name}`}
                title={visitor.name}
                style={{ "--dye": dyeColour(visitor) }}
              >
                {initials(visitor)}
              </span>
            ))}
          </button>
        );
      })}
    </div>
  );
}
