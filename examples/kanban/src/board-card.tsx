import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { DeleteButton, dyeColour, EditableText } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { GripIcon } from "@weft/example-shared/sortable";
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
        className="sortable-handle"
        {...attributes}
        {...listeners}
        aria-label={`Move: ${title}`}
      >
        <GripIcon />
      </button>
      <EditableText
        className="card-title"
        value={title}
        label={`Title of: ${title}`}
        longest={longestTitle}
        onSave={(wanted) => edits.rename(id, wanted)}
      />
      <DeleteButton label={`Delete: ${title}`} onDelete={() => edits.remove(id)} />
      {mover && <span className="card-mover">{mover.name} is moving this</span>}
    </li>
  );
}
