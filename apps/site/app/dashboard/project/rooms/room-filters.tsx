import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import type { FilterChanges } from "../../shared/use-filters.ts";
import { QueryFilter } from "../shared/query-filter.tsx";
import type { QueryFault } from "./query-fault.ts";
import type { RoomFilters as Filters } from "./room-list.ts";

const sizes = ["20", "50", "100"].map((value) => ({ value, label: `${value} per page` }));

export interface RoomFiltersProps {
  filters: Filters;
  limit: string;
  onChange: (changes: FilterChanges) => void;
  /** The server's error for the query. */
  fault?: QueryFault | { readonly message: string } | undefined;
}

/** The filters of the list of rooms. */
export function RoomFilters({ filters, limit, onChange, fault }: RoomFiltersProps) {
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        <FilterText first label="ID prefix" value={filters.prefix} onChange={(prefix) => onChange({ prefix })} />
        <FilterText label="User ID" value={filters.userId} onChange={(userId) => onChange({ userId })} />
        <FilterText
          label="Group IDs"
          placeholder="Group IDs, separated by commas"
          value={filters.groupIds}
          onChange={(groupIds) => onChange({ groupIds })}
        />
        <FilterText
          label="Organization ID"
          value={filters.organizationId}
          onChange={(organizationId) => onChange({ organizationId })}
        />
      </div>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <QueryFilter
          value={filters.query}
          onChange={(query) => onChange({ query })}
          example={`metadata['status']:'open' AND roomId^'docs:'`}
          fault={fault}
        >
          <code>roomId:'a'</code> matches an ID, <code>roomId^'a'</code> a prefix, and{" "}
          <code>metadata['key']:'value'</code> a metadata entry. Combine conditions with <code>AND</code>, and put
          strings in quotes.
        </QueryFilter>
        <Switch
          label="Only active"
          className="mt-1.5 items-center! gap-2.5!"
          checked={filters.active !== ""}
          onCheckedChange={(active) => onChange({ active: active ? "yes" : null })}
        />
        <Field label="Rooms per page" labelHidden className="w-36">
          <Select
            options={sizes}
            value={limit}
            onValueChange={(value) => onChange({ limit: value === "20" ? null : value })}
          />
        </Field>
      </div>
    </div>
  );
}
