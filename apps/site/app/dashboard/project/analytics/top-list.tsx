import type { ReactNode } from "react";
import { formatCount } from "../../../formats/count.ts";

export interface TopListProps {
  title: string;
  entries: readonly { readonly id: string; readonly count: number }[];
  empty: string;
  nameOf?: (id: string) => ReactNode;
}

/** What there was the most of. */
export function TopList({ title, entries, empty, nameOf }: TopListProps) {
  const most = Math.max(1, ...entries.map(({ count }) => count));
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-line bg-surface p-5">
      <h2 className="mb-3 text-base">{title}</h2>
      {entries.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <ol className="flex flex-col gap-2.5">
          {entries.map(({ id, count }) => (
            <li key={id} className="flex flex-col gap-1">
              <span className="flex items-baseline justify-between gap-4 text-sm">
                <span className="min-w-0 truncate font-mono text-xs">{nameOf ? nameOf(id) : id}</span>
                <span className="figures text-xs">{formatCount(count)}</span>
              </span>
              <span aria-hidden className="h-1 rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-accent-solid"
                  style={{ width: `${(count / most) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
