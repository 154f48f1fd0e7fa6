// @vitest-environment jsdom
import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { act, cleanup, render, screen } from "@testing-library/react";
import { createRoomContext } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import type { LexicalEditor, TextNode } from "lexical";
import { $createLineBreakNode, $createParagraphNode, $createTextNode, $getRoot, UNDO_COMMAND } from "lexical";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  AiToolbar,
  ASK_AI_COMMAND,
  CLOSE_AI_COMMAND,
  Toolbar,
  useIsEditorReady,
  WeftPlugin,
  weftConfig,
} from "../index.ts";
import { $createMentionNode } from "../nodes/mention-nodes.tsx";
import { $acceptProposal, $questionContext } from "./proposal.ts";
import { $rangeOf } from "./selected-text.ts";

let server: MemoryServer;
beforeEach(() => {
  server = createMemoryServer();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
const errors: Error[] = [];
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
  expect(errors.splice(0)).toEqual([]);
});

const settle = async () => {
  do await act(() => server.settle());
  while (screen.queryAllByText("loading").length > 0);
};

function open(userId: string, children?: ReactNode) {
  const { RoomProvider } = createRoomContext(server.createClient({ userId, userInfo: { name: userId } }));
  let editor: LexicalEditor | undefined;
  function Probe() {
    [editor] = useLexicalComposerContext();
    return <output>{useIsEditorReady() ? "ready" : "loading"}</output>;
  }
  const { container } = render(
    <RoomProvider id="r1">
      <LexicalComposer initialConfig={weftConfig({ namespace: "Test", onError: (error) => errors.push(error) })}>
        <RichTextPlugin contentEditable={<ContentEditable />} ErrorBoundary={LexicalErrorBoundary} />
        <WeftPlugin>{children}</WeftPlugin>
        <Probe />
      </LexicalComposer>
    </RoomProvider>,
  );
  return {
    container,
    get editor() {
      if (editor === undefined) throw new Error("Not rendered");
      return editor;
    },
    text: () => editor?.getEditorState().read(() => $getRoot().getTextContent()),
    html: () =>
      container
        .querySelector("[contenteditable]")
        ?.innerHTML.replaceAll(/ (?:class|style|dir|data-[\w-]+)="[^"]*"/gu, ""),
    edit: (change: () => void) => act(() => editor?.update(change, { discrete: true })),
  };
}

const $selectAll = () => $getRoot().select(0, $getRoot().getChildrenSize());
const $textNode = (text: string): TextNode =>
  $getRoot()
    .getAllTextNodes()
    .find((node) => node.getTextContent() === text)!;
const click = (name: string) => act(async () => screen.getByRole("button", { name }).click());

test("[RL13] the toolbar asks about the selection, asks again, and puts the answer into the text", async () => {
  const asked: unknown[] = [];
  const answers = ["A proof.", "A better text."];
  const ada = open(
    "ada",
    <AiToolbar
      name="Assistant"
      suggestions={<AiToolbar.Suggestion>Rhyme</AiToolbar.Suggestion>}
      resolveContextualPrompt={async ({ prompt, context, previous }) => {
        asked.push({ prompt, context, previous });
        return { type: "replace", text: answers.shift() ?? "" };
      }}
    />,
  );
  await settle();
  ada.edit(() => $getRoot().selectEnd().insertText("Before. A text. After."));
  ada.edit(() => $textNode("Before. A text. After.").select(8, 15));
  act(() => void ada.editor.dispatchCommand(ASK_AI_COMMAND, undefined));
  screen.getByRole("group", { name: /Assistant/u });
  await click("Rhyme");
  screen.getByText("A proof.");
  expect(ada.text()).toBe("Before. A text. After.");
  await click("Try again");
  const context = { beforeSelection: "Before. ", selection: "A text.", afterSelection: " After." };
  expect(asked).toEqual([1, 2].map(() => ({ prompt: "Rhyme", context, previous: undefined })));
  await click("Accept");
  expect(ada.text()).toBe("Before. A better text. After.");
  expect(screen.queryByRole("group")).toBeNull();
  await act(async () => void ada.editor.dispatchCommand(UNDO_COMMAND, undefined));
  expect(ada.text()).toBe("Before. A text. After.");
});

test("[RL13] a discarded proposal leaves the text as it was, and so does a closed toolbar", async () => {
  const resolve = async () => ({ type: "replace", text: "Two." }) as const;
  const ada = open("ada", <AiToolbar resolveContextualPrompt={resolve} />);
  await settle();
  ada.edit(() => $getRoot().selectEnd().insertText("One."));
  ada.edit($selectAll);
  await act(async () => void ada.editor.dispatchCommand(ASK_AI_COMMAND, "Count"));
  screen.getByText("Two.");
  await click("Discard");
  expect([ada.text(), screen.queryByRole("group")]).toEqual(["One.", null]);
  await act(async () => void ada.editor.dispatchCommand(ASK_AI_COMMAND, "Count"));
  await act(async () => void ada.editor.dispatchCommand(CLOSE_AI_COMMAND, undefined));
  expect([ada.text(), screen.queryByRole("group")]).toEqual(["One.", null]);
});

test("[RL13] what others write while a proposal is reviewed stays, and they receive the accepted one", async () => {
  const resolve = async () => ({ type: "replace", text: "The quick brown fox sleeps" }) as const;
  const [ada, ben] = [open("ada", <AiToolbar resolveContextualPrompt={resolve} />), open("ben")];
  await settle();
  ada.edit(() => $getRoot().selectEnd().insertText("The fast brown fox jumps"));
  await settle();
  ada.edit($selectAll);
  await act(async () => void ada.editor.dispatchCommand(ASK_AI_COMMAND, "Change it"));
  ben.edit(() => $textNode("The fast brown fox jumps").select(14, 14).insertText(" and red"));
  ben.edit(() => $textNode("The fast brown and red fox jumps").select(0, 0).insertText("Look! "));
  await settle();
  await click("Accept");
  await settle();
  expect([ada.text(), ben.text()]).toEqual([1, 2].map(() => "Look! The quick brown and red fox sleeps"));
});

test("[RL13] words that a proposal keeps have their formats and mentions", async () => {
  const ada = open("ada");
  await settle();
  ada.edit(() => {
    const bold = $createTextNode("brown").toggleFormat("bold");
    const mention = $createMentionNode({ kind: "user", id: "ben" }, "in_1");
    $getRoot()
      .clear()
      .append(
        $createParagraphNode().append(
          $createTextNode("The fast "),
          bold,
          $createTextNode(" fox, "),
          mention,
          $createTextNode(" says"),
          $createLineBreakNode(),
          $createTextNode("so"),
        ),
        $createParagraphNode(),
        $createParagraphNode().append($createTextNode("End")),
      );
  });
  await settle();
  const accept = (type: "replace" | "insert", text: string) =>
    ada.edit(() => {
      const range = $selectAll();
      $acceptProposal(range, $questionContext(range).selection, { type, text });
    });
  let context = "";
  ada.edit(() => void (context = $questionContext($selectAll()).selection));
  expect(context).toBe("The fast brown fox, @ben says\nso\n\nEnd");
  accept("replace", "The quick brown fox, @ben said\nso\n\nThe End");
  expect(ada.text()?.replaceAll(/\n+/gu, "\n")).toBe("The quick brown fox, @ben said\nso\nThe End");
  expect(ada.html()).toContain("<strong>brown</strong>");
  expect(ada.container.querySelectorAll(".lb-lexical-mention")).toHaveLength(1);
  expect(ada.html()).toContain("<br>");
  accept("insert", "\nMore\n\nand more");
  expect(ada.text()?.replaceAll(/\n+/gu, "\n")).toBe("The quick brown fox, @ben said\nso\nThe End\nMore\nand more");
});

test("[RL13] a part of a mention is changed as text, and an empty text can be written", async () => {
  const ada = open("ada");
  await settle();
  ada.edit(() => {
    const mention = $createMentionNode({ kind: "user", id: "ben ford" }, "in_1");
    $getRoot()
      .clear()
      .append($createParagraphNode().append($createTextNode("Ask "), mention));
  });
  ada.edit(() => {
    const range = $selectAll();
    $acceptProposal(range, $questionContext(range).selection, { type: "replace", text: "Ask @ben smith" });
  });
  expect([ada.text(), ada.container.querySelector(".lb-lexical-mention")]).toEqual(["Ask @ben smith", null]);
  ada.edit(() => void $getRoot().clear().append($createParagraphNode()));
  ada.edit(() => {
    const { __key } = $getRoot().getFirstChildOrThrow();
    const caret = { key: __key, offset: 0, type: "element" } as const;
    $acceptProposal($rangeOf(caret, caret), "", { type: "insert", text: "One\nTwo" });
  });
  expect(ada.text()).toBe("One\n\nTwo");
});

test("[RL13] toolbars ask about the selection where the editor has an AI toolbar", async () => {
  const ada = open("ada", <Toolbar />);
  await settle();
  expect(screen.queryByRole("button", { name: "Ask AI" })).toBeNull();
  expect(ada.editor.dispatchCommand(ASK_AI_COMMAND, undefined)).toBe(false);
  cleanup();
  const ben = open(
    "ben",
    <>
      <Toolbar />
      <AiToolbar />
    </>,
  );
  await settle();
  ben.edit(() => $getRoot().selectEnd().insertText("One."));
  ben.edit($selectAll);
  await click("Ask AI");
  screen.getByRole("group", { name: /AI/u });
});
