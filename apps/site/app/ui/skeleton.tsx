import { clsx } from "clsx";
import { useAfterDelay } from "./use-after-delay.ts";

/** The shape of what is still being fetched. It comes after 150 ms: what arrives sooner never flickers. */
export function Skeleton({ className }: { className?: string }) {
  const late = useAfterDelay(150);
  return (
    <div aria-hidden className={clsx("rounded-sm", late ? "animate-breathe bg-hover" : "bg-transparent", className)} />
  );
}
