/** What BlockNote has to know of a document that is shared in a room. */
import { createExtension } from "@blocknote/core";
import type { ExtensionFactoryInstance } from "@blocknote/core";
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { beginDocument, commentMarkName, syncOf } from "@weft/react-tiptap/parts";

/** BlockNote knows changes of others by this entry of a transaction, which is that of the binding it brings along. */
const remoteMeta = "y-sync$";

/**
 * An extension of BlockNote around that of a room. By its key, BlockNote begins with one empty block of a fixed id, so that users who
 * open an empty document do not each add a block.
 */
export const blockExtension = (extension: Extension): ExtensionFactoryInstance =>
  createExtension({
    key: "liveblocksExtension",
    tiptapExtensions: [extension, sharedBeginning, commentsBesideStyles, changesOfOthers],
    blockNoteExtensions: [undo()],
  });

/**
 * All users begin a document with the same group and block, and none before it is known that there is nothing yet: of two groups, BlockNote
 * shows one alone.
 */
const sharedBeginning = Extension.create({
  name: "weftSharedBeginning",
  // Its view is updated before that of the binding, which writes edits.
  priority: 1_001,
  addProseMirrorPlugins() {
    const { editor } = this;
    const { provider, field } = editor.storage.weft;
    const isLoaded = () => provider.getStatus() !== "loading";
    return [
      new Plugin({
        props: { editable: () => isLoaded() || provider.getYDoc().getXmlFragment(field).length > 0 },
        view(view) {
          let isKnown = isLoaded();
          const statusChanged = () => {
            if (isKnown || !isLoaded()) return;
            isKnown = true;
            // The view asks again whether it can be edited.
            view.dispatch(view.state.tr);
          };
          provider.on("status", statusChanged);
          return {
            update: () => beginDocument(editor),
            destroy: () => provider.off("status", statusChanged),
          };
        },
      }),
    ];
  },
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
