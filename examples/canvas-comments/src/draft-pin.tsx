import { useCreateThread, useSelf } from "@weft/react";
import { CommentPin, FloatingComposer } from "@weft/react-ui";
import { usePlacement } from "@weft/example-shared/comments-ui";
import type { Place } from "./place.ts";

interface DraftPinProps {
  readonly place: Place;
  readonly onDone: () => void;
}

/** A pin whose first comment is being written. */
export function DraftPin({ place, onDone }: DraftPinProps) {
  const createThread = useCreateThread();
  const placement = usePlacement();
  const userId = useSelf((me) => me.id);
  return (
    <div className="pin" style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}>
      <FloatingComposer
        open
        onOpenChange={(open) => {
          if (!open) onDone();
        }}
        autoFocus
        aria-label="New comment"
        {...placement}
        onComposerSubmit={({ body, attachments }, event) => {
          event.preventDefault();
          createThread({ body, attachments, metadata: { x: place.x, y: place.y } });
          onDone();
        }}
      >
        <CommentPin corner="top-left" aria-label="New comment" {...(userId && { userId })} />
      </FloatingComposer>
    </div>
  );
}
