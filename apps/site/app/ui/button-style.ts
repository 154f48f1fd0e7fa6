import { clsx } from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent-solid text-on-accent border-transparent hover:bg-accent-solid-hover",
  secondary: "bg-raised text-ink border-line-strong hover:bg-hover data-popup-open:bg-hover",
  ghost:
    "text-muted border-transparent hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink",
  danger: "bg-danger-solid text-on-accent border-transparent hover:bg-danger-solid-hover",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-8 px-3 gap-1.5 text-sm rounded-sm",
  md: "h-9 px-3.5 gap-2 text-sm rounded-md",
  lg: "h-11 px-5 gap-2 text-base rounded-md",
};

/** The classes of a button, for what is one without being drawn by `Button`. */
export function buttonStyle(variant: ButtonVariant = "secondary", size: ButtonSize = "md"): string {
  return clsx(
    "relative inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap select-none no-underline",
    "transition-colors duration-(--quick) [&_svg]:shrink-0",
    "aria-disabled:opacity-55 aria-disabled:cursor-not-allowed disabled:opacity-55 disabled:cursor-not-allowed",
    variants[variant],
    sizes[size],
  );
}
