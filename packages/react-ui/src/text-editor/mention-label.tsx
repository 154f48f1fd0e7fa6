import type { MentionData } from "@weft/client";
import type { ComponentPropsWithoutRef } from "react";
import { forwardRef } from "react";
import { MentionName } from "../composer/mention-name.tsx";
import { classNames } from "../ui/class-names.ts";

/** Props of `MentionLabel`. */
export interface MentionLabelProps extends Omit<ComponentPropsWithoutRef<"span">, "children"> {
  readonly mention: MentionData;
  /** Whether the mention is a part of what is selected. */
  readonly isSelected?: boolean;
}

/**
 * A mention in a text: `@` and the name of the user or group, as the application resolves it, or the id.
 *
 * @example
 * <MentionLabel mention={{ kind: "user", id: "ada" }} />
 */
export const MentionLabel = forwardRef<HTMLSpanElement, MentionLabelProps>(function MentionLabel(
  { mention, isSelected = false, className, ...props },
  ref,
) {
  return (
    <span
      {...props}
      ref={ref}
      className={classNames("lb-root lb-mention lb-text-mention", className)}
      data-selected={isSelected ? "" : undefined}
    >
      <span className="lb-mention-symbol">@</span>
      <MentionName mention={mention} />
    </span>
  );
});
