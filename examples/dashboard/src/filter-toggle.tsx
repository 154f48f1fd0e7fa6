import { dyeColour } from "@weft/example-shared";
import { formatRange } from "./formats.ts";
import { PersonTags } from "./person-tags.tsx";
import { presetOf, regionIds } from "./read-filters.ts";
import type { Filters } from "./read-filters.ts";
import { metrics, regions } from "./room-types.ts";
import { usePeopleAt } from "./use-people-at.ts";

interface FilterToggleProps {
  readonly filters: Filters;
  /** The element that it shows and hides. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** On a narrow page: the filters in a line, which opens them. */
export function FilterToggle({ filters, controls, isOpen, onToggle }: FilterToggleProps) {
  const people = usePeopleAt("dates", "regions", "metric");
  const [first] = people;
  return (
    <button
      type="button"
      className="filter-toggle"
      aria-expanded={isOpen}
      aria-controls={controls}
      data-others={first ? true : undefined}
      style={first && { "--dye": dyeColour(first.visitor) }}
      onClick={onToggle}
    >
      <span className="visually-hidden">Filters: </span>
      <span className="filter-toggle-text">{describe(filters)}</span>
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="m2.500 4.500 3.500 3.500 3.500-3.500" />
      </svg>
      {first && !isOpen && (
        <span className="filter-people">
          <PersonTags people={people} />
        </span>
      )}
    </button>
  );
}

function describe({ from, to, metric, regions: included }: Filters): string {
  const [only] = included;
  const where =
    included.size === regionIds.length
      ? "All regions"
      : only === undefined
        ? "No region"
        : included.size === 1
          ? regions[only]
          : `${included.size} regions`;
  return [presetOf({ from, to })?.label ?? formatRange({ from, to }), where, metrics[metric]].join(" · ");
}
