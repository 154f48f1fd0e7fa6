import { ReactionIcon } from "./reaction-icon.tsx";
import type { Reaction } from "./use-reactions.ts";

interface ReactionsProps {
  readonly reactions: readonly Reaction[];
  readonly onSettle: (id: number) => void;
}

/** Reactions that float up from where they were sent. */
export function Reactions({ reactions, onSettle }: ReactionsProps) {
  return reactions.map(({ id, kind, place }) => (
    <div
      key={id}
      className="reaction"
      data-testid="reaction"
      data-drift={id % 3}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
      onAnimationEnd={(event) => {
        // The icon sways in an animation of its own, which must not end the flight.
        if (event.target === event.currentTarget) onSettle(id);
      }}
      aria-hidden="true"
    >
      <ReactionIcon kind={kind} />
    </div>
  ));
}
