import { useCanUndo, useUndo } from "@weft/react";
import { HistoryIcon } from "@weft/example-shared";
import { BoardColumn } from "./board-column.tsx";
import { columns } from "./room-types.ts";
import type { Card } from "./room-types.ts";
import type { CardEdits } from "./use-card-edits.ts";

interface BoardProps {
  readonly cards: readonly Card[];
  readonly edits: CardEdits;
}

/** The cards by column. What the copilot changed can be undone like any other edit. */
export function Board({ cards, edits }: BoardProps) {
  const undo = useUndo();
  const canUndo = useCanUndo();
  return (
    <>
      <div className="board-head">
        <h2>Autumn meetup</h2>
        <button type="button" className="button" disabled={!canUndo} onClick={undo}>
          <HistoryIcon /> Undo
        </button>
      </div>
      <div className="board">
        {columns.map((column) => (
          <BoardColumn
            key={column}
            column={column}
            cards={cards.filter((card) => card.column === column)}
            edits={edits}
          />
        ))}
      </div>
    </>
  );
}
