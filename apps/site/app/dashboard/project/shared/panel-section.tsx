import type { ReactNode } from "react";

/** A part of a panel, under its title. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}
