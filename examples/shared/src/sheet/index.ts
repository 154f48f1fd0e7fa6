/** What the examples with a sheet share: formulas, the names of cells, and the keyboard. */
export { evaluate } from "./evaluate.ts";
export { columns, longestInput, mostRows, nameOf, positionOf, rows } from "./grid.ts";
export { SheetBar } from "./sheet-bar.tsx";
export { SheetCell } from "./sheet-cell.tsx";
export { useSheet } from "./use-sheet.ts";
