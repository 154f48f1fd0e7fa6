import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import type { FilterChanges } from "../../shared/use-filters.ts";
import type { QueryFault } from "../rooms/query-fault.ts";
import { Switch } from "../../../ui/switch.tsx";
import { UserOptions } from "../shared/user-options.tsx";
import { QueryFilter } from "../shared/query-filter.tsx";

export const threadFilterNames = ["query", "room", "state", "user", "text", "attachments"] as const;
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
      <FilterText
        label="Text"
        placeholder="Text in comments"
        value={filters.text}
        onChange={(text) => onChange({ text })}
        className="w-full sm:w-56"
      />
      <FilterText
        label="Participant"
        placeholder="Participant ID"
        value={filters.user}
        onChange={(user) => onChange({ user })}
        suggestions={<UserOptions prefix={filters.user} />}
        className="w-full sm:w-48 [&_input]:font-mono [&_input]:text-xs"
      />
      {withRoom && (
        <FilterText
          label="Room ID"
          value={filters.room}
          onChange={(room) => onChange({ room })}
          className="w-full sm:w-48 [&_input]:font-mono [&_input]:text-xs"
        />
      )}
      <Switch
        label="With attachments"
        className="h-9 items-center! gap-2.5!"
        checked={filters.attachments === "true"}
        onCheckedChange={(on) => onChange({ attachments: on ? "true" : null })}
      />
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
