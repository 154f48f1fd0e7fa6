import type { ThreadData } from "@weft/client";
import { useCreateThread } from "@weft/react";
import { FloatingComposer, FloatingThread } from "@weft/react-ui";
import { threadElementId, usePlacement } from "@weft/example-shared/comments-ui";
import type { Cell } from "./room-types.ts";

interface CellThreadsProps {
  /** The cell's name. */
  readonly name: string;
  readonly cell: Cell;
  readonly threads: readonly ThreadData[];
  readonly openId: string | null;
  /** Whether the user is writing a new thread. */
  readonly isComposing: boolean;
  readonly onOpen: (id: string | null) => void;
  readonly onDone: () => void;
}

/** The markers in the corner of a cell. Hovering or pressing one opens its thread. */
export function CellThreads({ name, cell, threads, openId, isComposing, onOpen, onDone }: CellThreadsProps) {
  const createThread = useCreateThread();
  const placement = usePlacement();
  return (
    <span className="cell-threads">
      {threads.map((thread) => (
        <FloatingThread
          key={thread.id}
          thread={thread}
          open={thread.id === openId}
          onOpenChange={(isOpen) => onOpen(isOpen ? thread.id : null)}
          className="pin-thread"
          autoFocus={false}
          {...placement}
        >
          <button
            type="button"
            id={threadElementId(thread.id)}
            className="cell-marker"
            data-testid="marker"
            data-resolved={thread.resolved || undefined}
            tabIndex={-1}
            aria-label={`Thread on ${name}`}
            onPointerEnter={(event) => {
              if (event.pointerType === "mouse" && openId === null && !isComposing) onOpen(thread.id);
            }}
          />
        </FloatingThread>
      ))}
      {isComposing && (
        <FloatingComposer
          open
          onOpenChange={(isOpen) => {
            if (!isOpen) onDone();
          }}
          autoFocus
          aria-label="New comment"
          {...placement}
          onComposerSubmit={({ body, attachments }, event) => {
            event.preventDefault();
            createThread({ body, attachments, metadata: { ...cell } });
            onDone();
          }}
        >
          <button type="button" className="cell-marker" tabIndex={-1} aria-label={`New thread on ${name}`} />
        </FloatingComposer>
      )}
    </span>
  );
}
