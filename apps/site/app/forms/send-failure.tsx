import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";

export interface SendFailureProps {
  title: string;
  children?: ReactNode;
  onClose: () => void;
}

/** A form did not arrive. Closing this leads back to the form. */
export function SendFailure({ title, children, onClose }: SendFailureProps) {
  const close = useRef<HTMLButtonElement>(null);
  // The button that was pressed may be gone.
  useEffect(() => close.current?.focus(), []);
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-lg border border-danger-line bg-danger-soft p-4"
    >
      <div className="flex flex-col gap-1 text-sm">
        <p className="font-medium text-danger">{title}</p>
        {children}
      </div>
      <Button ref={close} size="sm" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
