import { useEffect, useId, useState } from "react";
import type { ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

const quietMs = 300;

export interface FilterTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  error?: string | undefined;
  className?: string;
  /** The filter that `/` leads to. */
  first?: boolean;
  /** Values to choose from; others can be typed. */
  suggestions?: ReactNode;
}

/** A filter that is typed: it takes effect once the typing rests. */
export function FilterText({
  label,
  value,
  onChange,
  placeholder,
  error,
  className,
  first = false,
  suggestions,
}: FilterTextProps) {
  const list = useId();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), quietMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <Field label={label} labelHidden error={error} className={className}>
      {suggestions && <datalist id={list}>{suggestions}</datalist>}
      <Input
        list={suggestions ? list : undefined}
        type="search"
        value={text}
        placeholder={placeholder ?? label}
        spellCheck={false}
        autoComplete="off"
        data-first-filter={first || undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onChange(text);
        }}
      />
    </Field>
  );
}
