import { clsx } from "clsx";
import { Link } from "react-router";
import { DurabilityFigure } from "./durability-figure.tsx";

/** The promise. */
export function DurabilityTile({ className }: { className?: string }) {
  return (
    <li
      className={clsx(
        "grid items-center gap-x-12 gap-y-6 overflow-hidden rounded-lg border border-accent-line bg-accent-soft p-6 md:p-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]",
        className,
      )}
    >
      <div className="flex flex-col items-start gap-3">
        <h3 className="text-3xl">Acknowledged is durable.</h3>
        <p className="text-muted">
          Weft answers an edit only once it is flushed to disk, and shows nobody an edit that a power cut could take
          back. Crashes and power cuts are part of its test suite.
        </p>
        <Link to="/docs/concepts/how-weft-works" className="link text-sm font-medium">
          How it keeps that promise
        </Link>
      </div>
      <DurabilityFigure />
    </li>
  );
}
