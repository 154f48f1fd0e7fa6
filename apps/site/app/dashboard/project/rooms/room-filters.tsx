import { X } from "lucide-react";
import { useState } from "react";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { FilterBar } from "../../shared/filter-bar.tsx";
import type { FilterOption } from "../../shared/filter-bar.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import type { FilterChanges } from "../../shared/use-filters.ts";
import { QueryFilter } from "../shared/query-filter.tsx";
import type { QueryFault } from "./query-fault.ts";
import type { RoomFilters as Filters } from "./room-list.ts";
import { addressOf, roomSorts, sortName } from "./room-sort.ts";
import type { RoomSort } from "./room-sort.ts";

const sizes = ["20", "50", "100"].map((value) => ({ value, label: `${value} per page` }));
const sortOptions = roomSorts.map(({ sort, label }) => ({ value: sortName(sort), label }));

export interface RoomFiltersProps {
  filters: Filters;
  any: boolean;
  sort: RoomSort;
  limit: string;
  onChange: (changes: FilterChanges) => void;
  onClear: () => void;
  /** The server's error for the query. */
  fault?: QueryFault | { readonly message: string } | undefined;
}

/** The search, the filters and the order of the list of rooms. */
export function RoomFilters({ filters, any, sort, limit, onChange, onClear, fault }: RoomFiltersProps) {
  const [queryOpen, setQueryOpen] = useState(false);
  const options: readonly FilterOption<keyof Filters>[] = [
    { name: "active", label: "Connected now", choices: [{ value: "yes", label: "Connected now" }] },
    {
      name: "access",
      label: "Access",
      choices: [
        { value: "public", label: "Public access" },
        { value: "private", label: "Private access" },
      ],
    },
    { name: "organizationId", label: "Organization" },
    { name: "userId", label: "User", placeholder: "User ID" },
    { name: "groupIds", label: "Groups", placeholder: "IDs, separated by commas" },
    { name: "metadata", label: "Metadata", placeholder: "key: value" },
    { name: "prefix", label: "ID prefix" },
    { name: "query", label: "Query", onOpen: () => setQueryOpen(true) },
  ];
  return (
    <div className="mb-4 flex flex-col gap-3">
      <FilterBar
        search={
          <FilterText
            first
            label="Search by room ID"
            className="w-full sm:w-64"
            value={filters.search}
            onChange={(search) => onChange({ search })}
          />
        }
        options={options}
        values={filters}
        any={any}
        onChange={onChange}
        onClear={() => {
          setQueryOpen(false);
          onClear();
        }}
      >
        <Field label="Sort by" labelHidden className="w-44">
          <Select
            options={sortOptions}
            value={sortName(sort)}
            onValueChange={(value) => {
              const chosen = roomSorts.find((one) => sortName(one.sort) === value);
              if (chosen !== undefined) onChange(addressOf(chosen.sort));
            }}
          />
        </Field>
        <Field label="Rooms per page" labelHidden className="w-36 max-sm:hidden">
          <Select
            options={sizes}
            value={limit}
            onValueChange={(value) => onChange({ limit: value === "20" ? null : value })}
          />
        </Field>
      </FilterBar>
      {(queryOpen || filters.query !== "") && (
        <div className="flex items-start gap-1">
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
          <IconButton
            name="Remove filter: Query"
            onClick={() => {
              setQueryOpen(false);
              onChange({ query: null });
            }}
          >
            <X className="size-4" aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}
