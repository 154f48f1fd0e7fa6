import { Fragment, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { DiffRow } from "./diff-row.tsx";
import { highlight } from "./highlight.ts";
import { LineComposer } from "./line-composer.tsx";
import { LineThread } from "./line-thread.tsx";
import { contains, rangeBetween } from "./lines.ts";
import type { Place } from "./lines.ts";
import type { DiffLine, FileChange } from "./parse-patch.ts";
import type { PlacedThread } from "./placed-threads.ts";
import type { Reader } from "./use-readers.ts";

export interface DiffTableProps {
  readonly file: FileChange;
  readonly lines: readonly DiffLine[];
  readonly readers: readonly Reader[];
  readonly threads: readonly PlacedThread[];
  /** The lines of this file that the user has selected. */
  readonly selected: Place | null;
  /** The lines of this file about which the user is writing a new thread. */
  readonly drafts: readonly Place[];
  /** The ID of the thread that the user went to. */
  readonly current: string | null;
  readonly onSelect: (lines: Place | null) => void;
  readonly onCompose: (lines: Place) => void;
  /** The user has sent or canceled what they wrote about these lines. */
  readonly onDone: (lines: Place) => void;
}

const moves: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The lines of a file, with their threads. Arrow keys move between lines, with Shift they select, and Enter begins a thread. */
export function DiffTable(props: DiffTableProps) {
  const { file, lines, readers, threads, selected, drafts, current, onSelect, onCompose, onDone } = props;
  const tokens = useMemo(() => highlight(file), [file]);
  /** The line that the keyboard reaches. */
  const [focused, setFocused] = useState(0);
  /** The line at which a selection began. */
  const from = useRef<number | null>(null);
  const table = useRef<HTMLTableElement>(null);

  const rangeTo = (index: number) => ({ file: file.path, ...rangeBetween(lines, from.current ?? index, index) });
  const selectTo = (index: number) => {
    from.current ??= index;
    onSelect(rangeTo(index));
  };
  const press = (event: KeyboardEvent, index: number) => {
    const by = moves[event.key];
    if (event.key === "Escape" && selected !== null) onSelect(null);
    if (by === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const to = Math.min(Math.max(index + by, 0), lines.length - 1);
    if (event.shiftKey) {
      from.current ??= index;
      selectTo(to);
    } else from.current = null;
    setFocused(to);
    table.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)?.focus();
  };
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-index]");
    if (over && table.current?.contains(over)) selectTo(Number(over.dataset["index"]));
  };
  const compose = (index: number) => {
    const isWithin = selected !== null && contains(selected, lines[index]!);
    if (!isWithin) from.current = index;
    onCompose(isWithin ? selected : rangeTo(index));
  };

  let index = -1;
  return (
    <div className="diff-scroll">
      <table className="diff" ref={table} aria-label={`Lines of ${file.path}`}>
        {file.hunks.map((hunk) => (
          <tbody key={hunk.header}>
            <tr className="diff-hunk">
              <td colSpan={3}>{hunk.header}</td>
            </tr>
            {hunk.lines.map((line) => {
              const at = ++index;
              const here = readers.filter(({ lines: place }) => place?.file === file.path && contains(place, line));
              return (
                <Fragment key={at}>
                  <DiffRow
                    index={at}
                    line={line}
                    tokens={tokens.get(line) ?? []}
                    reader={here[0]}
                    isFirstOfReader={here[0]?.lines?.line === line[here[0]?.lines?.side ?? "new"]}
                    isSelected={selected !== null && contains(selected, line)}
                    isReachable={at === focused}
                    onFocus={() => setFocused(at)}
                    onKeyDown={(event) => press(event, at)}
                    onPointerDown={(event) => {
                      if (event.button !== 0) return;
                      event.currentTarget.setPointerCapture(event.pointerId);
                      if (!event.shiftKey) from.current = at;
                      selectTo(at);
                    }}
                    onPointerMove={drag}
                    onCompose={() => compose(at)}
                  />
                  {threads
                    .filter(({ place }) => line[place.side] === place.endLine)
                    .map(({ thread, place }) => (
                      <tr key={thread.id} className="diff-thread">
                        <td colSpan={3}>
                          <LineThread thread={thread} place={place} isCurrent={thread.id === current} />
                        </td>
                      </tr>
                    ))}
                  {drafts
                    .filter((draft) => line[draft.side] === draft.endLine)
                    .map((draft) => (
                      <tr key={`${draft.side} ${draft.line}`} className="diff-thread">
                        <td colSpan={3}>
                          <LineComposer
                            place={draft}
                            onDone={() => {
                              from.current = null;
                              onDone(draft);
                              table.current?.querySelector<HTMLElement>(`[data-index="${at}"] button`)?.focus();
                            }}
                          />
                        </td>
                      </tr>
                    ))}
                </Fragment>
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}
