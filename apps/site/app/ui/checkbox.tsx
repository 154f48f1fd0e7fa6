import { clsx } from "clsx";
import { Check, Minus } from "lucide-react";
import { useEffect, useId, useRef } from "react";
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
export function Checkbox({
  label,
  labelHidden = false,
  hint,
  className,
  indeterminate = false,
  onCheckedChange,
  ...rest
}: CheckboxProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for it.
    input.current!.indeterminate = indeterminate;
  }, [indeterminate]);
  const Mark = indeterminate ? Minus : Check;
  return (
    <label className={clsx("inline-flex items-start gap-2.5 text-sm has-disabled:opacity-55", className)}>
      <span className="relative mt-0.5 grid size-[1.125rem] shrink-0">
        <input
          {...rest}
          ref={input}
          type="checkbox"
          onChange={(event) => onCheckedChange?.(event.target.checked)}
          aria-describedby={hint ? hintId : undefined}
          className="peer col-start-1 row-start-1 m-0 size-full cursor-pointer appearance-none rounded-[5px] border border-line-control bg-raised transition-colors duration-(--quick) checked:border-accent-solid checked:bg-accent-solid indeterminate:border-accent-solid indeterminate:bg-accent-solid disabled:cursor-not-allowed"
        />
        <Mark
          className="pointer-events-none col-start-1 row-start-1 size-3.5 place-self-center text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
          aria-hidden
        />
      </span>
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
