import { useDroppable } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import type { Visitor } from "@weft/example-shared";
import { placeAt } from "@weft/example-shared/places";
import { BoardCard } from "./board-card.tsx";
import type { ShownCard } from "./read-cards.ts";
import { longestTitle } from "./room-types.ts";
import type { Column } from "./room-types.ts";
import type { CardEdits } from "./use-card-edits.ts";

interface BoardColumnProps {
  readonly column: Column;
  readonly cards: readonly ShownCard[];
  readonly edits: CardEdits;
  readonly movers: ReadonlyMap<string, Visitor>;
}

export function BoardColumn({ column, cards, edits, movers }: BoardColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: column });
  return (
    <section className="column" ref={setNodeRef} aria-label={column} data-over={isOver || undefined}>
      <h3>
        {column} <span>{cards.length}</span>
      </h3>
      <SortableContext items={cards.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul>
          {cards.map((card) => (
            <BoardCard key={card.id} card={card} mover={movers.get(card.id)} edits={edits} />
          ))}
        </ul>
      </SortableContext>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("title") as HTMLInputElement;
          const title = field.value.trim();
          if (title !== "") edits.add({ title, column, place: placeAt(cards, cards.length) });
          field.value = "";
        }}
      >
        <input
          name="title"
          type="text"
          maxLength={longestTitle}
          placeholder="Add a card"
          aria-label={`Add to ${column}`}
          autoComplete="off"
          enterKeyHint="done"
        />
      </form>
    </section>
  );
}
