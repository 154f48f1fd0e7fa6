import { clsx } from "clsx";
import { Mark } from "./mark.tsx";

/** The mark and the name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={clsx("inline-flex items-center gap-2.5 text-ink", className)}>
      <Mark className="h-[1.05em] w-auto" />
      <span className="font-display text-[1.3em] leading-none font-semibold tracking-[-0.03em]">Weft</span>
    </span>
  );
}
