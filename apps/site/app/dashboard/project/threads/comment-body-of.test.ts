import { CommentBody, textOf } from "@weft/protocol";
import { expect, test } from "vitest";
import { commentBodyOf } from "./comment-body-of.ts";

test("each line of a text is a paragraph, without empty ones around it", () => {
  const body = commentBodyOf("\n  \nIt is. \r\n\r\n  Ship it\n\n");
  expect(CommentBody.parse(body)).toEqual(body);
  expect(textOf(body!)).toBe("It is.\n\n  Ship it");
});

test("white space is not a comment", () => {
  expect(commentBodyOf(" \n\t\n")).toBeUndefined();
});
