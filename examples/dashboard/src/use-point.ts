import { useMyPresence } from "@weft/react";
import type { CardId } from "./room-types.ts";

/** What this visitor points at in a card, and how to change it. */
export function usePoint(area: CardId) {
  const [presence, updatePresence] = useMyPresence();
  const mine = presence.area === area ? presence.point : null;
  const setMine = (point: string | null) => {
    if (point !== mine) updatePresence({ area, point });
  };
  return { mine, setMine };
}
