import { useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { playColleague } from "./colleague.ts";
import { columns, nameOf, rows } from "./grid.ts";
import type { Position } from "./grid.ts";
import { longestInput } from "./room-types.ts";
import { SheetCell } from "./sheet-cell.tsx";
import { useCells } from "./use-cells.ts";
import { useSelections } from "./use-selections.ts";

const moves: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Enter: [0, 1],
};

/** The sheet: arrow keys select, typing replaces, Enter or a double click edits, Delete clears. */
export function Spreadsheet({ session }: { readonly session: Session }) {
  const { loaded, inputs, results, write } = useCells();
  const selections = useSelections();
  const updatePresence = useUpdateMyPresence();
  const [selected, setSelected] = useState<Position>({ column: 0, row: 0 });
  /** What is being typed into the selected cell. */
  const [draft, setDraft] = useState<string | null>(null);
  useScriptedVisitor(session, loaded, { cell: null }, playColleague);
  const name = nameOf(selected);

  const select = (to: Position) => {
    setSelected(to);
    setDraft(null);
    updatePresence({ cell: nameOf(to) });
    document.getElementById(nameOf(to))?.focus();
  };
  const move = ([byColumn, byRow]: readonly [number, number]) =>
    select({
      column: Math.min(Math.max(selected.column + byColumn, 0), columns.length - 1),
      row: Math.min(Math.max(selected.row + byRow, 0), rows.length - 1),
    });
  const keep = () => {
    if (draft !== null) write(name, draft);
    setDraft(null);
  };

  const press = (event: KeyboardEvent) => {
    if (draft !== null || event.metaKey || event.ctrlKey || event.altKey) return;
    const step = event.key === "Enter" ? undefined : moves[event.key];
    if (step) move(step);
    else if (event.key === "Enter" || event.key === "F2") setDraft(inputs.get(name) ?? "");
    else if (event.key === "Delete" || event.key === "Backspace") write(name, "");
    // The first character replaces what the cell holds.
    else if (event.key.length === 1) setDraft(event.key);
    else return;
    event.preventDefault();
  };

  const finish = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === "Escape") select(selected);
    if (event.key === "Enter") {
      keep();
      move([0, 1]);
    }
  };

  return (
    <div className="sheet">
      <div className="sheet-bar">
        <label htmlFor="formula">{name}</label>
        <input
          id="formula"
          type="text"
          value={draft ?? inputs.get(name) ?? ""}
          maxLength={longestInput}
          autoComplete="off"
          placeholder="A value, or a formula such as =SUM(B2:B4)"
          onFocus={() => updatePresence({ cell: name })}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={finish}
          onBlur={keep}
        />
        <HistoryButtons />
      </div>
      <div className="sheet-scroll">
        <table role="grid" aria-label="Sheet" aria-busy={!loaded} onKeyDown={press}>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((label, row) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {columns.map((_, column) => {
                  const cell = nameOf({ column, row });
                  const isSelected = cell === name;
                  return (
                    <SheetCell
                      key={cell}
                      name={cell}
                      result={results.get(cell)}
                      isSelected={isSelected}
                      selectedBy={selections.get(cell)}
                      draft={isSelected ? draft : null}
                      onSelect={() => select({ column, row })}
                      onEdit={() => setDraft(inputs.get(cell) ?? "")}
                      onDraft={setDraft}
                      onKey={finish}
                      onLeave={keep}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
