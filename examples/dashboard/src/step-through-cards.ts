import type { KeyboardCoordinateGetter } from "@dnd-kit/core";
import { hasSortableData } from "@dnd-kit/sortable";

const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowLeft", -1],
  ["ArrowUp", -1],
  ["ArrowRight", 1],
  ["ArrowDown", 1],
]);

/** Arrow keys move a lifted card to the next or previous place in the order, whatever the sizes of the cards. */
export const stepThroughCards: KeyboardCoordinateGetter = (event, { context }) => {
  const { active, over, collisionRect, droppableRects } = context;
  const step = steps.get(event.code);
  if (step === undefined || !collisionRect || !hasSortableData(active)) return undefined;
  event.preventDefault();
  const { items } = active.data.current.sortable;
  const next = items[items.indexOf(over?.id ?? active.id) + step];
  const target = next === undefined ? undefined : droppableRects.get(next);
  if (!target) return undefined;
  // Centre on centre: the nearest card is then the one that is meant.
  return {
    x: target.left + (target.width - collisionRect.width) / 2,
    y: target.top + (target.height - collisionRect.height) / 2,
  };
};
