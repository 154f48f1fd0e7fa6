import { useMutation, useStorage } from "@weft/react";
import { newId } from "@weft/example-shared";
import { columns, evaluate, longestInput, mostRows, positionOf } from "@weft/example-shared/sheet";
import { useMemo } from "react";
import { cellKey, readInputs, readRows } from "./read-sheet.ts";
import { toStored } from "./references.ts";

/** The rows, what was typed into the cells, what they show, and the edits. Each edit is one undo step. */
export function useCells() {
  const storedRows = useStorage((root) => root.rows);
  const storedCells = useStorage((root) => root.cells);
  const rowIds = useMemo(() => readRows(storedRows), [storedRows]);
  const inputs = useMemo(() => readInputs(storedCells, rowIds), [storedCells, rowIds]);
  const results = useMemo(() => evaluate(inputs), [inputs]);

  const write = useMutation(
    ({ storage }, name: string, input: string) => {
      const position = positionOf(name);
      const row = position === null ? undefined : rowIds[position.row];
      if (position === null || row === undefined || (inputs.get(name) ?? "") === input) return;
      const key = cellKey({ row, column: columns[position.column]! });
      if (input === "") storage.get("cells").delete(key);
      else storage.get("cells").set(key, toStored(input.slice(0, longestInput), rowIds));
    },
    [rowIds, inputs],
  );
  /** Inserts a row above another one. */
  const insertRow = useMutation(({ storage }, rowId: string) => {
    const rows = storage.get("rows");
    const index = rows.indexOf(rowId);
    if (index !== -1 && rows.length < mostRows) rows.insert(newId(), index);
  }, []);
  /** Deletes a row with its cells. Its threads stay, and undo brings all of it back. */
  const deleteRow = useMutation(({ storage }, rowId: string) => {
    const rows = storage.get("rows");
    const index = rows.indexOf(rowId);
    if (index === -1 || rows.length === 1) return;
    rows.delete(index);
    for (const column of columns) storage.get("cells").delete(cellKey({ row: rowId, column }));
  }, []);
  return { loaded: storedRows !== null, rowIds, inputs, results, write, insertRow, deleteRow };
}
