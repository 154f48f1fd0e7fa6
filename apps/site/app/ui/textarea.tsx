import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style.ts";
import { useFieldControl } from "./field-context.ts";

export type TextareaProps = ComponentProps<"textarea">;

/** Several lines of text, growing with them. */
export function Textarea({ className, rows = 4, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl(rest)}
      className={clsx(
        controlStyle,
        "field-sizing-content max-h-96 min-h-20 py-2 read-only:bg-sunken leading-relaxed",
        className,
      )}
    />
  );
}
