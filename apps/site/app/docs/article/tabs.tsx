import { Children, isValidElement, useId } from "react";
import type { ReactNode } from "react";

/**
 * Panels of which one is seen, as plain HTML: the page's script moves between them and keeps every set of the same group
 * in step. Without script all of them are seen, each under its name.
 */
export function Tabs({ items, group, children }: { items: readonly string[]; group?: string; children: ReactNode }) {
  const id = useId();
  const panels = Children.toArray(children).filter(isValidElement);
  if (panels.length !== items.length)
    throw new Error(`Tabs are named ${items.join(", ")}, but there are ${panels.length} panels.`);
  return (
    <div className="tabs" data-tabs={group ?? ""}>
      <div role="tablist" aria-label={group === undefined ? "Choose" : `Choose a ${group.replaceAll("-", " ")}`}>
        {items.map((item, index) => (
          <button
            key={item}
            type="button"
            role="tab"
            id={`${id}tab-${index}`}
            aria-controls={`${id}panel-${index}`}
            aria-selected={index === 0}
            tabIndex={index === 0 ? 0 : -1}
            data-tab={item}
          >
            {item}
          </button>
        ))}
      </div>
      {panels.map((panel, index) => (
        <div
          key={items[index]}
          role="tabpanel"
          id={`${id}panel-${index}`}
          aria-labelledby={`${id}tab-${index}`}
          data-name={items[index]}
          data-active={index === 0 ? "" : undefined}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
