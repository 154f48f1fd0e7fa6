import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { dyeColour } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import type { ShownCard } from "./read-cards.ts";
import { longestTitle } from "./room-types.ts";
import type { CardEdits } from "./use-card-edits.ts";

interface BoardCardProps {
  readonly card: ShownCard;
  /** The other person who is moving this card. */
  readonly mover: Visitor | undefined;
  readonly edits: CardEdits;
}

export function BoardCard({ card: { id, title }, mover, edits }: BoardCardProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <li
      ref={setNodeRef}
      className="card"
      data-testid="card"
      data-dragging={isDragging || undefined}
      data-moved={mover ? true : undefined}
      style={{
        transform: CSS.Translate.toString(transform),
        transition,
        ...(mover && { "--dye": dyeColour(mover) }),
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="card-handle"
        {...attributes}
        {...listeners}
        aria-label={`Move: ${title}`}
      >
        <svg width="12" height="18" viewBox="0 0 12 18" fill="currentColor" aria-hidden="true">
          <path d="M3 1.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm-6 6a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm-6 6a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Z" />
        </svg>
      </button>
      <input
        // A title that someone else has changed takes the place of the old one.
        key={title}
        className="card-title"
        type="text"
        defaultValue={title}
        maxLength={longestTitle}
        aria-label={`Title of: ${title}`}
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") event.currentTarget.value = title;
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }}
        onBlur={(event) => {
          const wanted = event.currentTarget.value.trim();
          if (wanted === "") event.currentTarget.value = title;
          else if (wanted !== title) edits.rename(id, wanted);
        }}
      />
      <button type="button" className="icon-button" aria-label={`Delete: ${title}`} onClick={() => edits.remove(id)}>
        <svg
          width="16"
          height="16"
          viewBox="0 0 18 18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="m5 5 8 8M13 5l-8 8" />
        </svg>
      </button>
      {mover && <span className="card-mover">{mover.name} is moving this</span>}
    </li>
  );
}
