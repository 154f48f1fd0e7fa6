/** The mark of commented text, under the name and with the attributes that documents of both client families have. */
import { Mark, mergeAttributes } from "@tiptap/core";
import { threadIdAttribute, threadMarkClass } from "./thread-marks.ts";

/** The name of the mark in documents. */
export const commentMarkName: string = "liveblocksCommentMark";

/** Text that a thread is about. Several threads may be about the same text. */
export const CommentMark = Mark.create({
  name: commentMarkName,
  excludes: "",
  inclusive: false,
  keepOnSplit: true,
  addAttributes: () => ({
    orphan: {
      default: false,
      parseHTML: (element: HTMLElement) => element.dataset["orphan"] === "true",
      renderHTML: ({ orphan }: { readonly orphan?: unknown }) => (orphan === true ? { "data-orphan": "true" } : {}),
    },
    threadId: {
      default: "",
      parseHTML: (element: HTMLElement) => element.getAttribute(threadIdAttribute) ?? "",
      renderHTML: ({ threadId }: { readonly threadId?: unknown }) => ({ [threadIdAttribute]: String(threadId) }),
    },
  }),
  parseHTML: () => [{ tag: `span[${threadIdAttribute}]`, consuming: false }],
  renderHTML: ({ HTMLAttributes }) => [
    "span",
    mergeAttributes({ class: `lb-root ${threadMarkClass}` }, HTMLAttributes),
    0,
  ],
  addMarkView() {
    return ({ mark, editor }) => {
      const dom = document.createElement("span");
      const { weftComments } = editor.storage as Partial<typeof editor.storage>;
      // Without comments, the text of threads is as other text.
      if (weftComments === undefined) return { dom, contentDOM: dom };
      const threadId = String(mark.attrs["threadId"]);
      dom.className = `lb-root ${threadMarkClass}`;
      dom.setAttribute(threadIdAttribute, threadId);
      const { marks } = weftComments;
      marks.add(dom, { threadId, isOrphan: mark.attrs["orphan"] === true });
      return {
        dom,
        contentDOM: dom,
        destroy: () => marks.remove(dom),
        // How it looks is no edit.
        ignoreMutation: (mutation) => mutation.type === "attributes" && mutation.target === dom,
      };
    };
  },
});
