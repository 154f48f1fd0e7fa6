import { useThreads } from "@liveblocks/react";
import { Thread } from "@liveblocks/react-ui";
import { useEffect, useRef } from "react";

interface ThreadPanelProps {
  readonly threadId: string;
  readonly documentName: string;
  readonly onClose: () => void;
}

/** The thread of a notification. Seeing it marks the notification as read. */
export function ThreadPanel({ threadId, documentName, onClose }: ThreadPanelProps) {
  const { threads, isLoading } = useThreads();
  const thread = threads?.find(({ id }) => id === threadId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [threadId]);
  return (
    <section className="card thread" aria-labelledby="thread">
      <header className="thread-head">
        <h2 id="thread" ref={heading} tabIndex={-1}>
          {documentName}
        </h2>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </header>
      {thread ? <Thread thread={thread} /> : <p>{isLoading ? "Loading the thread…" : "The thread was deleted."}</p>}
    </section>
  );
}
