import { createContext, useContext } from "react";

export interface FieldIds {
  readonly control: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly required: boolean;
}

export const FieldContext = createContext<FieldIds | null>(null);

interface ControlProps {
  id?: string | undefined;
  required?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
}

/** Ties a control to the field around it, if there is one; what the caller says itself wins. */
export function useFieldControl<P extends ControlProps>(props: P): P {
  const field = useContext(FieldContext);
  if (field === null) return props;
  const described = [props["aria-describedby"], field.error, field.hint].filter(Boolean).join(" ");
  return {
    ...props,
    id: props.id ?? field.control,
    "aria-required": field.required || undefined,
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": props["aria-invalid"] ?? (field.error !== undefined || undefined),
  };
}
