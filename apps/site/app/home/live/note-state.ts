import { authors, noteComments, noteText } from "./launch-note.ts";
import type { NoteAuthor } from "./launch-note.ts";
import type { TimedEdit } from "./edit-times.ts";

/** A connection to the room of the document. */
export interface NoteConnection extends NoteAuthor {
  readonly connectionId: number;
  readonly isYou: boolean;
  /** Whether a script of this page, or of another visitor's, acts for it. */
  readonly isScripted: boolean;
  /** Where its caret is in the text. */
  readonly caret: number | undefined;
}

export interface NoteComment {
  readonly id: string;
  readonly by: NoteAuthor;
  readonly text: string;
}

export type SuggestionState = "open" | "accepted" | "discarded";

/** What the document and its inspector show. */
export interface NoteState {
  /** `sample` is the drawing in the page's HTML, and stays where the server has no demo project. */
  readonly connection: "sample" | "connecting" | "live" | "offline";
  readonly text: string;
  readonly connections: readonly NoteConnection[];
  readonly comments: readonly NoteComment[];
  readonly suggestion: SuggestionState;
  /** The size of the document as it is stored. */
  readonly bytes: number;
  /** Edits made in this page: those on disk, and those on their way there. */
  readonly editsOnDisk: number;
  readonly editsPending: number;
  readonly edit: TimedEdit | undefined;
  /** Counts what the visitor has done, so that it is announced. */
  readonly ownEdits: number;
}

/** The page's HTML: the document as it begins, with values of one edit as it might be. */
export const sampleState: NoteState = {
  connection: "sample",
  text: noteText,
  connections: [
    { ...authors.ada, connectionId: 0, isYou: true, isScripted: false, caret: undefined },
    { ...authors.ben, connectionId: 1, isYou: false, isScripted: true, caret: noteText.length },
  ],
  comments: noteComments.map(({ by, text }, index) => ({ id: String(index), by, text })),
  suggestion: "open",
  bytes: 286,
  editsOnDisk: 1,
  editsPending: 0,
  edit: { number: 0, by: authors.ben.name, diskMs: 3.4, othersMs: 4.1 },
  ownEdits: 0,
};
