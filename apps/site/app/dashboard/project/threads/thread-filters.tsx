import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import type { FilterChanges } from "../../shared/use-filters.ts";
import type { QueryFault } from "../rooms/query-fault.ts";
import { QueryFilter } from "../shared/query-filter.tsx";

export const threadFilterNames = ["query", "room", "state"] as const;
export type ThreadFilterValues = Readonly<Record<(typeof threadFilterNames)[number], string>>;

const states = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "resolved", label: "Resolved" },
] as const;

export interface ThreadFiltersProps {
  filters: ThreadFilterValues;
  /** Whether the room can be chosen. */
  withRoom: boolean;
  onChange: (changes: FilterChanges) => void;
  fault?: QueryFault | { readonly message: string } | undefined;
}

/** What narrows the list of threads down. */
export function ThreadFilters({ filters, withRoom, onChange, fault }: ThreadFiltersProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SegmentedControl
        label="State"
        options={states}
        value={states.find(({ value }) => value === filters.state)?.value ?? "all"}
        onValueChange={(state) => onChange({ state: state === "all" ? null : state })}
      />
      {withRoom && (
        <FilterText
          label="Room ID"
          value={filters.room}
          onChange={(room) => onChange({ room })}
          className="w-full sm:w-56 [&_input]:font-mono [&_input]:text-xs"
        />
      )}
      <QueryFilter
        first
        value={filters.query}
        onChange={(query) => onChange({ query })}
        example="metadata['priority']:'high' AND visibility:'public'"
        fault={fault}
      >
        <code>metadata['key']:'value'</code> matches an entry, <code>metadata['key']^'a'</code> a prefix, and{" "}
        <code>metadata['size']&gt;=3</code> a number. <code>resolved:true</code> and <code>visibility:'private'</code>{" "}
        match a state. Combine conditions with <code>AND</code>, and put strings in quotes.
      </QueryFilter>
    </div>
  );
}
