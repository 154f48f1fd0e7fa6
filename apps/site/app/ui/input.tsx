import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style.ts";
import { useFieldControl } from "./field-context.ts";

export type InputProps = ComponentProps<"input">;

/** One line of text. Inside a `Field` it is tied to the label, the hint and the error by itself. */
export function Input({ className, ...rest }: InputProps) {
  return <input {...useFieldControl(rest)} className={clsx(controlStyle, "h-9 read-only:bg-sunken", className)} />;
}
