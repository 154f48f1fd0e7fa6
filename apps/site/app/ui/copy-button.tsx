import { clsx } from "clsx";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import type { ButtonSize, ButtonVariant } from "./button-style.ts";

export interface CopyButtonProps {
  /** What is copied, or how to get it at the press. */
  text: string | (() => string);
  /** What it copies: `Copy code`. With a label, it begins with that. */
  name: string;
  /** Words beside the icon. */
  label?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** Copies, and says that it did. */
export function CopyButton({ text, name, label, variant = "ghost", size = "sm", className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"none" | "copied" | "refused">("none");
  useEffect(() => {
    if (outcome === "none") return;
    const timer = setTimeout(() => setOutcome("none"), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const said = outcome === "copied" ? "Copied" : outcome === "refused" ? "Copying is not allowed here" : "";
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={name}
      title={name}
      className={clsx(!label && "w-8 px-0!", className)}
      onClick={() => {
        navigator.clipboard.writeText(typeof text === "string" ? text : text()).then(
          () => setOutcome("copied"),
          () => setOutcome("refused"),
        );
      }}
    >
      {outcome === "copied" ? (
        <Check className="size-4 text-success" aria-hidden />
      ) : (
        <Copy className="size-4" aria-hidden />
      )}
      {label}
      <span className="sr-only" role="status">
        {said}
      </span>
    </Button>
  );
}
