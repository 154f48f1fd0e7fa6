import { ArrowDown, ArrowUp } from "lucide-react";
import { HeaderCell } from "../../ui/table.tsx";
import type { HeaderCellProps } from "../../ui/table.tsx";

export interface SortHeaderProps extends HeaderCellProps {
  /** How the list is sorted by this column; undefined where it is sorted by another one. */
  sorted: "asc" | "desc" | undefined;
  onSort: (direction: "asc" | "desc") => void;
}

/** The head of a column that sorts its list: pressed again, in the other direction. */
export function SortHeader({ sorted, onSort, children, ...rest }: SortHeaderProps) {
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <HeaderCell aria-sort={sorted && (sorted === "asc" ? "ascending" : "descending")} {...rest}>
      <button
        type="button"
        className="inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink aria-pressed:text-ink"
        aria-pressed={sorted !== undefined}
        onClick={() => onSort(sorted === "desc" ? "asc" : "desc")}
      >
        {children}
        <Arrow className={sorted === undefined ? "size-3.5 opacity-0" : "size-3.5"} aria-hidden />
      </button>
    </HeaderCell>
  );
}
