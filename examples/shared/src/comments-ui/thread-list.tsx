import { stringifyCommentBody } from "@liveblocks/client";
import type { ThreadData } from "@liveblocks/client";
import { useUser } from "@liveblocks/react";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";

/** A thread, and the name of its place. */
export interface ListedThread {
  readonly thread: ThreadData;
  readonly name: string;
}

export interface ThreadListProps {
  readonly title: string;
  readonly threads: readonly ListedThread[];
  /** The ID of the thread that the user went to. */
  readonly current: string | null;
  /** Instead of the list, if there are no threads. */
  readonly empty: string;
  readonly onGo: (id: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** Below the title. */
  readonly children?: ReactNode;
}

/** Threads as a list that leads to them. */
export function ThreadList({ title, threads, current, empty, onGo, onStep, children }: ThreadListProps) {
  return (
    <section className="panel" aria-label={`${title} threads`}>
      <header className="panel-header">
        <h2>
          {title} <span data-testid="thread-count">{threads.length}</span>
        </h2>
        <button type="button" disabled={threads.length === 0} onClick={() => onStep(-1)}>
          Previous <kbd aria-hidden="true">P</kbd>
        </button>
        <button type="button" disabled={threads.length === 0} onClick={() => onStep(1)}>
          Next <kbd aria-hidden="true">N</kbd>
        </button>
      </header>
      {children}
      {threads.length === 0 ? (
        <p className="panel-hint">{empty}</p>
      ) : (
        <ul className="thread-list">
          {threads.map(({ thread, name }) => (
            <ThreadLink
              key={thread.id}
              thread={thread}
              name={name}
              isCurrent={thread.id === current}
              onGo={() => onGo(thread.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ThreadLinkProps extends ListedThread {
  readonly isCurrent: boolean;
  readonly onGo: () => void;
}

function ThreadLink({ thread, name, isCurrent, onGo }: ThreadLinkProps) {
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
        <span className="thread-list-name">{name}</span>
        <span className="thread-list-text">
          {user?.name?.split(" ", 1)}: {text}
        </span>
      </button>
    </li>
  );
}
