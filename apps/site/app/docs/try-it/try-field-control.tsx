import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import type { TryField } from "./try-form.ts";

/** In a select, what is not sent. */
const absent = "none";

/** A parameter or a member of the body, with a control for its type. */
export function TryFieldControl({
  field,
  value,
  error,
  onChange,
}: {
  field: TryField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { name, kind, required, description, options = [] } = field;
  const choices = kind === "boolean" ? ["true", "false"] : options;
  const label = name === "" ? "Body" : name;
  return (
    <Field
      label={<span className="font-mono text-[0.8125rem]">{label}</span>}
      hint={description === "" ? undefined : description}
      error={error}
      required={required}
      optional={!required}
    >
      {kind === "choice" || kind === "boolean" ? (
        <Select
          options={[
            ...(required ? [] : [{ value: absent, label: "Not set" }]),
            ...choices.map((choice) => ({ value: choice, label: choice })),
          ]}
          value={value === "" ? (required ? null : absent) : value}
          onValueChange={(chosen) => onChange(chosen === absent ? "" : chosen)}
        />
      ) : kind === "json" ? (
        <Textarea
          rows={Math.min(12, Math.max(2, value.split("\n").length))}
          className="font-mono text-[0.8125rem]!"
          spellCheck={false}
          placeholder="JSON"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input
          autoComplete="off"
          spellCheck={false}
          inputMode={kind === "number" ? "decimal" : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
