import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "../../../formats/count.ts";
import { StationDot } from "../../../ui/thread-line.tsx";

export interface StatTileProps {
  label: string;
  value: ReactNode;
  /** Now, and in the period before. */
  change?: { readonly value: number; readonly before: number; readonly than: string };
  live?: boolean;
}

/** A figure, compared with the previous period. */
export function StatTile({ label, value, change, live = false }: StatTileProps) {
  return (
    <div className="flex flex-col gap-1 border-r border-b border-line px-5 py-4">
      <dt className="flex items-center gap-2 text-xs text-muted">
        {live && <StationDot state="next" className="size-2.5" />}
        {label}
      </dt>
      <dd className="figures text-2xl">{value}</dd>
      {change && <Change {...change} />}
    </div>
  );
}

function Change({ value, before, than }: { value: number; before: number; than: string }) {
  const difference = value - before;
  if (difference === 0) return <dd className="text-xs text-faint">Same as {than}</dd>;
  const Arrow = difference > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <dd className="flex items-center gap-1 text-xs text-muted">
      <Arrow className="size-3.5 shrink-0" aria-hidden />
      <span>
        {difference > 0 ? "+" : "−"}
        {formatCount(Math.abs(difference))} from {than}
      </span>
    </dd>
  );
}
