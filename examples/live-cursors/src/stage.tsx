import { dyeColour, useSize } from "@weft/example-shared";
import type { Connection, Visitor } from "@weft/example-shared";
import { AloneCard } from "./alone-card.tsx";
import { Arrivals } from "./arrivals.tsx";
import { CursorMark } from "./cursor-mark.tsx";
import { Cursors } from "./cursors.tsx";
import { ReactionDock } from "./reaction-dock.tsx";
import { Reactions } from "./reactions.tsx";
import { useTrails } from "./use-trails.ts";
import { useMyCursor } from "./use-my-cursor.ts";
import { useReactions } from "./use-reactions.ts";

interface StageProps {
  readonly visitor: Visitor;
  readonly others: readonly { readonly id: number }[];
  readonly connection: Connection;
}

/** The shared canvas: cursors, trails and reactions. */
export function Stage({ visitor, others, connection }: StageProps) {
  const { trails, attach: attachTrails } = useTrails();
  const { size, attach: attachSize } = useSize();
  const { cursor, listeners } = useMyCursor({
    onMove(next) {
      if (next) trails.current?.lead("you", dyeColour(visitor), { x: next.x * size.width, y: next.y * size.height });
      else trails.current?.cut("you");
    },
  });
  const { reactions, react, settle } = useReactions();
  const alone = others.length === 0;

  return (
    <section className="stage-area" aria-label="Shared canvas">
      <div
        ref={attachSize}
        className="stage"
        // A canvas to move over, not a control: arrow keys are this widget's own.
        role="application"
        tabIndex={0}
        aria-label="Canvas. Move your pointer, or use the arrow keys."
        data-testid="stage"
        {...listeners}
      >
        <canvas ref={attachTrails} className="trails" aria-hidden="true" />
        <Reactions reactions={reactions} onSettle={settle} />
        <Cursors size={size} trails={trails} />
        {cursor?.pointer === "keyboard" && (
          <CursorMark visitor={visitor} label="You" cursor={cursor} size={size} onMove={() => {}} />
        )}
      </div>
      {alone && (connection === "live" || connection === "saving") && <AloneCard />}
      {connection === "offline" && (
        <p className="stage-note" role="status">
          Connection lost. Cursors return when you are back online.
        </p>
      )}
      <Arrivals />
      <ReactionDock onReact={(kind) => react(kind, cursor ?? { x: 0.5, y: 0.86 })} />
    </section>
  );
}
