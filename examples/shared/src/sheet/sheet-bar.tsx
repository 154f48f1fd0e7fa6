import type { ReactNode } from "react";
import type { SheetState } from "./use-sheet.ts";
import { longestInput } from "./grid.ts";

interface SheetBarProps {
  readonly sheet: SheetState;
  readonly inputs: ReadonlyMap<string, string>;
  readonly onFocus: () => void;
  /** Beside the field. */
  readonly children: ReactNode;
}

/** The input of the selected cell. */
export function SheetBar({ sheet: { name, draft, setDraft, finish, keep }, inputs, onFocus, children }: SheetBarProps) {
  return (
    <div className="sheet-bar">
      <label htmlFor="formula">{name}</label>
      <input
        id="formula"
        type="text"
        value={draft ?? inputs.get(name) ?? ""}
        maxLength={longestInput}
        autoComplete="off"
        placeholder="A value, or a formula such as =SUM(B2:B4)"
        onFocus={onFocus}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={finish}
        onBlur={keep}
      />
      {children}
    </div>
  );
}
