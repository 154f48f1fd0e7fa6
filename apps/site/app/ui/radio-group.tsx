import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { clsx } from "clsx";
import { useId } from "react";
import type { ReactNode } from "react";

export interface RadioOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export interface RadioGroupProps<V extends string> {
  legend: ReactNode;
  options: readonly RadioOption<V>[];
  value?: V;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  name?: string;
  disabled?: boolean;
  /** Options as cards beside each other. */
  cards?: boolean;
  className?: string;
}

/** One of a few, all of them in sight. */
export function RadioGroup<V extends string>({
  legend,
  options,
  onValueChange,
  cards = false,
  className,
  ...rest
}: RadioGroupProps<V>) {
  const id = useId();
  return (
    <div className={clsx("flex flex-col gap-2", className)}>
      <span id={id} className="text-sm font-medium">
        {legend}
      </span>
      <Base
        {...rest}
        aria-labelledby={id}
        onValueChange={onValueChange}
        className={cards ? "grid gap-3 sm:grid-cols-2" : "flex flex-col gap-2.5"}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              "flex items-start gap-2.5 text-sm has-data-disabled:opacity-55",
              cards &&
                "rounded-lg border border-line-strong bg-raised p-4 has-data-checked:border-accent has-data-checked:bg-accent-soft",
            )}
          >
            <Radio.Root
              value={option.value}
              disabled={option.disabled}
              className="mt-0.5 grid size-[1.125rem] shrink-0 cursor-pointer place-items-center rounded-full border border-line-control bg-raised data-checked:border-accent-solid data-checked:bg-accent-solid data-disabled:cursor-not-allowed"
            >
              <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" />
            </Radio.Root>
            <span className="flex flex-col">
              <span className="font-medium">{option.label}</span>
              {option.hint && <span className="text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </Base>
    </div>
  );
}
