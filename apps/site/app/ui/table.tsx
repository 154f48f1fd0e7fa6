import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";

export interface TableProps extends ComponentProps<"table"> {
  /** What the table lists, read before it by assistive technology. */
  caption: ReactNode;
  /** Where there is little room for it, on a phone or beside a panel, each row is a card: its row header above, and below it the cells, each with its `label`. */
  stacked?: boolean;
}

/**
 * A table of rows of data: `Table` with `thead` and `tbody` of `Row`, `HeaderCell` and `Cell`. Too wide for the screen,
 * it scrolls in its own frame, which then takes focus so that the keyboard can scroll it too.
 */
export function Table({ caption, stacked = false, className, children, ...rest }: TableProps) {
  return (
    <div
      className="scroll-hint @container/table relative overflow-x-auto rounded-lg border border-line"
      role="region"
      aria-label={typeof caption === "string" ? caption : undefined}
      tabIndex={0}
    >
      <table
        data-stacked={stacked || undefined}
        className={clsx(
          "w-full border-collapse text-left text-sm",
          stacked && "@max-[40rem]/table:block @max-[40rem]/table:[&>tbody]:block @max-[40rem]/table:[&>thead]:sr-only",
          className,
        )}
        {...rest}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export interface RowProps extends ComponentProps<"tr"> {
  /** Opens what the row is about when it is clicked outside of its own controls. The row also has a link or a button. */
  onOpen?: (() => void) | undefined;
}

/** A row; pass `data-selected` on those that are, and `data-reached` where the keyboard is. */
export function Row({ className, onOpen, ...rest }: RowProps) {
  return (
    <tr
      onClick={onOpen && ((event) => isPlainClick(event) && onOpen())}
      className={clsx(
        onOpen && "cursor-pointer",
        "border-b border-line transition-colors duration-(--quick) [tbody_&]:last:border-0 data-selected:bg-accent-soft [tbody_&]:hover:bg-hover/60",
        "data-reached:outline-2 data-reached:-outline-offset-2 data-reached:outline-accent",
        "as-card:relative as-card:flex as-card:flex-col as-card:gap-2.5 as-card:p-4",
        className,
      )}
      {...rest}
    />
  );
}

/** A click on no control of the row, and not the end of selecting text. */
function isPlainClick({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest("a, button, input, label, [role='checkbox']") === null && getSelection()?.isCollapsed !== false;
}

/** What is hidden where a wide table has little room and its rows are no cards yet. */
const spareClass = "@min-[40rem]/table:@max-[58rem]/table:hidden";

export interface HeaderCellProps extends ComponentProps<"th"> {
  /** Its column is the first to go where there is little room, with its `Cell`s. */
  spare?: boolean;
}

/** The head of a column, or of a row with `scope="row"`. */
export function HeaderCell({ className, scope = "col", spare = false, ...rest }: HeaderCellProps) {
  return (
    <th
      scope={scope}
      className={clsx(
        "px-4 py-2.5 text-left font-medium whitespace-nowrap",
        "as-card:p-0 as-card:wrap-anywhere as-card:whitespace-normal",
        scope === "col" && "text-xs text-faint",
        spare && spareClass,
        className,
      )}
      {...rest}
    />
  );
}

export interface CellProps extends ComponentProps<"td"> {
  /** Its column, named beside it where rows are cards. Commands have none. */
  label?: string;
  /** As of its `HeaderCell`: what it says has to be found elsewhere, too. */
  spare?: boolean;
}

/** A value. */
export function Cell({ label, spare = false, className, children, ...rest }: CellProps) {
  return (
    <td
      className={clsx(
        "px-4 py-(--row-room) align-middle",
        "as-card:flex as-card:max-w-none as-card:items-baseline as-card:justify-between as-card:gap-4 as-card:p-0",
        label === undefined && "as-card:-mx-3",
        spare && spareClass,
        className,
      )}
      {...rest}
    >
      {label !== undefined && (
        // The head of the column is read out with the value already.
        <span aria-hidden className="hidden shrink-0 font-sans text-xs text-faint as-card:inline">
          {label}
        </span>
      )}
      {label === undefined ? (
        children
      ) : (
        <div className="contents as-card:block as-card:min-w-0 as-card:text-right as-card:wrap-anywhere">
          {children}
        </div>
      )}
    </td>
  );
}
