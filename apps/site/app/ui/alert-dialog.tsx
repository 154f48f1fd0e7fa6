import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

export interface AlertDialogProps {
  title: ReactNode;
  /** The consequences: what is deleted, and what is kept. */
  children: ReactNode;
  /** The verb on the button: `Delete project`. */
  action: string;
  onConfirm: () => void | Promise<void>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactElement;
  /** The name that must be typed to confirm. */
  typed?: string;
  busy?: boolean;
  /** The error, if it failed. */
  error?: ReactNode;
  danger?: boolean;
}

/** A confirmation before an action that cannot be undone. It stays open while `busy`, and with an `error`. */
export function AlertDialog({
  title,
  children,
  action,
  onConfirm,
  open,
  onOpenChange,
  trigger,
  typed,
  busy = false,
  error,
  danger = true,
}: AlertDialogProps) {
  const [text, setText] = useState("");
  const ready = typed === undefined || text === typed;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        setText("");
        onOpenChange?.(next);
      }}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-(--quick) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Base.Popup className="popup-motion w-full max-w-md rounded-lg border border-line bg-raised shadow-float">
            <form
              onSubmit={(event) => {
                event.preventDefault();
                // In React it would submit a form around the dialog, too.
                event.stopPropagation();
                if (ready && !busy) void onConfirm();
              }}
            >
              <div className="flex flex-col gap-3 px-6 pt-5 pb-6">
                <Base.Title className="text-xl">{title}</Base.Title>
                <Base.Description render={<div className="text-sm text-muted" />}>{children}</Base.Description>
                {typed !== undefined && (
                  <Field
                    label={
                      <span>
                        Type <strong className="font-mono font-medium">{typed}</strong> to confirm
                      </span>
                    }
                  >
                    <Input
                      value={text}
                      onChange={(event) => setText(event.target.value)}
                      autoComplete="off"
                      spellCheck={false}
                    />
                  </Field>
                )}
                {error && (
                  <p role="alert" className="text-sm text-danger">
                    {error}
                  </p>
                )}
              </div>
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4">
                <Base.Close render={<Button variant="ghost">Cancel</Button>} />
                <Button type="submit" variant={danger ? "danger" : "primary"} disabled={!ready} busy={busy}>
                  {action}
                </Button>
              </div>
            </form>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
