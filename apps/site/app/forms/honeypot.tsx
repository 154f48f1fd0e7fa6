import type { ComponentProps } from "react";

/** A field for bots: it is invisible, not focusable, and hidden from screen readers. */
export function Honeypot(control: ComponentProps<"input">) {
  return (
    <div aria-hidden className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Leave this empty
        <input {...control} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
