import { clsx } from "clsx";
import type { ComponentProps, MouseEvent } from "react";
import { buttonStyle } from "./button-style.ts";
import type { ButtonSize, ButtonVariant } from "./button-style.ts";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work goes on: the button keeps its width, shows a spinner and cannot be pressed again. */
  busy?: boolean;
}

/** A button. Disabled and busy ones stay in the tab order, so that a person can learn what they are. */
export function Button({
  variant = "secondary",
  size = "md",
  busy = false,
  disabled = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const inert = busy || disabled;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={clsx(buttonStyle(variant, size), className)}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy ? (
        <>
          <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        children
      )}
    </button>
  );
}
