import { dyeColour } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import type { ChangeEvent } from "react";
import { mostGuests } from "./fields.ts";
import type { Field } from "./fields.ts";

interface FormFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | null;
  /** The other person who is in this field. */
  readonly occupant: Visitor | undefined;
  readonly onChange: (value: string) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

export function FormField({ field, value, problem, occupant, onChange, onFocus, onBlur }: FormFieldProps) {
  const { name, label, kind, isOptional } = field;
  const shared = {
    id: name,
    value,
    onFocus,
    onBlur,
    "aria-invalid": problem !== null,
    "aria-describedby": problem === null ? undefined : `${name}-problem`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(event.target.value),
  };
  return (
    <div
      className="form-field"
      data-occupied={occupant ? true : undefined}
      style={occupant && { "--dye": dyeColour(occupant) }}
    >
      <label htmlFor={name}>
        {label} {isOptional && <span>(optional)</span>}
      </label>
      {occupant && <span className="form-occupant">{occupant.name} is editing</span>}
      {typeof kind !== "string" ? (
        <select {...shared}>
          <option value="">Choose…</option>
          {kind.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : kind === "textarea" ? (
        <textarea {...shared} rows={3} maxLength={500} />
      ) : (
        <input
          {...shared}
          type={kind}
          autoComplete="off"
          maxLength={kind === "text" ? 100 : undefined}
          min={kind === "number" ? 1 : undefined}
          max={kind === "number" ? mostGuests : undefined}
        />
      )}
      {problem !== null && (
        <p id={`${name}-problem`} className="form-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
