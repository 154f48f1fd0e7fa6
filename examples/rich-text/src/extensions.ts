import type { Extensions } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";
import type { SharedDocument } from "@weft/example-shared/document";
import { carets } from "./carets.ts";

/** The part of the Yjs document that holds the text. */
export const field = "default";

/** What a text may consist of, whether it is being written or only shown. */
export const content: Extensions = [
  // Undo comes with the document: it takes back one's own edits, and leaves those of others alone.
  StarterKit.configure({ undoRedo: false, heading: { levels: [1, 2, 3] }, link: { openOnClick: false } }),
  TaskList,
  TaskItem.configure({
    nested: true,
    a11y: { checkboxLabel: (node) => node.textContent || "Empty task" },
  }),
];

/** Writing it together with everybody in the room. */
export function collaboration({ provider, awareness }: SharedDocument): Extensions {
  return [
    ...content,
    Placeholder.configure({ placeholder: "Write something…" }),
    Collaboration.configure({ document: provider.getYDoc(), field }),
    carets(awareness),
  ];
}
