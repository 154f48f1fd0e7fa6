import { useId } from "react";
import type { ReactNode } from "react";

export interface SettingsSectionProps {
  title: string;
  about?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}

/** One setting: what it is on the left, the control on the right. */
export function SettingsSection({ title, about, danger = false, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`grid gap-x-8 gap-y-4 rounded-lg border bg-surface p-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] ${danger ? "border-danger-line" : "border-line"}`}
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {about && <p className="text-sm text-muted">{about}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-3 xl:max-w-3xl [&>button]:self-start">{children}</div>
    </section>
  );
}
