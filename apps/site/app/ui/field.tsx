import { clsx } from "clsx";
import { useId, useMemo } from "react";
import type { ReactNode } from "react";
import { FieldContext } from "./field-context.ts";

export interface FieldProps {
  label: ReactNode;
  /** Keeps the label for assistive technology alone. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong with the value; the control then calls itself invalid. */
  error?: ReactNode;
  required?: boolean;
  /** Says so beside the label. */
  optional?: boolean;
  className?: string;
  /** One control of this kit: `Input`, `Textarea`, `Select`. */
  children: ReactNode;
}

/** A label, a control, a hint, and what is wrong. */
export function Field({
  label,
  labelHidden = false,
  hint,
  error,
  required = false,
  optional = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== null && error !== "" && error !== false;
  const ids = useMemo(
    () => ({
      control: `${id}control`,
      hint: hasHint ? `${id}hint` : undefined,
      error: hasError ? `${id}error` : undefined,
      required,
    }),
    [id, hasHint, hasError, required],
  );
  return (
    <FieldContext value={ids}>
      <div className={clsx("flex flex-col gap-1.5", className)}>
        <label
          htmlFor={ids.control}
          className={clsx("flex items-baseline justify-between gap-3 text-sm font-medium", labelHidden && "sr-only")}
        >
          {label}
          {optional && <span className="text-xs font-normal text-faint">Optional</span>}
        </label>
        {children}
        {hasError && (
          <p id={ids.error} role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
        {hasHint && (
          <p id={ids.hint} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
