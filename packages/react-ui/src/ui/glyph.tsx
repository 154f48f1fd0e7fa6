import type { ComponentProps, ReactElement } from "react";
import { classNames } from "./class-names.ts";

export interface GlyphProps extends ComponentProps<"svg"> {
  /** The strokes, on a grid of 20 by 20. A line of no length is a dot. */
  readonly d: string;
}

/** An icon of strokes in the color of the text. Its size and weight are `--lb-icon-size` and `--lb-icon-weight`. */
export function Glyph({ className, d, ...props }: GlyphProps): ReactElement {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
      {...props}
      className={classNames("lb-icon", className)}
    >
      <path d={d} />
    </svg>
  );
}
