import { useState } from "react";
import type { KeyboardEvent } from "react";
import { columns, nameOf } from "./grid.ts";
import type { Position } from "./grid.ts";

interface SheetOptions {
  readonly rowCount: number;
  /** What was typed into the cells, by their names. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly write: (name: string, input: string) => void;
  readonly onSelect: (name: string) => void;
}

const moves: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The selection and the keyboard of a sheet: arrow keys select, typing replaces, Enter edits, Delete clears. */
export function useSheet({ rowCount, inputs, write, onSelect }: SheetOptions) {
  const [position, setPosition] = useState<Position>({ column: 0, row: 0 });
  /** What is being typed into the selected cell. */
  const [draft, setDraft] = useState<string | null>(null);
  // Rows may have been deleted.
  const selected = { ...position, row: Math.min(position.row, rowCount - 1) };
  const name = nameOf(selected);

  const select = (to: Position) => {
    setPosition(to);
    setDraft(null);
    onSelect(nameOf(to));
    document.getElementById(nameOf(to))?.focus();
  };
  const move = ([byColumn, byRow]: readonly [number, number]) =>
    select({
      column: Math.min(Math.max(selected.column + byColumn, 0), columns.length - 1),
      row: Math.min(Math.max(selected.row + byRow, 0), rowCount - 1),
    });
  const keep = () => {
    if (draft !== null) write(name, draft);
    setDraft(null);
  };
  const edit = (cell: string) => setDraft(inputs.get(cell) ?? "");

  const press = (event: KeyboardEvent) => {
    if (draft !== null || event.metaKey || event.ctrlKey || event.altKey) return;
    const step = moves[event.key];
    if (step) move(step);
    else if (event.key === "Enter" || event.key === "F2") edit(name);
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
  return { selected, name, draft, setDraft, select, keep, edit, press, finish };
}

export type SheetState = ReturnType<typeof useSheet>;
