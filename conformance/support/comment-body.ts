import type { CommentBody } from "@liveblocks/client";

/** The body of a comment that says this. */
export const says = (text: string): CommentBody => ({
  version: 1,
  content: [{ type: "paragraph", children: [{ text }] }],
});

/** The body of a comment that mentions users. */
export const mentions = (...ids: readonly string[]): CommentBody => ({
  version: 1,
  content: [{ type: "paragraph", children: ids.map((id) => ({ type: "mention", kind: "user", id })) }],
});
