import type { ThreadData } from "@liveblocks/client";
import { useUser } from "@liveblocks/react";
import { CommentPin, FloatingThread } from "@liveblocks/react-ui";
import type { ComponentPropsWithoutRef } from "react";
import { useUnread } from "../comments/use-unread.ts";
import type { Place } from "../pointing.ts";
import { usePlacement } from "./use-placement.ts";

interface PinnedThreadProps {
  readonly thread: ThreadData;
  readonly place: Place;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly isDragging?: boolean;
  /** Handlers of the pin. */
  readonly pin?: ComponentPropsWithoutRef<typeof CommentPin>;
}

/** A thread at its place: its pin opens it. */
export function PinnedThread({ thread, place, isOpen, onOpen, isDragging = false, pin }: PinnedThreadProps) {
  const placement = usePlacement();
  const unread = useUnread(thread);
  const comments = thread.comments.filter(({ body }) => body !== undefined);
  const author = thread.comments[0]?.userId ?? "";
  const { user } = useUser(author);
  const count = comments.length === 1 ? "1 comment" : `${comments.length} comments`;
  return (
    <div
      className="pin"
      data-testid="pin"
      data-open={isOpen || undefined}
      data-dragging={isDragging || undefined}
      data-resolved={thread.resolved || undefined}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
    >
      <FloatingThread
        thread={thread}
        open={isOpen}
        onOpenChange={onOpen}
        className="pin-thread"
        autoFocus={false}
        aria-label="Thread"
        {...placement}
      >
        <CommentPin
          corner="top-left"
          userId={author}
          aria-label={`${user?.name ?? "Comment"}, ${count}${unread ? ", unread" : ""}`}
          {...pin}
        />
      </FloatingThread>
      {unread && <span className="pin-unread" aria-hidden="true" />}
    </div>
  );
}
