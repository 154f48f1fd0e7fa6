import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { ButtonProps } from "./button.tsx";

export interface IconButtonProps extends Omit<ButtonProps, "aria-label" | "name" | "children"> {
  /** What it does, for those who do not see the icon. */
  name: string;
  children: ReactNode;
}

/** A button that shows an icon alone. */
export function IconButton({ name, variant = "ghost", size = "md", className, children, ...rest }: IconButtonProps) {
  const side = size === "sm" ? "w-8" : size === "lg" ? "w-11" : "w-9";
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={name}
      title={name}
      className={clsx("px-0!", side, className)}
      {...rest}
    >
      {children}
    </Button>
  );
}
