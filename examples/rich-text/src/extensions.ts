import type { Extensions } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";
import type { SharedDocument } from "@weft/example-shared/document";
import { carets } from "./carets.ts";

/** The part of the Yjs document that holds the text. */
export const field = "default";

/** The content of a text, for editing and for display. */
export const content: Extensions = [
  // Undo comes with the document: it reverts only your own edits.
  StarterKit.configure({ undoRedo: false, heading: { levels: [1, 2, 3] }, link: { openOnClick: false } }),
  TaskList,
  TaskItem.configure({
    nested: true,
    a11y: { checkboxLabel: (node) => node.textContent || "Empty task" },
  }),
];

/** The extensions for editing it together with everyone in the room. */
export function collaboration({ provider, awareness }: SharedDocument): Extensions {
  return [
    ...content,
    Placeholder.configure({ placeholder: "Write something…" }),
    Collaboration.configure({ document: provider.getYDoc(), field }),
    carets(awareness),
  ];
}
