import type { ThreadData } from "@weft/client";
import { useEditThreadMetadata } from "@weft/react";
import { PinnedThread } from "@weft/example-shared/comments-ui";
import { useState } from "react";
import type { RefObject } from "react";
import { readPlace } from "./place.ts";
import { usePinMoves } from "./use-pin-moves.ts";

interface ThreadPinProps {
  readonly thread: ThreadData;
  readonly picture: RefObject<HTMLElement | null>;
}

/** A thread at its place: the pin opens it, and can be moved. */
export function ThreadPin({ thread, picture }: ThreadPinProps) {
  const editMetadata = useEditThreadMetadata();
  const [open, setOpen] = useState(false);
  const { place, dragging, hasMoved, handlers } = usePinMoves({
    place: readPlace(thread.metadata),
    picture,
    onPlace: ({ x, y }) => editMetadata({ threadId: thread.id, metadata: { x, y } }),
  });
  return (
    <PinnedThread
      thread={thread}
      place={place}
      isOpen={open}
      isDragging={dragging}
      onOpen={(next) => {
        // A press that moved the pin is not a click.
        if (!next || !hasMoved()) setOpen(next);
      }}
      pin={handlers}
    />
  );
}
