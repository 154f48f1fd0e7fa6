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
        <h3 className="text-3xl">Saved means saved.</h3>
        <p className="text-muted">
          Weft confirms an edit after it is written to disk, and only then shows it to others. Crashes and power cuts
          are part of the test suite.
        </p>
        <Link to="/docs/concepts/how-weft-works" className="link text-sm font-medium">
          How Weft keeps this promise
        </Link>
      </div>
      <DurabilityFigure />
    </li>
  );
}
