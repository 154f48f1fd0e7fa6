import { useSelf } from "@weft/react";
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
import { useScriptedCursor } from "./use-scripted-cursor.ts";
import { useReactions } from "./use-reactions.ts";

interface StageProps {
  readonly visitor: Visitor;
  readonly others: readonly { readonly id: number }[];
  readonly connection: Connection;
  /** Without the notes and the reactions around the canvas, and with a cursor that moves by itself. */
  readonly bare?: boolean;
  /** The visitor's pointer is on the canvas. */
  readonly onVisit?: () => void;
}

/** The shared canvas: cursors, trails and reactions. */
export function Stage({ visitor, others, connection, bare = false, onVisit }: StageProps) {
  const { trails, attach: attachTrails } = useTrails();
  const { size, attach: attachSize } = useSize();
  const connectionId = useSelf((me) => me.connectionId) ?? 0;
  const { cursor, move, listeners } = useMyCursor({
    onMove(next) {
      if (next) trails.current?.lead("you", dyeColour(visitor), { x: next.x * size.width, y: next.y * size.height });
      else trails.current?.cut("you");
    },
    onEnter() {
      script.takeOver();
      onVisit?.();
    },
    onLeave: () => script.handBack(),
  });
  const script = useScriptedCursor(connectionId, bare && connection !== "connecting", move);
  const { reactions, react, settle } = useReactions();
  const alone = others.length === 0;

  return (
    <section ref={script.attach} className="stage-area" aria-label="Shared canvas">
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
        {(cursor?.pointer === "keyboard" || script.plays) && (
          <CursorMark
            visitor={visitor}
            label={script.plays ? visitor.name : "You"}
            cursor={cursor}
            size={size}
            onMove={() => {}}
          />
        )}
      </div>
      {!bare && (
        <>
          {alone && (connection === "live" || connection === "saving") && <AloneCard />}
          {connection === "offline" && (
            <p className="stage-note" role="status">
              Connection lost. Cursors return when you are back online.
            </p>
          )}
          <Arrivals />
          <ReactionDock onReact={(kind) => react(kind, cursor ?? { x: 0.5, y: 0.86 })} />
        </>
      )}
    </section>
  );
}
