import { shallow, useOthersMapped, useThreads, useUpdateMyPresence } from "@weft/react";
import { HistoryButtons } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useFollowAll, useSample, useScriptedPerson } from "@weft/example-shared/comments";
import { CommentsPage, FilteredThreadList, useShownThreads, useThreadSteps } from "@weft/example-shared/comments-ui";
import { columns, mostRows, nameOf, positionOf, SheetBar, SheetCell, useSheet } from "@weft/example-shared/sheet";
import { useMemo, useState } from "react";
import type { KeyboardEvent } from "react";
import { CellThreads } from "./cell-threads.tsx";
import { playColleague } from "./colleague.ts";
import { nameOfCell } from "./read-sheet.ts";
import { sampleThreads } from "./sample.ts";
import { useCells } from "./use-cells.ts";

export function SheetPage({ session }: { readonly session: UserSession }) {
  const { threads, error } = useThreads();
  useFollowAll();
  const begun = useSample(session, sampleThreads);
  useScriptedPerson(session, begun, (scene) => playColleague(session, scene));
  const { loaded, rowIds, inputs, results, write, insertRow, deleteRow } = useCells();
  const updatePresence = useUpdateMyPresence();
  const others = useOthersMapped(({ info, presence }) => ({ info, cell: presence.cell }), shallow);
  const selections = new Map(
    others.flatMap(([, { info, cell }]) => {
      const name = nameOfCell(cell, rowIds);
      return name === null ? [] : [[name, { name: info.name.split(" ", 1)[0]!, color: info.color }] as const];
    }),
  );

  const [openId, setOpenId] = useState<string | null>(null);
  const [isComposing, setComposing] = useState(false);
  const cellOf = (name: string) => {
    const position = positionOf(name);
    const row = position === null ? undefined : rowIds[position.row];
    return position === null || row === undefined ? null : { row, column: columns[position.column]! };
  };
  const onSelect = (name: string) => {
    updatePresence({ cell: cellOf(name) });
    setOpenId(null);
    setComposing(false);
  };
  const sheet = useSheet({ rowCount: rowIds.length, inputs, write, onSelect });

  const placed = useMemo(
    () =>
      (threads ?? [])
        .map((thread) => ({ thread, name: nameOfCell(thread.metadata, rowIds) }))
        .toSorted(
          (a, b) => orderOf(a.name) - orderOf(b.name) || Number(a.thread.createdAt) - Number(b.thread.createdAt),
        ),
    [threads, rowIds],
  );
  const filter = useShownThreads(placed);
  const { listed, open } = filter;
  const steps = useThreadSteps(
    // Threads of deleted rows have no cell to go to.
    listed.flatMap(({ thread, name }) => (name === null ? [] : [thread.id])),
    (id) => {
      const position = positionOf(listed.find(({ thread }) => thread.id === id)?.name ?? "");
      if (position !== null) sheet.select(position);
      setOpenId(id);
    },
  );
  const selectedRow = rowIds[sheet.selected.row];
  /** Opens the thread of the selected cell, or begins one. */
  const comment = () => {
    const known = open.find(({ name }) => name === sheet.name);
    filter.show("open");
    if (known) setOpenId(known.thread.id);
    else setComposing(true);
  };
  const press = (event: KeyboardEvent) => {
    const { target, currentTarget } = event;
    // Markers have keys of their own, and so do popovers, whose events pass through the cell that they belong to.
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest("button")) return;
    if (event.code === "KeyM" && event.altKey && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      comment();
    } else sheet.press(event);
  };

  return (
    <CommentsPage title="Spreadsheet with comments" cast={session.cast}>
      {error && (
        <p className="sheet-note" role="alert">
          The comments could not be loaded. Trying again shortly.
        </p>
      )}
      <div className="sheet-page">
        <div className="sheet">
          <SheetBar sheet={sheet} inputs={inputs} onFocus={() => onSelect(sheet.name)}>
            <HistoryButtons />
          </SheetBar>
          <div className="sheet-actions" role="group" aria-label="Selected cell">
            <button type="button" className="button" data-kind="primary" disabled={!loaded} onClick={comment}>
              Comment on {sheet.name}
            </button>
            <button
              type="button"
              className="button"
              disabled={selectedRow === undefined || rowIds.length >= mostRows}
              onClick={() => selectedRow !== undefined && insertRow(selectedRow)}
            >
              Insert row above
            </button>
            <button
              type="button"
              className="button"
              disabled={selectedRow === undefined || rowIds.length === 1}
              onClick={() => selectedRow !== undefined && deleteRow(selectedRow)}
            >
              Delete row {sheet.selected.row + 1}
            </button>
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
                {rowIds.map((rowId, row) => (
                  <tr key={rowId}>
                    <th scope="row">{row + 1}</th>
                    {columns.map((letter, column) => {
                      const name = nameOf({ column, row });
                      const isSelected = name === sheet.name;
                      return (
                        <SheetCell
                          key={letter}
                          name={name}
                          result={results.get(name)}
                          isSelected={isSelected}
                          selectedBy={selections.get(name)}
                          draft={isSelected ? sheet.draft : null}
                          onSelect={() => sheet.select({ column, row })}
                          onEdit={() => sheet.edit(name)}
                          onDraft={sheet.setDraft}
                          onKey={sheet.finish}
                          onLeave={sheet.keep}
                        >
                          <CellThreads
                            name={name}
                            cell={{ row: rowId, column: letter }}
                            threads={listed.filter((one) => one.name === name).map(({ thread }) => thread)}
                            openId={openId}
                            isComposing={isSelected && isComposing}
                            onOpen={setOpenId}
                            onDone={() => {
                              setComposing(false);
                              document.getElementById(name)?.focus();
                            }}
                          />
                        </SheetCell>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="sheet-hint">
            Press <kbd>Ctrl</kbd> <kbd>Alt</kbd> <kbd>M</kbd> to comment on the selected cell.
          </p>
        </div>
        <FilteredThreadList
          filter={filter}
          threads={listed.map(({ thread, name }) => ({ thread, name: name ?? "Deleted row" }))}
          current={steps.current}
          isLoading={threads === undefined}
          hint="To begin one, select a cell and press Comment."
          onGo={steps.go}
          onStep={steps.step}
          onShow={() => setOpenId(null)}
        />
      </div>
    </CommentsPage>
  );
}

/** From the top left, row by row. Threads of deleted rows come last. */
function orderOf(name: string | null): number {
  const position = positionOf(name ?? "");
  return position === null ? mostRows * columns.length : position.row * columns.length + position.column;
}
