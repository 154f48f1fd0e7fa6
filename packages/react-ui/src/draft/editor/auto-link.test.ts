import fc from "fast-check";
import { $getRoot, $getSelection, $isRangeSelection, FORMAT_TEXT_COMMAND } from "lexical";
import { expect, test } from "vitest";
import { findUrl, isUrl } from "./auto-link.ts";
import { CommentEditor } from "./comment-editor.ts";

function openEditor(): CommentEditor {
  return new CommentEditor({ onSubmit: () => {}, onPasteFiles: () => false });
}

/** Writes as a keyboard does: character by character, behind what is there. */
function type(editor: CommentEditor, text: string): void {
  for (const character of text)
    editor.lexical.update(
      () => {
        if ($getSelection() === null) $getRoot().selectEnd();
        const selection = $getSelection();
        if (!$isRangeSelection(selection)) return;
        if (character === "\b") {
          // A headless editor has no caret that a browser moves.
          selection.anchor.set(selection.anchor.key, selection.anchor.offset - 1, "text");
          selection.removeText();
        } else selection.insertText(character);
      },
      { discrete: true },
    );
}

function childrenOf(editor: CommentEditor) {
  return editor.getBody().content[0]?.children;
}

test.each([
  ["see https://weft.example/a?b=c#d.", "https://weft.example/a?b=c#d"],
  ["(see www.weft.example)", "www.weft.example"],
  ["https://de.wikipedia.org/wiki/Tor_(Begriff) and", "https://de.wikipedia.org/wiki/Tor_(Begriff)"],
  ["HTTP://LOUD.EXAMPLE!", "HTTP://LOUD.EXAMPLE"],
  ["https://例え.テスト/道", "https://例え.テスト/道"],
])("[UI53] finds the URL in %j", (text, url) => {
  expect(findUrl(text)?.url).toBe(url);
});

test.each(["www.", "https://", "javascript:alert(1)", "a@www.weft.example", "weft.example", "xhttps://a.b"])(
  "[UI53] finds no URL in %j",
  (text) => {
    expect(findUrl(text)).toBeUndefined();
  },
);

test("[UI53] a URL that is written becomes a link, and what follows is text", () => {
  const editor = openEditor();
  type(editor, "see https://weft.example/docs, or not");
  expect(childrenOf(editor)).toEqual([
    { text: "see " },
    { type: "link", url: "https://weft.example/docs" },
    { text: ", or not" },
  ]);
});

test("[UI53] however a URL is written, it is the same link as if it came at once", () => {
  fc.assert(
    fc.property(fc.webUrl({ size: "xsmall", withQueryParameters: true, withFragments: true }), (url) => {
      const typed = openEditor();
      type(typed, `${url} end`);
      const pasted = openEditor();
      pasted.insertText(`${url} end`);
      const found = findUrl(url);
      fc.pre(found !== undefined);
      expect(childrenOf(typed)?.[0]).toEqual({ type: "link", url: found?.url });
    }),
    { numRuns: 20 },
  );
});

test("[UI53] a link that is changed so that it is no URL is text again", () => {
  const editor = openEditor();
  type(editor, "www.a.bc");
  expect(childrenOf(editor)).toEqual([{ type: "link", url: "www.a.bc" }]);
  type(editor, "\b\b\b");
  expect(childrenOf(editor)).toEqual([{ text: "www.a" }]);
});

test("[UI53] text that is code has no links", () => {
  const editor = openEditor();
  editor.lexical.update(() => void $getRoot().selectEnd(), { discrete: true });
  editor.lexical.dispatchCommand(FORMAT_TEXT_COMMAND, "code");
  type(editor, "https://a.example");
  expect(childrenOf(editor)).toEqual([{ text: "https://a.example", code: true }]);
});

test("[UI53] links that a comment already has are not looked at anew when it is edited", () => {
  const editor = openEditor();
  editor.setBody({
    version: 1,
    content: [
      { type: "paragraph", children: [{ type: "link", url: "mailto:a@b.example" }] },
      { type: "paragraph", children: [{ type: "link", url: "https://a.example", text: "Docs" }] },
    ],
  });
  type(editor, "!");
  expect(editor.getBody().content).toEqual([
    { type: "paragraph", children: [{ type: "link", url: "mailto:a@b.example" }] },
    { type: "paragraph", children: [{ type: "link", url: "https://a.example", text: "Docs" }, { text: "!" }] },
  ]);
});

test("[UI53] only the whole of a text is a URL", () => {
  expect(isUrl("https://a.example")).toBe(true);
  expect(isUrl("https://a.example.")).toBe(false);
});
