import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface PartNoteProps {
  icon: LucideIcon;
  title: string;
  /** Shown on request. */
  children?: ReactNode;
}

/** What a model did before it went on to write. */
export function PartNote({ icon: Icon, title, children }: PartNoteProps) {
  const head = (
    <span className="inline-flex min-w-0 items-baseline gap-1.5 wrap-anywhere">
      <Icon className="size-3.5 shrink-0 self-center" aria-hidden />
      {title}
    </span>
  );
  if (children === undefined) return <p className="text-xs text-muted">{head}</p>;
  return (
    <details className="text-xs text-muted">
      <summary className="cursor-pointer">{head}</summary>
      <div className="mt-2 border-l-2 border-line pl-3">{children}</div>
    </details>
  );
}
