import {
  closestCorners,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { DragEndEvent } from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { useStorage, useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { placeAt } from "@weft/example-shared/places";
import { useMemo, useState } from "react";
import { BoardColumn } from "./board-column.tsx";
import { readCards } from "./read-cards.ts";
import { columns } from "./room-types.ts";
import { playColleague } from "./colleague.ts";
import { useCardEdits } from "./use-card-edits.ts";
import { useMovers } from "./use-movers.ts";

/** The board. Cards are moved with a pointer, or with the keyboard: space lifts, arrows move, space drops. */
export function Board({ session }: { readonly session: Session }) {
  const cards = useStorage((root) => root.cards);
  const board = useMemo(() => readCards(cards), [cards]);
  const all = useMemo(() => columns.flatMap((column) => board[column]), [board]);
  const edits = useCardEdits();
  const movers = useMovers();
  const updatePresence = useUpdateMyPresence();
  const [lifted, setLifted] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useScriptedVisitor(session, cards !== null, { moving: null }, playColleague);

  const lift = (id: string | null) => {
    setLifted(id);
    updatePresence({ moving: id });
  };

  const drop = ({ active, over }: DragEndEvent) => {
    lift(null);
    if (!over || active.id === over.id) return;
    const id = String(active.id);
    const target = all.find((card) => card.id === over.id);
    const column = target?.column ?? columns.find((name) => name === over.id);
    if (column === undefined) return;
    const rest = board[column].filter((card) => card.id !== id);
    const index = target === undefined ? rest.length : rest.indexOf(target);
    // Dragged downwards in its own column, a card lands behind the card that it is over.
    const own = board[column].findIndex((card) => card.id === id);
    const below = target !== undefined && own !== -1 && own < board[column].indexOf(target) ? 1 : 0;
    edits.move(id, { column, place: placeAt(rest, index + below) });
  };

  const liftedCard = all.find(({ id }) => id === lifted);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCorners}
      onDragStart={({ active }) => lift(String(active.id))}
      onDragCancel={() => lift(null)}
      onDragEnd={drop}
      accessibility={{ announcements: announcements((id) => all.find((card) => card.id === id)?.title ?? String(id)) }}
    >
      <div className="board-head">
        <h2>Website launch</h2>
        <HistoryButtons />
      </div>
      <div className="board" aria-busy={cards === null}>
        {columns.map((column) => (
          <BoardColumn key={column} column={column} cards={board[column]} edits={edits} movers={movers} />
        ))}
      </div>
      <DragOverlay>{liftedCard && <div className="card card-lifted">{liftedCard.title}</div>}</DragOverlay>
    </DndContext>
  );
}

/** What screen readers announce while a card is moved. */
function announcements(nameOf: (id: string | number) => string) {
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) => `Picked up ${nameOf(active.id)}.`,
    onDragOver: ({ active, over }: Pick<DragEndEvent, "active" | "over">) =>
      over ? `${nameOf(active.id)} is over ${nameOf(over.id)}.` : `${nameOf(active.id)} is not over a column.`,
    onDragEnd: ({ active, over }: Pick<DragEndEvent, "active" | "over">) =>
      over ? `Dropped ${nameOf(active.id)} at ${nameOf(over.id)}.` : `Dropped ${nameOf(active.id)}.`,
    onDragCancel: ({ active }: { active: { id: string | number } }) => `${nameOf(active.id)} was not moved.`,
  };
}
