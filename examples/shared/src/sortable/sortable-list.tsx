import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import type { Active, Over } from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { CSSProperties, ReactNode } from "react";
import { prefersReducedMotion } from "../motion.ts";
import { GripIcon } from "./grip-icon.tsx";

interface SortableListProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly className: string;
  readonly items: readonly T[];
  readonly nameOf: (item: T) => string;
  /** Moves an item to `index` among the others. */
  readonly onMove: (id: string, index: number) => void;
  /** The item that is being moved, and null once it is not. */
  readonly onLift?: (id: string | null) => void;
  readonly styleOf?: (item: T) => CSSProperties | undefined;
  /** An item, with the handle that moves it. */
  readonly children: (item: T, handle: ReactNode) => ReactNode;
}

/** A list whose items are moved with a pointer, or with the keyboard: space lifts, arrows move, space drops. */
export function SortableList<T extends { readonly id: string }>(props: SortableListProps<T>) {
  const { label, className, items, nameOf, onMove, onLift, styleOf, children } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      scrollBehavior: prefersReducedMotion() ? "auto" : "smooth",
    }),
  );
  const ids = items.map(({ id }) => id);
  const nameOfId = (id: string | number) => {
    const item = items.find((one) => one.id === id);
    return item ? nameOf(item) : "The item";
  };
  const positionOf = (over: Over | null) => (over ? ids.indexOf(String(over.id)) + 1 : 0);
  const announcement = (done: string) => (event: { readonly active: Active; readonly over: Over | null }) =>
    `${nameOfId(event.active.id)} ${done} position ${positionOf(event.over)} of ${ids.length}.`;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => onLift?.(String(active.id))}
      onDragCancel={() => onLift?.(null)}
      onDragEnd={({ active, over }) => {
        onLift?.(null);
        if (over && active.id !== over.id) onMove(String(active.id), ids.indexOf(String(over.id)));
      }}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => `Picked up ${nameOfId(active.id)}.`,
          onDragOver: announcement("is at"),
          onDragEnd: announcement("was dropped at"),
          onDragCancel: ({ active }) => `${nameOfId(active.id)} was not moved.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={className} aria-label={label}>
          {items.map((item) => (
            <SortableItem key={item.id} id={item.id} name={nameOf(item)} style={styleOf?.(item)}>
              {(handle) => children(item, handle)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface SortableItemProps {
  readonly id: string;
  readonly name: string;
  readonly style: CSSProperties | undefined;
  readonly children: (handle: ReactNode) => ReactNode;
}

function SortableItem({ id, name, style, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <li
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ ...style, transform: CSS.Translate.toString(transform), transition }}
    >
      {children(
        <button
          ref={setActivatorNodeRef}
          type="button"
          className="sortable-handle"
          {...attributes}
          {...listeners}
          aria-label={`Move: ${name}`}
        >
          <GripIcon />
        </button>,
      )}
    </li>
  );
}
