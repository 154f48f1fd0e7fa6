import { dyeColour } from "@weft/example-shared";
import type { ReactNode } from "react";
import { PersonTags } from "./person-tags.tsx";
import type { Area } from "./room-types.ts";
import { useArea } from "./use-area.ts";
import { usePeopleAt } from "./use-people-at.ts";

interface FilterGroupProps {
  readonly area: Area;
  readonly label: string;
  readonly children: ReactNode;
}

/** A filter with its controls, outlined while someone else uses it. */
export function FilterGroup({ area, label, children }: FilterGroupProps) {
  const listeners = useArea(area);
  const people = usePeopleAt(area);
  const [first] = people;
  return (
    <div
      className="filter"
      role="group"
      aria-label={label}
      data-others={first ? true : undefined}
      style={first && { "--dye": dyeColour(first.visitor) }}
      {...listeners}
    >
      <span className="filter-label" aria-hidden="true">
        {label}
      </span>
      <div className="filter-controls">{children}</div>
      {first && (
        <span className="filter-people">
          <PersonTags people={people} />
        </span>
      )}
    </div>
  );
}
