import { clsx } from "clsx";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { commented, longestNote, suggested } from "./launch-note.ts";
import type { NoteRoom } from "./note-room.ts";
import type { NoteConnection, NoteState } from "./note-state.ts";
import { piecesOf, rangeOf } from "./text-pieces.ts";

export interface NoteTextProps {
  state: Pick<NoteState, "text" | "connections" | "suggestion">;
  /** The running document; undefined while its drawing is shown. */
  room: NoteRoom | undefined;
  /** The pin of the comment, in the margin beside the words that it is about. */
  pin: ReactNode;
}

/** Has no width: a line break at the end then has a line of its own, as it has in a field. */
const endOfText = "\u200B";

/** The words, and the field above them: every letter of both is at the same place. */
const letters = "col-start-1 row-start-1 min-h-full w-full whitespace-pre-wrap break-words text-base";

/**
 * The text of the document. What is drawn under the field are the marks and carets of users; before the document runs,
 * and without JavaScript, it is the text itself.
 */
export function NoteText({ state: { text, connections, suggestion }, room, pin }: NoteTextProps) {
  const carets = connections.flatMap((connection) =>
    connection.isYou || connection.caret === undefined ? [] : [{ index: connection.caret, connection }],
  );
  const marks = {
    comment: rangeOf(text, commented),
    suggestion: suggestion === "open" ? rangeOf(text, suggested.from) : undefined,
  };
  const isLive = room !== undefined;
  return (
    <div className="relative grid min-h-64 flex-1 pr-10">
      <div className={clsx(letters, isLive && "text-transparent")} data-testid="note-text">
        {piecesOf(text + endOfText, marks, carets).map((piece) =>
          piece.kind === "caret" ? (
            <NoteCaret key={`caret-${piece.caret.connection.connectionId}`} {...piece.caret.connection} />
          ) : (
            <span
              key={piece.at}
              aria-hidden={isLive || undefined}
              className={clsx(piece.marks.map((mark) => washes[mark]))}
            >
              {piece.text}
            </span>
          ),
        )}
      </div>
      {room && <NoteField text={text} room={room} />}
      <div className="absolute top-0 right-0 z-20">{pin}</div>
    </div>
  );
}

const washes: Readonly<Record<string, string>> = {
  comment: "bg-warning-soft decoration-warning-solid underline decoration-2 underline-offset-4",
  suggestion: "bg-accent-soft",
};

function NoteCaret({ name, color }: NoteConnection) {
  return (
    <span aria-hidden className="relative z-20 select-none" data-testid="note-caret">
      <span className="absolute top-0 left-0 h-[1.2em] w-0.5 -translate-x-1/2" style={{ backgroundColor: color }}>
        <span
          className="absolute bottom-full left-0 rounded-sm rounded-bl-none px-1.5 font-sans text-2xs leading-4 whitespace-nowrap text-on-accent"
          style={{ backgroundColor: color }}
        >
          {name.split(" ", 1)[0]}
        </span>
      </span>
    </span>
  );
}

function NoteField({ text, room }: { text: string; room: NoteRoom }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Edits of others move the letters that are selected, and a field forgets its selection with a new text.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || document.activeElement !== element) return;
    const wanted = room.selection();
    if (wanted && (wanted.start !== element.selectionStart || wanted.end !== element.selectionEnd))
      element.setSelectionRange(wanted.start, wanted.end);
  }, [text, room]);
  const select = ({
    currentTarget: { selectionStart: start, selectionEnd: end },
  }: {
    currentTarget: HTMLTextAreaElement;
  }) => room.select({ start, end });
  const onKeyDown = useMemo(() => historyKeys(room), [room]);
  return (
    <textarea
      ref={field}
      value={text}
      maxLength={longestNote}
      aria-label="Text of the launch note"
      spellCheck={false}
      onChange={(event) => {
        room.write(event.target.value, event.target.selectionEnd);
        select(event);
      }}
      onSelect={select}
      onBlur={() => room.select(undefined)}
      onKeyDown={onKeyDown}
      className={clsx(letters, "z-10 block resize-none overflow-hidden rounded-sm bg-transparent outline-offset-6")}
    />
  );
}

/** The field's own history knows nothing of edits of others. */
function historyKeys(room: NoteRoom) {
  return (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) room.redo();
    else room.undo();
  };
}
