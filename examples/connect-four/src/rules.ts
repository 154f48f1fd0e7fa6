/** The rules of connect four, without anything about rooms. */
export const columns = 7;
export const rows = 6;
export const seats = ["red", "yellow"] as const;
export type Seat = (typeof seats)[number];

/** The discs of each column, from the bottom up. */
export type Discs = readonly (readonly Seat[])[];

export const noDiscs: Discs = Array.from({ length: columns }, () => []);

export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Drops a disc; null if the column does not exist or is full. */
export function dropDisc(discs: Discs, column: number, seat: Seat): Discs | null {
  const stack = discs[column];
  if (stack === undefined || stack.length >= rows) return null;
  return discs.with(column, [...stack, seat]);
}

export function isFull(discs: Discs): boolean {
  return discs.every((stack) => stack.length === rows);
}

export function otherSeat(seat: Seat): Seat {
  return seat === "red" ? "yellow" : "red";
}

const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** The four or more discs in a row that the last disc of a column completes; none if it does not. */
export function lineThrough(discs: Discs, column: number): readonly Cell[] {
  const row = (discs[column]?.length ?? 0) - 1;
  const seat = discs[column]?.[row];
  if (seat === undefined) return [];
  for (const [dx, dy] of directions) {
    const line = [...cellsTowards(discs, { column, row }, -dx, -dy, seat).toReversed(), { column, row }];
    line.push(...cellsTowards(discs, { column, row }, dx, dy, seat));
    if (line.length >= 4) return line;
  }
  return [];
}

/** The discs of one color next to a cell, in one direction. */
function cellsTowards(discs: Discs, { column, row }: Cell, dx: number, dy: number, seat: Seat): Cell[] {
  const cells: Cell[] = [];
  for (let step = 1; discs[column + dx * step]?.[row + dy * step] === seat; step++)
    cells.push({ column: column + dx * step, row: row + dy * step });
  return cells;
}
