import { useBroadcastEvent, useEventListener } from "@weft/react";
import { useRef, useState } from "react";
import { emojis } from "./room-types.ts";
import type { Emoji } from "./room-types.ts";

const names: Readonly<Record<Emoji, string>> = { "👍": "Thumbs up", "❤️": "Heart", "🎉": "Celebrate" };

/** Sends reactions to everyone, and shows those that arrive. */
export function ReactionBar() {
  const broadcast = useBroadcastEvent();
  const [flying, setFlying] = useState<readonly { readonly id: number; readonly emoji: Emoji }[]>([]);
  const lastId = useRef(0);
  const show = (emoji: Emoji) => setFlying((shown) => [...shown.slice(-20), { id: ++lastId.current, emoji }]);

  useEventListener(({ event }) => {
    // Any client may broadcast anything into a public room.
    if (event?.type === "reaction" && emojis.includes(event.emoji)) show(event.emoji);
  });

  return (
    <div className="reactions" role="group" aria-label="Reactions">
      {emojis.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className="icon-button"
          aria-label={names[emoji]}
          title={names[emoji]}
          onClick={() => {
            show(emoji);
            broadcast({ type: "reaction", emoji });
          }}
        >
          {emoji}
        </button>
      ))}
      {flying.map(({ id, emoji }) => (
        <span
          key={id}
          className="reaction"
          data-testid="reaction"
          aria-hidden="true"
          onAnimationEnd={() => setFlying((shown) => shown.filter((reaction) => reaction.id !== id))}
        >
          {emoji}
        </span>
      ))}
    </div>
  );
}
