import { columns, nameOf, positionOf } from "@weft/example-shared/sheet";

/** A formula as it is stored: `=SUM(B2:B4)` becomes `=SUM({r2.B}:{r4.B})`, which follows its rows. */
export function toStored(input: string, rowIds: readonly string[]): string {
  if (!input.trimStart().startsWith("=")) return input;
  return input.replaceAll(/(?<![A-Za-z])[A-Za-z]\d+/gu, (name) => {
    const position = positionOf(name.toUpperCase());
    const row = position === null ? undefined : rowIds[position.row];
    return position === null || row === undefined ? name : `{${row}.${columns[position.column]}}`;
  });
}

/** A stored formula with the names that its cells have now. Cells of deleted rows are `#REF!`. */
export function toShown(stored: string, rowIds: readonly string[]): string {
  if (!stored.trimStart().startsWith("=")) return stored;
  return stored.replaceAll(/\{([^{}.]*)\.([A-Z])\}/gu, (_, row: string, letter: string) => {
    const position = { row: rowIds.indexOf(row), column: columns.findIndex((one) => one === letter) };
    return position.row === -1 || position.column === -1 ? "#REF!" : nameOf(position);
  });
}
