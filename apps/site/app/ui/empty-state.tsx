import type { ReactNode } from "react";
import { WovenThread } from "./woven-thread.tsx";

export interface EmptyStateProps {
  /** What will appear here: `Rooms appear here once someone enters one.` */
  title: ReactNode;
  children?: ReactNode;
  /** The action that makes it appear. */
  action?: ReactNode;
  /** What leads to it: an `EmptyThread`. */
  thread?: ReactNode;
}

/** An empty state, with what to do about it. Put a link to the docs, or a `CodeBlock`, into `children`. */
export function EmptyState({ title, children, action, thread }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      {thread ?? <WovenThread className="h-6 w-28 text-line-strong" />}
      <p className="max-w-md text-lg font-medium text-balance">{title}</p>
      {children && <div className="flex w-full max-w-xl flex-col gap-4 text-sm text-muted">{children}</div>}
      {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
