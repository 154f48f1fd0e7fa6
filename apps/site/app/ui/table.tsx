import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface TableProps extends ComponentProps<"table"> {
  /** What the table lists, read before it by assistive technology. */
  caption: ReactNode;
}

/**
 * A table of rows of data: `Table` with `thead` and `tbody` of `Row`, `HeaderCell` and `Cell`. Too wide for the screen,
 * it scrolls in its own frame, which then takes focus so that the keyboard can scroll it too.
 */
export function Table({ caption, className, children, ...rest }: TableProps) {
  return (
    <div
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
      role="region"
      aria-label={typeof caption === "string" ? caption : undefined}
      tabIndex={0}
    >
      <table className={clsx("w-full border-collapse text-left text-sm", className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** A row; pass `data-selected` on those that are. */
export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      className={clsx(
        "border-b border-line transition-colors duration-(--quick) [tbody_&]:last:border-0 data-selected:bg-accent-soft [tbody_&]:hover:bg-hover/60",
        className,
      )}
      {...rest}
    />
  );
}

/** The head of a column, or of a row with `scope="row"`. */
export function HeaderCell({ className, scope = "col", ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope={scope}
      className={clsx(
        "px-4 py-2.5 text-left font-medium whitespace-nowrap",
        scope === "col" && "text-xs text-faint",
        className,
      )}
      {...rest}
    />
  );
}

/** A value. */
export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={clsx("px-4 py-(--row-room) align-middle", className)} {...rest} />;
}
