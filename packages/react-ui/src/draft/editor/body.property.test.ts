import type { CommentBody, CommentBodyInlineElement } from "@weft/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOfText, isBodyBlank, normalBody } from "./body.ts";
import { CommentEditor } from "./comment-editor.ts";

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constant("https://a.example/b"),
);
const flag = fc.constantFrom(true, false, undefined);
const inline: fc.Arbitrary<CommentBodyInlineElement> = fc.oneof(
  fc.record({ text, bold: flag, italic: flag, strikethrough: flag, code: flag }, { requiredKeys: ["text"] }),
  fc.record({
    type: fc.constant("mention" as const),
    kind: fc.constant("user" as const),
    id: fc.string({ minLength: 1 }),
  }),
  fc.record(
    {
      type: fc.constant("mention" as const),
      kind: fc.constant("group" as const),
      id: fc.string({ minLength: 1 }),
      userIds: fc.array(fc.string(), { maxLength: 3 }),
    },
    { requiredKeys: ["type", "kind", "id"] },
  ),
  fc.record(
    { type: fc.constant("link" as const), url: fc.oneof(fc.webUrl(), text), text },
    { requiredKeys: ["type", "url"] },
  ),
);
const body: fc.Arbitrary<CommentBody> = fc.record({
  version: fc.constant(1 as const),
  content: fc.array(
    fc.record({ type: fc.constant("paragraph" as const), children: fc.array(inline, { maxLength: 5 }) }),
    { minLength: 1, maxLength: 4 },
  ),
});

function openEditor(): CommentEditor {
  return new CommentEditor({ onSubmit: () => {}, onPasteFiles: () => false });
}

test("[UI50] what the editor is given comes back as the same body in its normal form", () => {
  const editor = openEditor();
  fc.assert(
    fc.property(body, (given) => {
      editor.setBody(given);
      expect(editor.getBody()).toEqual(normalBody(given));
      expect(editor.state.isEmpty).toBe(isBodyBlank(given));
    }),
  );
});

test("[UI50] a body in its normal form is unchanged by it", () => {
  fc.assert(
    fc.property(body, (given) => {
      expect(normalBody(normalBody(given))).toEqual(normalBody(given));
    }),
  );
});

test("[UI50] each line of text is a paragraph, and an empty line has an empty text", () => {
  expect(bodyOfText("one\r\n\ntwo").content).toEqual([
    { type: "paragraph", children: [{ text: "one" }] },
    { type: "paragraph", children: [{ text: "" }] },
    { type: "paragraph", children: [{ text: "two" }] },
  ]);
});
