import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import type { FilterChanges } from "../../shared/use-filters.ts";
import { markFault } from "./query-fault.ts";
import type { QueryFault } from "./query-fault.ts";
import type { RoomFilters as Filters } from "./room-list.ts";

const sizes = ["20", "50", "100"].map((value) => ({ value, label: `${value} per page` }));

export interface RoomFiltersProps {
  filters: Filters;
  limit: string;
  onChange: (changes: FilterChanges) => void;
  /** What the server has against the query. */
  fault?: QueryFault | { readonly message: string } | undefined;
}

/** What narrows the list of rooms down. */
export function RoomFilters({ filters, limit, onChange, fault }: RoomFiltersProps) {
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <FilterText first label="Id begins with" value={filters.prefix} onChange={(prefix) => onChange({ prefix })} />
        <FilterText label="User id" value={filters.userId} onChange={(userId) => onChange({ userId })} />
        <FilterText
          label="Group ids"
          placeholder="Group ids, by commas"
          value={filters.groupIds}
          onChange={(groupIds) => onChange({ groupIds })}
        />
        <FilterText
          label="Organization"
          value={filters.organizationId}
          onChange={(organizationId) => onChange({ organizationId })}
        />
      </div>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <div className="min-w-64 flex-1">
          <FilterText
            label="Query"
            placeholder={`Query: metadata['status']:'open' AND roomId^'docs:'`}
            value={filters.query}
            onChange={(query) => onChange({ query })}
            error={fault?.message}
            className="[&_input]:font-mono [&_input]:text-xs"
          />
          {fault && "line" in fault && (
            <pre className="mt-2 overflow-x-auto rounded-md bg-sunken px-3 py-2 text-xs text-danger">
              {markFault(filters.query, fault)}
              {`\nLine ${fault.line}, column ${fault.column}`}
            </pre>
          )}
          <details className="mt-1.5 text-xs text-muted">
            <summary className="w-fit rounded-sm">What can be asked</summary>
            <p className="mt-2 max-w-prose leading-5">
              <code>roomId:'a'</code> is, <code>roomId^'a'</code> begins with, <code>metadata['key']:'value'</code>{" "}
              compares an entry, <code>AND</code> joins. Texts stand in quotes.
            </p>
          </details>
        </div>
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
