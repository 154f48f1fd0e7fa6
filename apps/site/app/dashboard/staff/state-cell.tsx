import type { ReactNode } from "react";
import { Cell } from "../../ui/table.tsx";

export interface StateCellProps {
  /** The badge of the state, with the text beside it. */
  children: ReactNode;
  /** Why the last try failed. */
  failure: string | null;
}

/** The state of a job, and below it why the last try failed. */
export function StateCell({ children, failure }: StateCellProps) {
  return (
    <Cell label="State" className="min-w-56">
      <span className="flex flex-wrap items-center gap-2 as-card:justify-end">{children}</span>
      {failure !== null && <span className="mt-1 block max-w-prose text-xs wrap-anywhere text-muted">{failure}</span>}
    </Cell>
  );
}
