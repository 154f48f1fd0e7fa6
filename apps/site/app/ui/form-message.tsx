import type { ReactNode } from "react";

/** Why a form was not accepted, above its button. */
export function FormMessage({ children }: { children: ReactNode }) {
  if (children === undefined || children === null || children === "") return null;
  return (
    <p role="alert" className="rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger">
      {children}
    </p>
  );
}
