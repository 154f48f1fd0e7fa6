import type { ThreadData } from "@weft/client";
import { useEditThreadMetadata, useUser } from "@weft/react";
import { CommentPin, FloatingThread } from "@weft/react-ui";
import { useUnread } from "@weft/example-shared/comments";
import { usePlacement } from "@weft/example-shared/comments-ui";
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
  const placement = usePlacement();
  const unread = useUnread(thread);
  const { place, dragging, handlers } = usePinMoves({
    place: readPlace(thread.metadata),
    picture,
    onPlace: ({ x, y }) => editMetadata({ threadId: thread.id, metadata: { x, y } }),
  });
  const comments = thread.comments.filter(({ body }) => body !== undefined);
  const author = thread.comments[0]?.userId ?? "";
  const { user } = useUser(author);
  const count = comments.length === 1 ? "1 comment" : `${comments.length} comments`;
  return (
    <div
      className="pin"
      data-testid="pin"
      data-open={open || undefined}
      data-dragging={dragging || undefined}
      data-resolved={thread.resolved || undefined}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
    >
      <FloatingThread
        thread={thread}
        open={open}
        onOpenChange={(next) => {
          // A press that moved the pin is not a click.
          if (!next || !handlers.hasMoved()) setOpen(next);
        }}
        className="pin-thread"
        autoFocus={false}
        aria-label="Thread"
        {...placement}
      >
        <CommentPin
          corner="top-left"
          userId={author}
          aria-label={`${user?.name ?? "Comment"}, ${count}${unread ? ", unread" : ""}`}
          onPointerDown={handlers.onPointerDown}
          onPointerMove={handlers.onPointerMove}
          onPointerUp={handlers.onPointerUp}
          onPointerCancel={handlers.onPointerCancel}
          onDragStart={handlers.onDragStart}
          onKeyDown={handlers.onKeyDown}
        />
      </FloatingThread>
      {unread && <span className="pin-unread" aria-hidden="true" />}
    </div>
  );
}
