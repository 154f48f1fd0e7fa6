import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** Lets a pure function that names what is wrong with each field judge a form. */
export function faultResolver<V extends FieldValues>(
  faultsOf: (values: V) => Partial<Record<string, string>>,
): Resolver<V> {
  return (values) => {
    const faults = Object.entries(faultsOf(values)).filter(([, message]) => message !== undefined);
    if (faults.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(faults.map(([name, message]) => [name, { type: "fault", message }]));
    return { values: {}, errors: errors as FieldErrors<V> };
  };
}
