import type { ActionState } from "../documents/action-state.ts";
import styles from "./form-footer.module.css";

interface FormFooterProps {
  readonly state: ActionState;
  readonly isPending: boolean;
  readonly submit: string;
  readonly kind?: "primary" | "danger";
  readonly onCancel: () => void;
}

/** The error of a form in a dialog, and its buttons. */
export function FormFooter({ state, isPending, submit, kind = "primary", onCancel }: FormFooterProps) {
  return (
    <>
      <p role="alert" className="error">
        {state.kind === "error" && state.message}
      </p>
      <div className={styles.footer}>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button className="button" data-kind={kind} disabled={isPending}>
          {submit}
        </button>
      </div>
    </>
  );
}
