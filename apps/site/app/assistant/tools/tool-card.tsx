import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";

export interface ToolCardProps {
  title: string;
  /** Its arguments are still arriving. */
  busy?: boolean;
  /** What became of it. */
  done?: string;
  children?: ReactNode;
}

/** A tool that shows more than a line: a form, a chart, a link. */
export function ToolCard({ title, busy = false, done, children }: ToolCardProps) {
  return (
    <section
      aria-label={title}
      aria-busy={busy || undefined}
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4"
    >
      <h3 className="flex items-center gap-2 text-sm font-medium">
        {done !== undefined && <CircleCheck className="size-4 text-success" aria-hidden />}
        {done ?? title}
      </h3>
      {busy && <Skeleton className="h-16" />}
      {children}
    </section>
  );
}
