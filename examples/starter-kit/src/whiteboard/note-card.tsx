"use client";

import { useHistory } from "@weft/react/suspense";
import { useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import type { Note } from "../weft/types.ts";
import styles from "./note-card.module.css";
import type { NoteEdits } from "./use-note-edits.ts";

interface NoteCardProps {
  readonly id: string;
  readonly note: Readonly<Note>;
  readonly edits: NoteEdits;
  readonly canWrite: boolean;
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-20, 0],
  ArrowRight: [20, 0],
  ArrowUp: [0, -20],
  ArrowDown: [0, 20],
};

export function NoteCard({ id, note, edits, canWrite }: NoteCardProps) {
  const history = useHistory();
  /** From the pointer to the corner of the note, while it is dragged. */
  const grip = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const drop = () => {
    if (grip.current === null) return;
    grip.current = null;
    history.resume();
  };
  return (
    <div className={styles.note} data-color={note.color} style={{ left: note.x, top: note.y }}>
      {canWrite && (
        <div className={styles.bar}>
          <button
            type="button"
            className={styles.handle}
            aria-label="Move note"
            title="Drag, or use the arrow keys"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              grip.current = { x: note.x - event.pageX, y: note.y - event.pageY };
              // One undo takes back the whole drag.
              history.pause();
            }}
            onPointerMove={({ pageX, pageY }) => {
              if (grip.current !== null) edits.move(id, { x: grip.current.x + pageX, y: grip.current.y + pageY });
            }}
            onPointerUp={drop}
            onPointerCancel={drop}
            onKeyDown={(event) => {
              const step = arrows[event.key];
              if (step === undefined) return;
              event.preventDefault();
              edits.move(id, { x: note.x + step[0], y: note.y + step[1] });
            }}
          >
            <Icon name="move" />
          </button>
          <button type="button" className={styles.handle} aria-label="Delete note" onClick={() => edits.remove(id)}>
            <Icon name="trash" />
          </button>
        </div>
      )}
      <textarea
        className={styles.text}
        aria-label="Note"
        placeholder={canWrite ? "Write a note" : undefined}
        value={note.text}
        maxLength={500}
        readOnly={!canWrite}
        onChange={(event) => edits.write(id, event.target.value)}
        // One undo takes back all that was written in one go.
        onFocus={() => history.pause()}
        onBlur={() => history.resume()}
      />
    </div>
  );
}
