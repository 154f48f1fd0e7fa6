import { useId } from "react";
import type { ReactNode } from "react";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { UserOptions } from "./user-options.tsx";

export interface UserFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Suggested before the other users of the project. */
  known?: readonly string[];
  hint?: ReactNode;
  disabled?: boolean;
  /** The filter that `/` leads to. */
  first?: boolean;
  className?: string;
}

/** The id of a user: one of the project, or any other that is typed. */
export function UserField({ label, value, onChange, known, hint, disabled, first = false, className }: UserFieldProps) {
  const suggestions = useId();
  return (
    <Field label={label} hint={hint} className={className}>
      <datalist id={suggestions}>{!disabled && <UserOptions prefix={value} known={known} />}</datalist>
      <Input
        value={value}
        data-first-filter={first || undefined}
        spellCheck={false}
        autoComplete="off"
        placeholder="user-1"
        list={suggestions}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
