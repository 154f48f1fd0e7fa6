import { useSortable } from "@dnd-kit/sortable";
import { dyeColour, Icon, initials } from "@weft/example-shared";
import type { ReactNode } from "react";
import type { CardId } from "./room-types.ts";
import { useArea } from "./use-area.ts";
import { usePeopleAt } from "./use-people-at.ts";

interface DashboardCardProps {
  readonly id: CardId;
  readonly title: string;
  /** What the numbers are, below the title. */
  readonly note: string;
  readonly onHide: () => void;
  readonly children: ReactNode;
}

/** A card with its handle and the people who look at it, outlined in the color of the first. */
export function DashboardCard({ id, title, note, onHide, children }: DashboardCardProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging, isOver } = useSortable({ id });
  const area = useArea(id);
  const people = usePeopleAt(id);
  const mover = people.find(({ isMoving }) => isMoving);
  const [first = mover] = people;
  return (
    <section
      ref={setNodeRef}
      className="card"
      aria-label={title}
      data-card={id}
      data-dragging={isDragging || undefined}
      data-target={(isOver && !isDragging) || undefined}
      data-others={first ? true : undefined}
      style={first && { "--dye": dyeColour(first.visitor) }}
      {...area}
    >
      <header className="card-head">
        <button
          ref={setActivatorNodeRef}
          type="button"
          className="card-handle"
          {...attributes}
          {...listeners}
          aria-label={`Move: ${title}`}
        >
          <svg width="12" height="18" viewBox="0 0 12 18" fill="currentColor" aria-hidden="true">
            {[3, 9, 15].flatMap((y) => [3, 9].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.6" />))}
          </svg>
        </button>
        <div className="card-title">
          <h3>{title}</h3>
          <p>{mover ? `${mover.visitor.name} is moving this` : note}</p>
        </div>
        <ul className="card-people" aria-label="Also here">
          {people.slice(0, 3).map(({ id: person, visitor }) => (
            <li key={person} title={visitor.name} style={{ "--dye": dyeColour(visitor) }}>
              <span aria-hidden="true">{initials(visitor)}</span>
              <span className="visually-hidden">{visitor.name}</span>
            </li>
          ))}
        </ul>
        <button type="button" className="icon-button" aria-label={`Hide: ${title}`} title="Hide" onClick={onHide}>
          <Icon path="m5 5 8 8M13 5l-8 8" size={16} />
        </button>
      </header>
      {children}
    </section>
  );
}
