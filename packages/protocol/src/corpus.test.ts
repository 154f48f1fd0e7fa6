/** What declares texts of users, over the corpus of scripts, halves of characters and file names. */
import { fileNames, loneSurrogates, texts } from "@weft/testkit/corpus";
import { expect, test } from "vitest";
import { CommentBody, mentionsIn, textOf } from "./comment-body.ts";
import { EmailAddress } from "./email-address.ts";
import { displayNameFault } from "./internal/form-rules.ts";
import { isStorable, toStorable } from "./storable-text.ts";
import { NameInPath, StorableText } from "./storable.ts";

const everyText = [...texts.map(({ text }) => text), ...fileNames];

const bodyOf = (text: string, id = text) => ({
  version: 1,
  content: [
    {
      type: "paragraph",
      children: [{ text }, { type: "mention", id }, { type: "link", url: `https://example.com/?q=${text}`, text }],
    },
    { type: "paragraph", children: [{ text, bold: true }] },
  ],
});

test.each(everyText)("[PR34] a comment holds %j as it was typed, as text, link and mention", (text) => {
  const id = text.slice(0, 100).toWellFormed();
  const body = CommentBody.parse(bodyOf(text, id));
  expect(textOf(body)).toBe(`${text}@${id}${text}\n${text}`);
  expect(mentionsIn(body)).toEqual([{ kind: "user", id }]);
});

test.each(loneSurrogates)("[PR34] a comment with %j is refused, and does not throw", (text) => {
  expect(CommentBody.safeParse(bodyOf(text, "ada")).success).toBe(false);
  expect(CommentBody.safeParse(bodyOf("Hi", text)).success).toBe(false);
  expect(NameInPath.safeParse(text).success).toBe(false);
  expect(isStorable(toStorable(text))).toBe(true);
});

test.each(everyText)("%j is storable, and is no address without an @", (text) => {
  expect(StorableText.parse(text)).toBe(text);
  expect(toStorable(text)).toBe(text);
  expect(EmailAddress.safeParse(text).success).toBe(false);
});

test.each(texts.filter(({ text }) => /^[\p{L}\p{M}\p{Nd}\s\-_().]*$/u.test(text)))("$name names a team", ({ text }) => {
  expect(displayNameFault("Team", text, 200)).toBeUndefined();
});
