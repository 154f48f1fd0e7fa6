import { useRoom } from "@weft/react";
import type { FocusEvent, PointerEvent } from "react";
import type { Area } from "./room-types.ts";

/** Listeners of a filter or card, which show the others that this visitor is there. */
export function useArea(area: Area) {
  const room = useRoom();
  const enter = () => {
    // A press also focuses the card. What it points at there stays.
    if (room.getPresence().area !== area) room.updatePresence({ area, point: null });
  };
  const leave = () => room.updatePresence({ area: null, point: null });
  return {
    onPointerEnter: enter,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // A finger that is lifted leaves at once; what it touched stays in use.
      if (pointerType === "mouse") leave();
    },
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) enter();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) leave();
    },
  };
}
