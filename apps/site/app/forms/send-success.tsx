import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** A form arrived. */
export function SendSuccess({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-lg border border-success-line bg-success-soft p-5">
      <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden />
      <div className="flex flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children && <div className="text-sm text-muted">{children}</div>}
      </div>
    </div>
  );
}
