import type { ReactNode } from "react";

/** A fact beside its name, in a `dl` of two columns. */
export function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
