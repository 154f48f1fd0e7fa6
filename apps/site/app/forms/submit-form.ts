import type { FormEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/**
 * Submits a form; if a field is at fault, the first one on the page gets the focus. The form is to be made with
 * `shouldFocusError: false`: by itself, it takes fields in the order in which they were registered, and passes by those that
 * are drawn by a `Controller`.
 */
export function submitForm<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, "handleSubmit">,
  onValid: (fields: V) => unknown,
): (event: FormEvent<HTMLFormElement>) => void {
  return (event) => {
    const element = event.currentTarget;
    // The errors are drawn after this.
    const focus = () => void setTimeout(() => firstFault(element)?.focus(), 0);
    void form.handleSubmit((fields) => void onValid(fields), focus)(event);
  };
}

function firstFault(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[aria-invalid="true"]');
}
