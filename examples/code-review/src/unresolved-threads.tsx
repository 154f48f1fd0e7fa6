import { useUser } from "@weft/react";
import { stringifyCommentBody } from "@weft/client";
import { useEffect, useState } from "react";
import { nameOf } from "./lines.ts";
import type { PlacedThread } from "./placed-threads.ts";

interface UnresolvedThreadsProps {
  readonly loading: boolean;
  readonly threads: readonly PlacedThread[];
  /** The ID of the thread that the user went to. */
  readonly current: string | null;
  readonly onGo: (id: string) => void;
  readonly onStep: (by: 1 | -1) => void;
}

export function UnresolvedThreads({ loading, threads, current, onGo, onStep }: UnresolvedThreadsProps) {
  return (
    <section className="panel" aria-label="Unresolved threads">
      <header className="panel-header">
        <h3>
          Unresolved <span data-testid="unresolved">{threads.length}</span>
        </h3>
        <button type="button" disabled={threads.length === 0} onClick={() => onStep(-1)}>
          Previous <kbd aria-hidden="true">P</kbd>
        </button>
        <button type="button" disabled={threads.length === 0} onClick={() => onStep(1)}>
          Next <kbd aria-hidden="true">N</kbd>
        </button>
      </header>
      {threads.length === 0 ? (
        <p className="panel-hint">
          {loading
            ? "Loading comments…"
            : "No unresolved threads. To begin one, click a line number, or drag over several."}
        </p>
      ) : (
        <ul className="unresolved">
          {threads.map((placed) => (
            <UnresolvedThread
              key={placed.thread.id}
              {...placed}
              isCurrent={placed.thread.id === current}
              onGo={() => onGo(placed.thread.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface UnresolvedThreadProps extends PlacedThread {
  readonly isCurrent: boolean;
  readonly onGo: () => void;
}

function UnresolvedThread({ thread, place, isCurrent, onGo }: UnresolvedThreadProps) {
  const first = thread.comments.find(({ body }) => body !== undefined);
  const { user } = useUser(first?.userId ?? "");
  const [text, setText] = useState("");
  useEffect(() => {
    let isLatest = true;
    if (first?.body) void stringifyCommentBody(first.body).then((plain) => isLatest && setText(plain));
    return () => void (isLatest = false);
  }, [first?.body]);
  return (
    <li>
      <button type="button" aria-current={isCurrent || undefined} onClick={onGo}>
        <span className="unresolved-place">
          {place.file.slice(place.file.lastIndexOf("/") + 1)}, {nameOf(place).toLowerCase()}
        </span>
        <span className="unresolved-text">
          {user?.name?.split(" ", 1)}: {text}
        </span>
      </button>
    </li>
  );
}
