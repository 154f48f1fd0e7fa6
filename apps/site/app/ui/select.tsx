import { Select as Base } from "@base-ui/react/select";
import { clsx } from "clsx";
import { Check, ChevronsUpDown } from "lucide-react";
import { controlStyle } from "./control-style.ts";
import { useFieldControl } from "./field-context.ts";

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps<V extends string> {
  options: readonly SelectOption<V>[];
  value?: V | null;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** The name in a form. */
  name?: string;
  id?: string;
  disabled?: boolean;
  "aria-label"?: string;
  className?: string;
}

/** One of a few. Inside a `Field` it is tied to the label. */
export function Select<V extends string>({
  options,
  value,
  defaultValue,
  onValueChange,
  onBlur,
  placeholder = "Choose…",
  name,
  disabled,
  className,
  ...rest
}: SelectProps<V>) {
  const control = useFieldControl(rest);
  return (
    <Base.Root<V>
      items={options as SelectOption<V>[]}
      value={value}
      defaultValue={defaultValue}
      onValueChange={(chosen) => {
        if (chosen !== null) onValueChange?.(chosen);
      }}
      name={name}
      disabled={disabled}
    >
      <Base.Trigger
        {...control}
        onBlur={onBlur}
        className={clsx(controlStyle, "flex h-9 items-center justify-between gap-2 text-left", className)}
      >
        <Base.Value className="truncate data-placeholder:text-faint" placeholder={placeholder} />
        <Base.Icon>
          <ChevronsUpDown className="size-3.5 text-faint" aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="popup-motion max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex cursor-default items-center justify-between gap-6 rounded-sm px-2.5 py-1.5 text-sm select-none data-disabled:text-faint data-highlighted:bg-hover"
              >
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check className="size-4 text-accent" aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
