import { useRef } from "react";
import type { KeyboardEvent } from "react";
import type { Match } from "./replay.ts";
import { rows } from "./rules.ts";

interface BoardProps {
  readonly match: Match;
  readonly canDrop: boolean;
  /** The column that the opponent is about to choose. */
  readonly aimed: number | null;
  readonly onAim: (column: number | null) => void;
  readonly onDrop: (column: number) => void;
}

const fromTop = Array.from({ length: rows }, (_, index) => rows - 1 - index);

/** The board: one button for each column. Arrow keys move between columns, and 1 to 7 choose one. */
export function Board({ match, canDrop, aimed, onAim, onDrop }: BoardProps) {
  const { discs, line, turn, next, lastColumn } = match;
  const board = useRef<HTMLDivElement>(null);

  const drop = (column: number) => {
    if (canDrop && (discs[column]?.length ?? rows) < rows) onDrop(column);
  };
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const column = Number(event.key) - 1;
    if (Number.isInteger(column) && column in discs) drop(column);
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const buttons = Array.from(board.current?.querySelectorAll("button") ?? []);
    buttons[buttons.findIndex((button) => button === document.activeElement) + step]?.focus();
  };

  return (
    <div
      ref={board}
      className="board"
      role="group"
      aria-label="Board"
      onKeyDown={press}
      onPointerLeave={() => onAim(null)}
    >
      {discs.map((stack, column) => (
        <button
          // Columns have no other name than their number.
          // oxlint-disable-next-line react/no-array-index-key
          key={column}
          type="button"
          className="column"
          aria-label={`Column ${column + 1}: ${stack.length === 0 ? "empty" : stack.join(", ")}`}
          aria-disabled={!canDrop || stack.length >= rows}
          onPointerEnter={() => onAim(column)}
          onFocus={() => onAim(column)}
          onBlur={() => onAim(null)}
          onClick={() => drop(column)}
        >
          {fromTop.map((row) => {
            const seat = stack[row];
            const isNext = row === stack.length;
            return (
              <span key={row} className="hole">
                {seat ? (
                  <span
                    className="disc"
                    data-testid="disc"
                    data-seat={seat}
                    data-fallen={(column === lastColumn && row === stack.length - 1) || undefined}
                    data-line={line.some((cell) => cell.column === column && cell.row === row) || undefined}
                    key={`${turn}`}
                    style={{ "--rows": rows - row }}
                  />
                ) : (
                  isNext &&
                  next && (
                    <span
                      className="disc"
                      data-testid={aimed === column ? "aimed" : undefined}
                      data-seat={next}
                      data-ghost={aimed === column ? "other" : canDrop ? "own" : "none"}
                    />
                  )
                )}
              </span>
            );
          })}
        </button>
      ))}
    </div>
  );
}
