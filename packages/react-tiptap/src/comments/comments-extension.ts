/** Comments on text: the selection that is about to be commented on, the marks of threads, and which of them is selected. */
import { Extension } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { CommentMark, commentMarkName } from "./comment-mark.ts";
import { ThreadMarks } from "./thread-marks.ts";

/** What an editor knows of comments, in `editor.storage.weftComments`. */
export interface CommentsStorage {
  /** Whether the selection is about to be commented on. */
  pendingComment: boolean;
  /** The commented text. */
  readonly marks: ThreadMarks;
}

const key = new PluginKey<boolean>("weftPendingComment");

/** Whether the selection of an editor is about to be commented on. */
export function hasPendingComment(state: EditorState): boolean {
  return key.getState(state) === true;
}

/** The marks of threads in text, and the commands that comment on it. */
export const CommentsExtension: Extension<object, CommentsStorage> = Extension.create<object, CommentsStorage>({
  name: "weftComments",
  priority: 95,
  addExtensions: () => [CommentMark],
  addStorage: () => ({ pendingComment: false, marks: new ThreadMarks() }),
  addCommands() {
    const { marks } = this.storage;
    return {
      addPendingComment:
        () =>
        ({ tr, state, dispatch }) => {
          if (state.selection.empty) return false;
          if (dispatch) tr.setMeta(key, true);
          return true;
        },
      addComment:
        (id) =>
        ({ tr, state, dispatch }) => {
          const type = state.schema.marks[commentMarkName];
          if (state.selection.empty || type === undefined) return false;
          if (!dispatch) return true;
          for (const { $from, $to } of tr.selection.ranges)
            tr.addMark($from.pos, $to.pos, type.create({ threadId: id, orphan: false }));
          // The thread stays where the mark is: neither is undone.
          tr.setMeta(key, false).setMeta("addToHistory", false);
          return true;
        },
      selectThread:
        (id) =>
        ({ tr, state, dispatch }) => {
          if (!dispatch) return true;
          if (hasPendingComment(state)) tr.setMeta(key, false);
          marks.select(id);
          return true;
        },
    };
  },
  addProseMirrorPlugins() {
    const { storage } = this;
    const { marks } = storage;
    return [
      new Plugin<boolean>({
        key,
        state: {
          init: () => false,
          apply(transaction, isPending, _, state) {
            const asked: unknown = transaction.getMeta(key);
            // What others delete takes no comment away that is being written.
            const isKept = isPending && (!state.selection.empty || isChangeOrigin(transaction));
            const isNow = typeof asked === "boolean" ? asked : isKept;
            storage.pendingComment = isNow;
            return isNow;
          },
        },
        props: {
          decorations(state) {
            if (key.getState(state) !== true) return null;
            const { from, to } = state.selection;
            const selection = Decoration.inline(from, to, { class: "lb-root lb-tiptap-active-selection" });
            return DecorationSet.create(state.doc, [selection]);
          },
          handleDOMEvents: {
            mouseover(_, event) {
              marks.hover(marks.threadsAt(event.target)[0] ?? null);
              return false;
            },
            mouseleave() {
              marks.hover(null);
              return false;
            },
          },
          handleClick(_, __, event) {
            marks.select(marks.threadsAt(event.target)[0] ?? null);
            return false;
          },
        },
      }),
    ];
  },
});
