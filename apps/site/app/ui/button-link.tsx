import { clsx } from "clsx";
import { Link } from "react-router";
import type { LinkProps } from "react-router";
import { buttonStyle } from "./button-style.ts";
import type { ButtonSize, ButtonVariant } from "./button-style.ts";

export interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link className={clsx(buttonStyle(variant, size), className)} {...rest} />;
}
