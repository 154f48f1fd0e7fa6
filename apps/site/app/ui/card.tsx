import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** A sheet on the page. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div className={clsx("rounded-lg border border-line bg-surface p-6", className)} {...rest} />;
}
