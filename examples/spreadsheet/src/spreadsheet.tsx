import { useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { columns, nameOf, rows, SheetBar, SheetCell, useSheet } from "@weft/example-shared/sheet";
import { playColleague } from "./colleague.ts";
import { useCells } from "./use-cells.ts";
import { useSelections } from "./use-selections.ts";

/** The sheet: arrow keys select, typing replaces, Enter or a double click edits, Delete clears. */
export function Spreadsheet({ session }: { readonly session: Session }) {
  const { loaded, inputs, results, write } = useCells();
  const selections = useSelections();
  const updatePresence = useUpdateMyPresence();
  useScriptedVisitor(session, loaded, { cell: null }, playColleague);
  const onSelect = (cell: string) => updatePresence({ cell });
  const sheet = useSheet({ rowCount: rows.length, inputs, write, onSelect });

  return (
    <div className="sheet">
      <SheetBar sheet={sheet} inputs={inputs} onFocus={() => onSelect(sheet.name)}>
        <HistoryButtons />
      </SheetBar>
      <div className="sheet-scroll">
        <table role="grid" aria-label="Sheet" aria-busy={!loaded} onKeyDown={sheet.press}>
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
                  const isSelected = cell === sheet.name;
                  return (
                    <SheetCell
                      key={cell}
                      name={cell}
                      result={results.get(cell)}
                      isSelected={isSelected}
                      selectedBy={selections.get(cell)}
                      draft={isSelected ? sheet.draft : null}
                      onSelect={() => sheet.select({ column, row })}
                      onEdit={() => sheet.edit(cell)}
                      onDraft={sheet.setDraft}
                      onKey={sheet.finish}
                      onLeave={sheet.keep}
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
