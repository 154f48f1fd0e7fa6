import type { CommentBody } from "@weft/protocol";

/** A plain text as the body of a comment: a paragraph for each line. Undefined for a text of white space. */
export function commentBodyOf(text: string): CommentBody | undefined {
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd());
  const from = lines.findIndex((line) => line !== "");
  if (from === -1) return undefined;
  const to = lines.findLastIndex((line) => line !== "");
  return {
    version: 1,
    content: lines.slice(from, to + 1).map((line) => ({ type: "paragraph", children: [{ text: line }] })),
  };
}
