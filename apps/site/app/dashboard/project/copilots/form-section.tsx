import { useId } from "react";
import type { ReactNode } from "react";

/** Fields that belong together. */
export function FormSection({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="@container flex flex-col gap-5 rounded-lg border border-line bg-surface p-5"
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {about && <p className="text-sm text-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}
