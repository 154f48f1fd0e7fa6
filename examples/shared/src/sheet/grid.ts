/** The names of the cells: columns are letters, rows are numbers from 1. */
export const columns = ["A", "B", "C", "D", "E", "F", "G", "H"] as const;
/** No sheet has more rows. */
export const mostRows = 40;
export const rows = Array.from({ length: 14 }, (_, index) => index + 1);

export interface Position {
  readonly column: number;
  readonly row: number;
}

export function nameOf({ column, row }: Position): string {
  return `${columns[column]}${row + 1}`;
}

/** Where a cell is, or null if no sheet has such a cell. */
export function positionOf(name: string): Position | null {
  const column = columns.findIndex((letter) => letter === name[0]);
  const row = Number(name.slice(1)) - 1;
  return column !== -1 && /^[A-Z][1-9]\d?$/u.test(name) && row < mostRows ? { column, row } : null;
}

/** The names of the cells between two corners, inclusive. */
export function cellsBetween(from: Position, to: Position): string[] {
  const names: string[] = [];
  for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++)
    for (let column = Math.min(from.column, to.column); column <= Math.max(from.column, to.column); column++)
      names.push(nameOf({ column, row }));
  return names;
}

/** The longest text of a cell. */
export const longestInput = 200;
