/** What BlockNote has to know of a document that is shared in a room. */
import { createExtension } from "@blocknote/core";
import type { ExtensionFactoryInstance } from "@blocknote/core";
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { commentMarkName, syncOf } from "@weft/react-tiptap/parts";

/** BlockNote knows changes of others by this entry of a transaction, which is that of the binding it brings along. */
const remoteMeta = "y-sync$";

/**
 * An extension of BlockNote around that of a room. By its key, BlockNote begins with one empty block of a fixed id, so that users who
 * open an empty document do not each add a block.
 */
export const blockExtension = (extension: Extension): ExtensionFactoryInstance =>
  createExtension({
    key: "liveblocksExtension",
    tiptapExtensions: [extension, commentsBesideStyles, changesOfOthers],
    blockNoteExtensions: [undo()],
  });

/** Comments are no style of a block: without this, BlockNote refuses to read a block with commented text. */
export const commentsBesideStyles = Extension.create({
  name: "weftCommentsBesideStyles",
  extendMarkSchema: ({ name }: { readonly name: string }) =>
    name === commentMarkName ? { blocknoteIgnore: true } : {},
});

/** Says of changes of others in the words of BlockNote that they are. */
const changesOfOthers = Extension.create({
  name: "weftChangesOfOthers",
  addProseMirrorPlugins: () => [
    new Plugin({
      filterTransaction(transaction) {
        const sync = syncOf(transaction);
        if (sync !== undefined) transaction.setMeta(remoteMeta, sync);
        return true;
      },
    }),
  ],
});

/** `editor.undo()` and `editor.redo()` of BlockNote. */
const undo = createExtension(({ editor }) => {
  const run = (name: "undo" | "redo") => (_state: unknown, dispatch?: unknown) => {
    const { _tiptapEditor: tiptap } = editor;
    return dispatch === undefined ? tiptap.can()[name]() : tiptap.commands[name]();
  };
  return { key: "yUndo", undoCommand: run("undo"), redoCommand: run("redo") };
});
