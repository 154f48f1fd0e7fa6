/** Where a form is. What was typed lives in its fields; this is what became of sending it. */
export type FormState =
  | { readonly kind: "none" }
  | { readonly kind: "submitting" }
  | { readonly kind: "success" }
  | { readonly kind: "error" };

export type FormEvent = "submitted" | "answered" | "failed" | "closed";

/** Every state and every event; what a state cannot use leaves it as it is. */
const next: { readonly [K in FormState["kind"]]: Partial<Record<FormEvent, FormState["kind"]>> } = {
  none: { submitted: "submitting" },
  submitting: { answered: "success", failed: "error" },
  success: { closed: "none" },
  error: { submitted: "submitting", closed: "none" },
};

export const pristine: FormState = { kind: "none" };

/** The reducer of every form: none, submitting, then success or error. */
export function formReducer(state: FormState, event: FormEvent): FormState {
  const kind = next[state.kind][event];
  return kind === undefined ? state : { kind };
}
