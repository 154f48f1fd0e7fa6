import type { JSONContent } from "@tiptap/core";

const text = (words: string, ...marks: readonly string[]): JSONContent => ({
  type: "text",
  text: words,
  marks: marks.map((type) => ({ type })),
});

const task = (words: string, checked: boolean): JSONContent => ({
  type: "taskItem",
  attrs: { checked },
  content: [{ type: "paragraph", content: [text(words)] }],
});

/** A first text, whose subject is what can be done with it. */
export const sample: JSONContent = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 1 }, content: [text("Team offsite")] },
    {
      type: "paragraph",
      content: [
        text("Everyone with the link can edit this text. Type "),
        text("between", "italic"),
        text(" other people's words: "),
        text("nothing is overwritten", "bold"),
        text("."),
      ],
    },
    { type: "heading", attrs: { level: 2 }, content: [text("Try it")] },
    {
      type: "taskList",
      content: [
        task("Choose a date", true),
        task("Open this page in a second window", false),
        task("Save a version, change the text, and restore the version", false),
        task("Stop the server, keep typing, and start it again", false),
      ],
    },
    {
      type: "blockquote",
      content: [{ type: "paragraph", content: [text("Two days, one topic: how we onboard new customers.")] }],
    },
  ],
};
