import { ListFilter } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { FilterChip } from "./filter-chip.tsx";
import type { FilterChanges } from "./use-filters.ts";

export interface FilterOption<N extends string> {
  readonly name: N;
  readonly label: string;
  readonly placeholder?: string;
  /** Values to choose from, each a command of the menu, instead of a text. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Opens a field that is outside the bar, instead of a chip. */
  readonly onOpen?: () => void;
}

export interface FilterBarProps<N extends string> {
  /** The search field, before the filters. */
  search: ReactNode;
  options: readonly FilterOption<N>[];
  values: Readonly<Record<N, string>>;
  /** A filter applies. */
  any: boolean;
  onChange: (changes: FilterChanges) => void;
  onClear: () => void;
  /** The end of the bar, such as how the list is sorted. */
  children?: ReactNode;
}

/** A search field, filters to add, a chip for each filter that applies, and a button that removes them all. */
export function FilterBar<N extends string>({
  search,
  options,
  values,
  any,
  onChange,
  onClear,
  children,
}: FilterBarProps<N>) {
  const [editing, setEditing] = useState<N | null>(null);
  const set = (name: N, value: string) => {
    setEditing(null);
    if (value !== values[name]) onChange({ [name]: value === "" ? null : value });
  };
  const unused = options.filter(({ name }) => values[name] === "" && name !== editing);
  const chips = options.filter(({ name, onOpen }) => onOpen === undefined && (values[name] !== "" || name === editing));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search}
      {unused.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button>
              <ListFilter className="size-4" aria-hidden />
              Add filter
            </Button>
          }
        >
          {unused.flatMap(({ name, label, choices, onOpen }) =>
            choices === undefined ? (
              <MenuItem key={name} onSelect={onOpen ?? (() => setEditing(name))}>
                {label}
              </MenuItem>
            ) : (
              choices.map((choice) => (
                <MenuItem key={`${name} ${choice.value}`} onSelect={() => set(name, choice.value)}>
                  {choice.label}
                </MenuItem>
              ))
            ),
          )}
        </Menu>
      )}
      {chips.map(({ name, label, placeholder, choices }) => (
        <FilterChip
          // A value that changed elsewhere is edited anew.
          key={`${name} ${values[name]}`}
          label={choices?.find(({ value }) => value === values[name])?.label ?? label}
          value={values[name]}
          shown={choices === undefined ? values[name] : ""}
          placeholder={placeholder}
          editing={name === editing}
          onEdit={choices === undefined ? () => setEditing(name) : undefined}
          onChange={(value) => set(name, value)}
        />
      ))}
      {any && (
        <Button variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {children !== undefined && <div className="ml-auto flex gap-2">{children}</div>}
    </div>
  );
}
