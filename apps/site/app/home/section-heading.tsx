import type { ReactNode } from "react";

/** The head of a section of the home page. */
export function SectionHeading({ id, title, children }: { id: string; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid gap-x-16 gap-y-3 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-end">
      <h2 id={id} className="max-w-[20ch] text-4xl tracking-[-0.028em]">
        {title}
      </h2>
      {children && <p className="max-w-[46ch] text-muted">{children}</p>}
    </div>
  );
}
