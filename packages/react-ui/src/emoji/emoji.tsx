import type { ComponentPropsWithoutRef } from "react";
import { forwardRef } from "react";

export interface EmojiProps extends Omit<ComponentPropsWithoutRef<"span">, "children"> {
  readonly emoji: string;
}

/** An emoji, in a font that has it. To screen readers it is an image with the name that they know for it. */
export const Emoji = forwardRef<HTMLSpanElement, EmojiProps>(function Emoji({ emoji, className, ...props }, ref) {
  return (
    <span
      role="img"
      aria-label={emoji}
      translate="no"
      {...props}
      className={className === undefined ? "lb-emoji" : `lb-emoji ${className}`}
      ref={ref}
    >
      {emoji}
    </span>
  );
});
