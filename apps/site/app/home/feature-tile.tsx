import { clsx } from "clsx";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

export interface FeatureTileProps {
  title: string;
  /** Where the docs say more. */
  to: string;
  figure: ReactNode;
  className?: string;
  children: ReactNode;
}

/** One thing that Weft does: drawn, then said. */
export function FeatureTile({ title, to, figure, className, children }: FeatureTileProps) {
  return (
    <li
      className={clsx(
        "group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors duration-(--quick)",
        "hover:border-line-control has-focus-visible:border-accent",
        className,
      )}
    >
      <div className="h-48 border-b border-line bg-sunken" aria-hidden>
        {figure}
      </div>
      <div className="flex flex-1 flex-col gap-1.5 p-6">
        <h3 className="flex items-center justify-between gap-3 text-lg">
          {/* The whole tile is the link's target. */}
          <Link to={to} className="after:absolute after:inset-0">
            {title}
          </Link>
          <ArrowUpRight
            className="size-4 text-faint transition-colors duration-(--quick) group-hover:text-accent"
            aria-hidden
          />
        </h3>
        <p className="text-sm text-muted">{children}</p>
      </div>
    </li>
  );
}
