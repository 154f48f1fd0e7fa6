import type { ThreadData } from "@weft/client";
import { Thread } from "@weft/react-ui";
import { threadElementId } from "@weft/example-shared/comments-ui";
import { useState } from "react";
import { nameOf } from "./lines.ts";
import type { Place } from "./lines.ts";

interface LineThreadProps {
  readonly thread: ThreadData;
  /** Null if its lines are not in the change. */
  readonly place: Place | null;
  readonly isCurrent: boolean;
}

/** A thread below its lines. Resolved threads are closed until the user opens them. */
export function LineThread({ thread, place, isCurrent }: LineThreadProps) {
  const [isShown, setShown] = useState(false);
  const name = place === null ? "Thread" : nameOf(place);
  const isOpen = !thread.resolved || isShown;
  return (
    <section
      id={threadElementId(thread.id)}
      className="line-thread"
      data-testid="line-thread"
      data-current={isCurrent || undefined}
      tabIndex={-1}
      aria-label={`${name}${thread.resolved ? ", resolved" : ""}`}
    >
      <p>
        <span>{name}</span>
        {thread.resolved && (
          <>
            <span className="line-thread-resolved">Resolved</span>
            <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? "Hide thread" : "Show thread"}
            </button>
          </>
        )}
      </p>
      {isOpen && <Thread thread={thread} />}
    </section>
  );
}
