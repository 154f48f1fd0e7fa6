import type { KeyboardEvent, ReactNode } from "react";
import { isFailure } from "./evaluate.ts";
import type { Result } from "./evaluate.ts";
import { longestInput } from "./grid.ts";

interface SheetCellProps {
  readonly name: string;
  readonly result: Result | undefined;
  readonly isSelected: boolean;
  /** The other person who has selected it. */
  readonly selectedBy: { readonly name: string; readonly color: string } | undefined;
  /** What is being typed into it. */
  readonly draft: string | null;
  /** What is in the cell besides its result. */
  readonly children?: ReactNode;
  readonly onSelect: () => void;
  readonly onEdit: () => void;
  readonly onDraft: (draft: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onLeave: () => void;
}

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

export function SheetCell(props: SheetCellProps) {
  const { name, result, isSelected, selectedBy, draft, children, onSelect, onEdit, onDraft, onKey, onLeave } = props;
  const kind = typeof result === "number" ? "number" : result !== undefined && isFailure(result) ? "failure" : "text";
  return (
    <td
      id={name}
      role="gridcell"
      tabIndex={isSelected ? 0 : -1}
      aria-selected={isSelected}
      data-kind={kind}
      data-others={selectedBy ? true : undefined}
      style={selectedBy && { "--dye": selectedBy.color }}
      // Clicks on what is in the cell besides its result are not on the cell.
      onClick={({ target, currentTarget }) => {
        if (draft === null && target === currentTarget) onSelect();
      }}
      onDoubleClick={({ target, currentTarget }) => {
        if (target === currentTarget) onEdit();
      }}
    >
      {draft === null ? (
        typeof result === "number" ? (
          numbers.format(result)
        ) : (
          result
        )
      ) : (
        <input
          ref={focusIfElsewhere}
          type="text"
          value={draft}
          maxLength={longestInput}
          aria-label={name}
          autoComplete="off"
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKey}
          onBlur={onLeave}
        />
      )}
      {children}
      {selectedBy && <span className="cell-owner">{selectedBy.name}</span>}
    </td>
  );
}

/** Typing goes on in the cell, unless it began in the bar above the sheet. */
function focusIfElsewhere(field: HTMLInputElement | null): void {
  if (document.activeElement?.id !== "formula") field?.focus();
}
