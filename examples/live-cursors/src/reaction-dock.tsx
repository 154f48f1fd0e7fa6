import { isTyping } from "@weft/example-shared";
import { useEffect, useEffectEvent } from "react";
import { ReactionIcon } from "./reaction-icon.tsx";
import { reactionKinds } from "./room-types.ts";
import type { ReactionKind } from "./room-types.ts";

const names: Readonly<Record<ReactionKind, string>> = {
  heart: "Heart",
  smile: "Smile",
  star: "Star",
  flame: "Flame",
  bolt: "Bolt",
};

/** Five reactions, by click, by tap, or by the keys 1 to 5. */
export function ReactionDock({ onReact }: { readonly onReact: (kind: ReactionKind) => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const kind = reactionKinds[Number(event.key) - 1];
    if (kind) onReact(kind);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  return (
    <div className="dock" role="group" aria-label="Send a reaction">
      {reactionKinds.map((kind, index) => (
        <button
          key={kind}
          type="button"
          className="dock-button"
          aria-label={`${names[kind]} (key ${index + 1})`}
          title={`${names[kind]} (key ${index + 1})`}
          onClick={() => onReact(kind)}
        >
          <ReactionIcon kind={kind} />
          <kbd aria-hidden="true">{index + 1}</kbd>
        </button>
      ))}
    </div>
  );
}
