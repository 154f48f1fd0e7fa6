import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export interface DialogFormProps {
  readonly children: ReactNode;
  /** The label of the button that submits the form. */
  readonly submit: string;
  readonly pending: boolean;
  readonly disabled?: boolean;
  /** Why it failed, where no field shows it. */
  readonly error?: string | undefined;
  /** Not called while the form is pending. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** The form of a dialog: its fields, why it failed, and the buttons that cancel and submit it. */
export function DialogForm({ children, submit, pending, disabled, error, onSubmit, onClose }: DialogFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) onSubmit();
      }}
    >
      {children}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={pending} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
