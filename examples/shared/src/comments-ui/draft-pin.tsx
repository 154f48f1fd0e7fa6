import type { ThreadData } from "@liveblocks/client";
import { useCreateThread, useSelf } from "@liveblocks/react";
import { CommentPin, FloatingComposer } from "@liveblocks/react-ui";
import type { Place } from "../pointing.ts";
import { usePlacement } from "./use-placement.ts";

interface DraftPinProps {
  readonly place: Place;
  /** The metadata of the new thread. */
  readonly metadata: ThreadData["metadata"];
  readonly onDone: () => void;
}

/** A pin whose first comment is being written. */
export function DraftPin({ place, metadata, onDone }: DraftPinProps) {
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
          // Each example declares metadata of its own, which this file does not know.
          // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
          createThread({ body, attachments, metadata: metadata as never });
          onDone();
        }}
      >
        <CommentPin corner="top-left" aria-label="New comment" {...(userId && { userId })} />
      </FloatingComposer>
    </div>
  );
}
