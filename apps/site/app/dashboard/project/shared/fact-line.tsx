import type { ReactNode } from "react";

/** A name and its value, in a `dl` of two columns. */
export function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
