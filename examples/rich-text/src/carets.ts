import { Extension } from "@tiptap/core";
import { yCursorPlugin } from "@tiptap/y-tiptap";
import type { SharedDocument, Writer } from "@weft/example-shared/document";

/** The carets of everyone else, with their names and selections. */
export function carets(awareness: SharedDocument["awareness"]): Extension {
  return Extension.create({
    name: "carets",
    addProseMirrorPlugins: () => [
      yCursorPlugin(
        // It has every method that is called, but the type requires the class of another provider.
        awareness as unknown as Parameters<typeof yCursorPlugin>[0],
        { cursorBuilder: drawCaret, selectionBuilder: markSelection },
      ),
    ],
  });
}

function drawCaret(user: Writer): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "caret";
  caret.dataset["testid"] = "caret";
  caret.style.setProperty("--dye", user.color);
  const name = document.createElement("span");
  name.className = "caret-name";
  name.textContent = user.name;
  // Without a joining character on each side, a caret breaks the word around it.
  caret.append("\u2060", name, "\u2060");
  return caret;
}

function markSelection(user: Writer) {
  return { class: "caret-selection", style: `--dye: ${user.color}` };
}
