import { clsx } from "clsx";
import { idEnds } from "./id-ends.ts";

const part = "inline-block align-bottom whitespace-pre underline-offset-4 in-[:is(a,button):hover]:underline";

/**
 * An id on one line at any width: one that is too long is cut in the middle, so that both its ends stay visible. The whole
 * id is its title, its name for assistive technology, and what a selection copies.
 */
export function IdText({ id, className }: { id: string; className?: string }) {
  const { start, end, endWidth } = idEnds(id);
  const whole = "inline-block max-w-full min-w-0 align-bottom font-mono";
  if (end === "")
    return (
      <span title={id} className={clsx(whole, part, "overflow-hidden text-ellipsis", className)}>
        {id}
      </span>
    );
  return (
    <span title={id} className={clsx(whole, "relative whitespace-nowrap", className)}>
      <span
        aria-hidden
        className={clsx(part, "overflow-hidden text-ellipsis")}
        // A little more than is left beside the end: rounding must not cut an id that fits.
        style={{ maxWidth: `calc(100% - ${endWidth}ch + 0.5px)` }}
      >
        {start}
      </span>
      <span aria-hidden className={part}>
        {end}
      </span>
      <span className="sr-only select-none">{id}</span>
    </span>
  );
}
