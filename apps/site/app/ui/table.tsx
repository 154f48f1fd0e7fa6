import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";

export interface TableProps extends ComponentProps<"table"> {
  /** The content of the table, announced before it by assistive technology. */
  caption: ReactNode;
  /**
   * In little space, on a phone or beside a panel, each row is a card: its row header on top, and below it the cells,
   * each with its `label`.
   */
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
  /**
   * Called when the row is clicked outside its own controls. The row also needs a link or a button that does the same.
   */
  onOpen?: (() => void) | undefined;
}

/** A row. Pass `data-selected` for selected rows, and `data-reached` for the row with the keyboard focus. */
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

/** A click outside the row's controls that does not end a text selection. */
function isPlainClick({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest("a, button, input, label, [role='checkbox']") === null && getSelection()?.isCollapsed !== false;
}

/** Hides a column in widths between cards and the full table. */
const spareClass = "@min-[40rem]/table:@max-[58rem]/table:hidden";

export interface HeaderCellProps extends ComponentProps<"th"> {
  /** Its column, including the `Cell`s, is hidden first in little space. */
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
  /** The name of its column, shown beside it when rows are cards. Cells with commands have none. */
  label?: string;
  /** As for its `HeaderCell`. Its content must also be available elsewhere. */
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
        // Screen readers already announce the column header with the value.
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
