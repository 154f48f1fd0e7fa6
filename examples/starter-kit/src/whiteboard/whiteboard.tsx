"use client";

import { useCanRedo, useCanUndo, useRedo, useSelf, useStorage, useUndo } from "@weft/react/suspense";
import { Cursors } from "@weft/react-ui";
import { useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { NoteCard } from "./note-card.tsx";
import { canvas, noteSize, useNoteEdits } from "./use-note-edits.ts";
import styles from "./whiteboard.module.css";

/** Notes in Storage, with undo for your own edits, and everyone’s cursor. */
export function Whiteboard() {
  const canWrite = useSelf((me) => me.canWrite);
  const notes = Object.entries(useStorage((root) => root.notes) ?? {});
  const edits = useNoteEdits();
  const view = useRef<HTMLDivElement>(null);

  /** Adds a note in the middle of what is in view, each a little further down than the last. */
  const addInView = () => {
    const { scrollLeft = 0, scrollTop = 0, clientWidth = 0, clientHeight = 0 } = view.current ?? {};
    const shift = (notes.length % 6) * 36;
    edits.add({
      x: scrollLeft + (clientWidth - noteSize) / 2 + shift,
      y: scrollTop + (clientHeight - noteSize) / 2 + shift,
    });
  };

  return (
    <div className={styles.whiteboard}>
      {canWrite && (
        <div role="toolbar" aria-label="Whiteboard" className={styles.toolbar}>
          <button type="button" className="button" data-kind="primary" onClick={addInView}>
            Add note
          </button>
          <HistoryButtons />
        </div>
      )}
      <div ref={view} className={styles.view} tabIndex={0} role="group" aria-label="Canvas">
        <Cursors className={styles.canvas} style={canvas}>
          {notes.length === 0 ? (
            <p className={styles.empty}>{canWrite ? "No notes yet. Add the first one." : "No notes yet."}</p>
          ) : (
            notes.map(([id, note]) => <NoteCard key={id} id={id} note={note} edits={edits} canWrite={canWrite} />)
          )}
        </Cursors>
      </div>
    </div>
  );
}

function HistoryButtons() {
  const [undo, redo, canUndo, canRedo] = [useUndo(), useRedo(), useCanUndo(), useCanRedo()];
  return (
    <>
      <button type="button" className="icon-button" aria-label="Undo" disabled={!canUndo} onClick={undo}>
        <Icon name="undo" />
      </button>
      <button type="button" className="icon-button" aria-label="Redo" disabled={!canRedo} onClick={redo}>
        <Icon name="redo" />
      </button>
    </>
  );
}
