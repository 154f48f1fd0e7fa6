/**
 * Undo and redo of this user's edits alone, whichever way they are asked for: by keys, by the menu of the browser, by shaking a phone.
 * Browsers have a history of their own, which knows nothing of what others write: it never gets to act.
 */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

/** In front of the extension that has the commands. */
export const OwnHistory = Extension.create({
  name: "weftHistory",
  priority: 1_001,
  addKeyboardShortcuts() {
    const undo = () => this.editor.commands.undo() || true;
    const redo = () => this.editor.commands.redo() || true;
    return { "Mod-z": undo, "Mod-y": redo, "Shift-Mod-z": redo };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            beforeinput(_, event) {
              if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return false;
              event.preventDefault();
              if (event.inputType === "historyUndo") editor.commands.undo();
              else editor.commands.redo();
              return true;
            },
          },
        },
      }),
    ];
  },
});
