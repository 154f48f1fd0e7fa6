// @vitest-environment jsdom
import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { $createHeadingNode, $isHeadingNode, HeadingNode, QuoteNode } from "@lexical/rich-text";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRoomContext } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import type { LexicalEditor } from "lexical";
import { $createTextNode, $getRoot, FORMAT_TEXT_COMMAND, UNDO_COMMAND } from "lexical";
import { StrictMode } from "react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  ATTACH_THREAD_COMMAND,
  Toolbar,
  isBlockNodeActive,
  isTextFormatActive,
  useIsEditorReady,
  useIsThreadActive,
  WeftPlugin,
  weftConfig,
} from "./index.ts";
import { restore } from "./history/restore.ts";

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
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});

const settle = async () => {
  do await act(() => server.settle());
  while (screen.queryAllByText("loading").length > 0);
};
const errors: Error[] = [];
const config = () =>
  weftConfig({ namespace: "Test", nodes: [HeadingNode, QuoteNode], onError: (error) => errors.push(error) });

function open(userId: string, children?: ReactNode) {
  const { RoomProvider } = createRoomContext(server.createClient({ userId, userInfo: { name: userId } }));
  let editor: LexicalEditor | undefined;
  function Probe() {
    [editor] = useLexicalComposerContext();
    return <output>{useIsEditorReady() ? "ready" : "loading"}</output>;
  }
  const initialConfig = config();
  const tree = (
    <StrictMode>
      <RoomProvider id="r1">
        <LexicalComposer initialConfig={initialConfig}>
          <RichTextPlugin contentEditable={<ContentEditable />} ErrorBoundary={LexicalErrorBoundary} />
          <WeftPlugin>{children}</WeftPlugin>
          <Probe />
        </LexicalComposer>
      </RoomProvider>
    </StrictMode>
  );
  const { container } = render(tree);
  return {
    tree,
    container,
    get editor() {
      if (editor === undefined) throw new Error("Not rendered");
      return editor;
    },
    text: () => container.querySelector("[contenteditable]")?.textContent,
    edit: (change: () => void) => act(() => editor?.update(change, { discrete: true })),
  };
}

test("[RL1] an editor is not editable until its document is loaded, and then as its application says", async () => {
  const ada = open("ada");
  expect([ada.editor.isEditable(), ada.container.querySelector("output")?.textContent]).toEqual([false, "loading"]);
  await settle();
  expect([ada.editor.isEditable(), ada.container.querySelector("output")?.textContent]).toEqual([true, "ready"]);
  act(() => ada.editor.setEditable(false));
  expect(ada.editor.isEditable()).toBe(false);
  expect(errors).toEqual([]);
});

test("[RL1] [RL5] two users have one text in StrictMode, and undo their own edits", async () => {
  const [ada, bob] = [open("ada"), open("bob")];
  await settle();
  ada.edit(() => $getRoot().selectEnd().insertText("Hello "));
  bob.edit(() => $getRoot().selectEnd().insertText("world"));
  await settle();
  expect(ada.text()).toBe(bob.text());
  expect(["Hello world", "worldHello "]).toContain(ada.text());
  await act(async () => void ada.editor.dispatchCommand(UNDO_COMMAND, undefined));
  await settle();
  expect([ada.text(), bob.text()]).toEqual(["world", "world"]);
  const carol = open("carol");
  await settle();
  expect(carol.text()).toBe("world");
  expect(errors).toEqual([]);
});

test("[RL7] text with threads that overlap has both, and the user is at those that the caret is in", async () => {
  function Active() {
    return <p data-testid="active">{["th_1", "th_2"].filter((id) => useIsThreadActive(id)).join()}</p>;
  }
  const ada = open("ada", <Active />);
  const bob = open("bob");
  await settle();
  ada.edit(() => $getRoot().selectEnd().insertText("one two three"));
  const mark = (from: number, to: number, id: string) => {
    ada.edit(() => {
      const nodes = $getRoot().getAllTextNodes();
      let at = 0;
      const point = (offset: number) => {
        at = 0;
        for (const node of nodes) {
          const size = node.getTextContentSize();
          if (offset <= at + size) return { node, offset: offset - at };
          at += size;
        }
        throw new Error("No such place");
      };
      const [start, end] = [point(from), point(to)];
      const selection = start.node.select(start.offset, start.offset);
      selection.focus.set(end.node.getKey(), end.offset, "text");
    });
    act(() => void ada.editor.dispatchCommand(ATTACH_THREAD_COMMAND, id));
  };
  mark(0, 7, "th_1");
  mark(4, 13, "th_2");
  await settle();
  const marks = [...bob.container.querySelectorAll("mark")].map((element) => [
    element.dataset["lbThreadId"],
    element.textContent,
  ]);
  expect(marks).toEqual([
    ["th_1", "one two"],
    ["th_2", "two"],
    ["th_2", " three"],
  ]);
  const caretAt = (index: number) => ada.edit(() => void $getRoot().getAllTextNodes()[index]?.select(1, 1));
  const active = () => screen.getByTestId("active").textContent;
  caretAt(0);
  expect(active()).toBe("th_1");
  caretAt(1);
  expect(active()).toBe("th_1,th_2");
  expect(ada.container.querySelectorAll(".lb-lexical-thread-mark-selected")).toHaveLength(3);
  caretAt(2);
  expect(active()).toBe("th_2");
});

test("[RL9] a restored text keeps the blocks that have not changed", async () => {
  const ada = open("ada");
  await settle();
  ada.edit(() => {
    for (const line of ["a", "b", "c"]) $getRoot().append($createHeadingNode("h1").append($createTextNode(line)));
  });
  const before = ada.editor.getEditorState().toJSON();
  const keys = () => ada.editor.getEditorState().read(() => $getRoot().getChildrenKeys());
  const first = keys();
  ada.edit(() => $getRoot().getChildAtIndex(1)?.remove());
  act(() => restore(ada.editor, before));
  expect(ada.text()).toBe("abc");
  expect([keys()[0], keys().at(-1)]).toEqual([first[0], first.at(-1)]);
});

test("[RL12] a toolbar shows and changes formats and kinds of blocks", async () => {
  const ada = open("ada", <Toolbar />);
  await settle();
  ada.edit(() => {
    $getRoot().selectEnd().insertText("Title");
    $getRoot().getAllTextNodes()[0]?.select(0, 5);
  });
  const bold = screen.getByRole("button", { name: "Bold" });
  expect(bold.getAttribute("aria-pressed")).toBe("false");
  await act(async () => void fireEvent.click(bold));
  expect([isTextFormatActive(ada.editor, "bold"), bold.getAttribute("aria-pressed")]).toEqual([true, "true"]);
  await act(async () => void ada.editor.dispatchCommand(FORMAT_TEXT_COMMAND, "bold"));
  expect(bold.getAttribute("aria-pressed")).toBe("false");
  expect(isBlockNodeActive(ada.editor, $isHeadingNode)).toBe(false);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: /kind of block/iu })));
  await act(async () => void fireEvent.click(screen.getByRole("menuitemradio", { name: "Heading 2" })));
  expect(isBlockNodeActive(ada.editor, (node) => $isHeadingNode(node) && node.getTag() === "h2")).toBe(true);
});

test("[RL12] an editor is rendered on a server, without a document", () => {
  vi.stubGlobal("document", undefined);
  const { RoomProvider } = createRoomContext(server.createClient({ userId: "ada" }));
  const html = renderToString(
    <RoomProvider id="r1">
      <LexicalComposer initialConfig={config()}>
        <WeftPlugin>
          <Toolbar />
        </WeftPlugin>
      </LexicalComposer>
    </RoomProvider>,
  );
  expect(html).toContain("lb-toolbar");
});
