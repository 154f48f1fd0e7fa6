import { Switch as Base } from "@base-ui/react/switch";
import { clsx } from "clsx";
import { useId } from "react";
import type { ReactNode } from "react";

export interface SwitchProps {
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  className?: string;
}

/** On or off, at once. */
export function Switch({ label, labelHidden = false, hint, className, ...rest }: SwitchProps) {
  const hintId = useId();
  return (
    <label className={clsx("flex items-start justify-between gap-6 text-sm has-data-disabled:opacity-55", className)}>
      <span className={clsx("flex flex-col", labelHidden && "sr-only")}>
        <span className="font-medium">{label}</span>
        {hint && (
          <span id={hintId} className="text-muted">
            {hint}
          </span>
        )}
      </span>
      <Base.Root
        {...rest}
        aria-describedby={hint ? hintId : undefined}
        className="relative flex h-6 w-10 items-center shrink-0 cursor-pointer rounded-full border border-line-control bg-sunken transition-colors duration-(--quick) data-checked:border-accent-solid data-checked:bg-accent-solid data-disabled:cursor-not-allowed"
      >
        <Base.Thumb className="block size-4 translate-x-[3px] rounded-full bg-muted transition-transform duration-(--quick) data-checked:translate-x-[19px] data-checked:bg-on-accent" />
      </Base.Root>
    </label>
  );
}
