import type { JSONContent } from "@tiptap/core";

const block = (type: string, words: string, attrs?: JSONContent["attrs"]): JSONContent => ({
  type,
  ...(attrs && { attrs }),
  content: [{ type: "text", text: words }],
});

/** What a new text begins with: a draft that could be better. */
export const sample: JSONContent = {
  type: "doc",
  content: [
    block("heading", "Announcement: shared calendars", { level: 1 }),
    block(
      "paragraph",
      "We are happy to announce that starting from next week it will be possible for all teams to make use of shared calendars. A shared calendar is a calendar that is shared between the people in a team.",
    ),
    block(
      "paragraph",
      "You can find the new calendars in the menu on the left. If you have any questions, write to the support team.",
    ),
    block("heading", "What changes for you", { level: 2 }),
    block("paragraph", "Existing calendars stay private until you share them."),
  ],
};
