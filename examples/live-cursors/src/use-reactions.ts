import { useBroadcastEvent, useEventListener } from "@weft/react";
import { useRef, useState } from "react";
import { reactionKinds } from "./room-types.ts";
import type { Place, ReactionKind } from "./room-types.ts";

export interface Reaction {
  readonly id: number;
  readonly kind: ReactionKind;
  readonly place: Place;
}

/** More than this at once is a blur, and users may hold the key down. */
const mostAtOnce = 60;

/** Reactions on the screen: yours and everyone else's. They are broadcast events, which are not stored. */
export function useReactions() {
  const [reactions, setReactions] = useState<readonly Reaction[]>([]);
  const lastId = useRef(0);
  const broadcast = useBroadcastEvent();

  const show = (kind: ReactionKind, place: Place) => {
    const reaction = { id: ++lastId.current, kind, place: { x: place.x, y: place.y } };
    setReactions((shown) => [...shown.slice(1 - mostAtOnce), reaction]);
  };

  useEventListener(({ event }) => {
    // Any client may broadcast anything into a public room.
    if (event?.type !== "reaction" || !reactionKinds.includes(event.kind)) return;
    if (!Number.isFinite(event.place?.x) || !Number.isFinite(event.place?.y)) return;
    show(event.kind, event.place);
  });

  return {
    reactions,
    react: (kind: ReactionKind, place: Place) => {
      show(kind, place);
      broadcast({ type: "reaction", kind, place: { x: place.x, y: place.y } });
    },
    settle: (id: number) => setReactions((shown) => shown.filter((reaction) => reaction.id !== id)),
  };
}
