import { Checkbox as Base } from "@base-ui/react/checkbox";
import { clsx } from "clsx";
import { Check, Minus } from "lucide-react";
import { useId } from "react";
import type { ReactNode } from "react";

export interface CheckboxProps {
  label: ReactNode;
  /** Keeps the label for assistive technology alone, as in the rows of a table. */
  labelHidden?: boolean;
  hint?: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  indeterminate?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  className?: string;
}

/** On or off, sent with a form. */
export function Checkbox({ label, labelHidden = false, hint, className, indeterminate, ...rest }: CheckboxProps) {
  const hintId = useId();
  return (
    <label className={clsx("inline-flex items-start gap-2.5 text-sm has-data-disabled:opacity-55", className)}>
      <Base.Root
        {...rest}
        indeterminate={indeterminate}
        aria-describedby={hint ? hintId : undefined}
        className="mt-0.5 grid size-[1.125rem] shrink-0 cursor-pointer place-items-center rounded-[5px] border border-line-control bg-raised text-on-accent transition-colors duration-(--quick) data-checked:border-accent-solid data-checked:bg-accent-solid data-disabled:cursor-not-allowed data-indeterminate:border-accent-solid data-indeterminate:bg-accent-solid"
      >
        <Base.Indicator className="grid place-items-center">
          {indeterminate ? <Minus className="size-3.5" aria-hidden /> : <Check className="size-3.5" aria-hidden />}
        </Base.Indicator>
      </Base.Root>
      <span className={clsx("flex flex-col", labelHidden && "sr-only")}>
        <span className="font-medium">{label}</span>
        {hint && (
          <span id={hintId} className="text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
