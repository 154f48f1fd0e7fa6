import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import type { ReactNode } from "react";

export interface SegmentedControlProps<V extends string> {
  label: string;
  options: readonly { readonly value: V; readonly label: ReactNode }[];
  value: V;
  onValueChange: (value: V) => void;
}

/** One of two to five ways to see the same thing. */
export function SegmentedControl<V extends string>({ label, options, value, onValueChange }: SegmentedControlProps<V>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={(pressed) => {
        // Pressing the chosen one again would leave none.
        const [next] = pressed;
        if (next !== undefined) onValueChange(next);
      }}
      className="inline-flex w-fit max-w-full flex-wrap rounded-md border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className="inline-flex h-7 items-center gap-1.5 rounded-sm border border-transparent px-3 text-sm font-medium text-muted transition-colors duration-(--quick) hover:text-ink data-pressed:border-line data-pressed:bg-raised data-pressed:text-ink"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
