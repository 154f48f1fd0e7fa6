/** What the parts of an editor share. It belongs to the editor, so that parts find it wherever they are in its `LexicalComposer`. */
import type { LexicalEditor } from "lexical";
import type { LexicalBinding } from "../binding/binding.ts";
import { MarkedThreads } from "../comments/thread-marks.ts";

/** Of one editor. */
export class EditorSession {
  readonly marks: MarkedThreads;
  readonly #listeners = new Set<() => void>();
  #binding: LexicalBinding | undefined;
  #isComposing = false;
  #aiToolbars = 0;

  constructor(editor: LexicalEditor) {
    this.marks = new MarkedThreads(editor);
  }

  /** While the editor shows the document of its room. */
  get binding(): LexicalBinding | undefined {
    return this.#binding;
  }

  set binding(binding: LexicalBinding | undefined) {
    this.#binding = binding;
    this.#changed();
  }

  /** Whether the editor has an AI toolbar. */
  get hasAiToolbar(): boolean {
    return this.#aiToolbars > 0;
  }

  /** Says that there is one, until the returned function is called. */
  addAiToolbar(): () => void {
    this.#aiToolbars++;
    this.#changed();
    return () => {
      this.#aiToolbars--;
      this.#changed();
    };
  }

  /**
   * Whether a comment on what is selected is being written, or a copilot is asked about it: the selection is shown then, though the focus
   * is elsewhere.
   */
  get isComposing(): boolean {
    return this.#isComposing;
  }

  set isComposing(isComposing: boolean) {
    if (isComposing === this.#isComposing) return;
    this.#isComposing = isComposing;
    this.#changed();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

const sessions = new WeakMap<LexicalEditor, EditorSession>();

/** The session of an editor: the same one each time. */
export function sessionOf(editor: LexicalEditor): EditorSession {
  const known = sessions.get(editor);
  if (known !== undefined) return known;
  const session = new EditorSession(editor);
  sessions.set(editor, session);
  return session;
}
