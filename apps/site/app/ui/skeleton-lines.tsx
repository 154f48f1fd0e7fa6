import { clsx } from "clsx";
import { Skeleton } from "./skeleton.tsx";

const widths = ["w-full", "w-11/12", "w-4/5", "w-full", "w-2/3"];

/** A few lines still to come. */
export function SkeletonLines({ lines = 4, className }: { lines?: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading" className={clsx("flex flex-col gap-3", className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={clsx("h-4", widths[line % widths.length])} />
      ))}
    </div>
  );
}
