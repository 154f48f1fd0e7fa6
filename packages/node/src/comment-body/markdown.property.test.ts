import { CommentBody, textOf } from "@weft/protocol";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { markdownToCommentBody } from "./markdown.ts";

const piece = fc.constantFrom(
  ..."*_~`[]()<>!@#-+>|\\ \n.:/".split(""),
  "**",
  "__",
  "~~",
  "***",
  "```\n",
  "http://x.y",
  "javascript:",
  "www.a",
  "mailto:",
  "@ada",
  "\n\n",
  "\r\n",
  "1. ",
  "😀",
  "é",
  "a b",
);
const markdown = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

test("[ND61] every text becomes a body that the server accepts", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(CommentBody.safeParse(markdownToCommentBody(text)).error).toBeUndefined();
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test("[ND61] a text without signs of Markdown stays as it is", () => {
  const plain = fc.stringMatching(/^[a-z][a-zé😀 ,.?]{0,30}[a-z]$/u);
  fc.assert(
    fc.property(fc.array(plain, { minLength: 1, maxLength: 5 }), (lines) => {
      fc.pre(lines.every((line) => !/www\./.test(line)));
      expect(textOf(CommentBody.parse(markdownToCommentBody(lines.join("\n\n"))))).toBe(lines.join("\n"));
    }),
    { numRuns: 1_000, seed: 1 },
  );
});
