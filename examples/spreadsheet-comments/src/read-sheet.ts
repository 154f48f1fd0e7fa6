import { entriesOf } from "@weft/example-shared/entries-of";
import { columns, mostRows, nameOf } from "@weft/example-shared/sheet";
import { toShown } from "./references.ts";
import type { Cell } from "./room-types.ts";

/** References with the IDs of rows are longer than what users type. */
const longestStored = 4_000;

export function cellKey({ row, column }: Cell): string {
  return `${row} ${column}`;
}

/** The IDs of the rows. Any client in the room may store anything: an ID that comes twice is one row. */
export function readRows(stored: unknown): readonly string[] {
  const ids = Array.isArray(stored) ? stored.filter((id): id is string => typeof id === "string" && id !== "") : [];
  return [...new Set(ids)].slice(0, mostRows);
}

/** The inputs of the cells by their names, with the references that they have now. */
export function readInputs(stored: unknown, rowIds: readonly string[]): ReadonlyMap<string, string> {
  const inputs = new Map(entriesOf(stored));
  const shown = new Map<string, string>();
  for (const [row, id] of rowIds.entries())
    for (const [column, letter] of columns.entries()) {
      const input = inputs.get(cellKey({ row: id, column: letter }));
      if (typeof input !== "string" || input === "") continue;
      shown.set(nameOf({ row, column }), toShown(input.slice(0, longestStored), rowIds));
    }
  return shown;
}

/** The name of the cell of a thread or of another user. Null if its row was deleted, or if it is no cell. */
export function nameOfCell(value: unknown, rowIds: readonly string[]): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { row: id, column: letter } = value as Partial<Record<string, unknown>>;
  const position = { row: rowIds.indexOf(id as string), column: columns.findIndex((one) => one === letter) };
  return position.row === -1 || position.column === -1 ? null : nameOf(position);
}
