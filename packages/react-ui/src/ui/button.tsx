import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface ButtonProps extends ComponentPropsWithoutRef<"button"> {
  readonly variant?: "default" | "toolbar" | "outline" | "ghost" | "primary" | "secondary" | "destructive";
  readonly size?: "default" | "large";
  /** In front of the content. A button without content needs an `aria-label`. */
  readonly icon?: ReactNode;
}

/** A button that submits no form, unless its `type` says so. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = "default", size = "default", icon, className, children, type = "button", ...props },
  ref,
) {
  const hasLabel = children !== undefined && children !== null;
  return (
    <button
      {...props}
      ref={ref}
      type={type}
      className={classNames("lb-button", className)}
      data-variant={variant}
      data-size={size}
      data-icon-only={hasLabel ? undefined : ""}
    >
      {icon === undefined ? null : <span className="lb-icon-container">{icon}</span>}
      {hasLabel ? <span className="lb-button-label">{children}</span> : null}
    </button>
  );
});
