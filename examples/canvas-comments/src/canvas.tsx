import type { ThreadData } from "@weft/client";
import { DraftPin } from "@weft/example-shared/comments-ui";
import { useRef } from "react";
import { FloorPlan } from "./floor-plan.tsx";
import { ThreadPin } from "./thread-pin.tsx";
import { placeOf } from "./place.ts";
import type { Place } from "./place.ts";

interface CanvasProps {
  readonly threads: readonly ThreadData[];
  readonly loading: boolean;
  /** Where a new thread is being written. */
  readonly draft: Place | null;
  readonly onDraft: (place: Place | null) => void;
}

/** The picture and the pins on it. */
export function Canvas({ threads, loading, draft, onDraft }: CanvasProps) {
  const picture = useRef<HTMLDivElement>(null);
  return (
    <div className="canvas" aria-busy={loading}>
      <div ref={picture} className="picture">
        {/* Keyboards have the button above the picture. */}
        <FloorPlan onClick={(event) => picture.current && onDraft(placeOf(event, picture.current))} />
        {threads.map((thread) => (
          <ThreadPin key={thread.id} thread={thread} picture={picture} />
        ))}
        {draft && (
          <DraftPin key={`${draft.x} ${draft.y}`} place={draft} metadata={{ ...draft }} onDone={() => onDraft(null)} />
        )}
      </div>
      <p className="visually-hidden" role="status">
        {loading ? "Loading comments…" : ""}
      </p>
    </div>
  );
}
