// @vitest-environment jsdom
import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { act, cleanup, render, screen } from "@testing-library/react";
import { createRoomContext, useRoom } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import type { MemoryClientOptions, MemoryServer } from "@weft/testing";
import { getYjsProviderForRoom } from "@weft/yjs";
import type { DocumentRoom } from "@weft/yjs";
import { StrictMode } from "react";
import type { ReactElement, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { acceptProposal, showProposal } from "./ai/ai-extension.ts";
import { restoreVersion } from "./history/history-version-preview.tsx";
import { VersionText } from "./history/version-text.tsx";
import { AiToolbar, Toolbar, useIsEditorReady, useWeftExtension } from "./index.ts";
import type { WeftEditorOptions } from "./index.ts";

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
  vi.stubGlobal("ClipboardEvent", class extends Event {});
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(async () => {
  cleanup();
  await server[Symbol.asyncDispose]();
  vi.unstubAllGlobals();
});

const settle = () => act(() => server.settle());
const waits = { timeout: 30_000, interval: 5 };
/** Waits until the editors are connected, and what users have written there has arrived. */
const connected = async (...pages: readonly Opened[]) => {
  // Modules that are loaded on first use take time of this machine, of which the server's clock knows nothing.
  await vi.waitFor(async () => {
    await act(() => server.advance(20));
    expect(pages.every(({ isReady }) => isReady)).toBe(true);
  }, waits);
  await settle();
};

interface Opened {
  readonly editor: Editor;
  readonly isReady: boolean;
  readonly room: DocumentRoom & ReturnType<typeof useRoom>;
  readonly unmount: () => void;
  readonly container: HTMLElement;
  /** The editor's text, a block a line. */
  readonly text: string;
}

interface OpenOptions extends WeftEditorOptions {
  readonly info?: Readonly<Record<string, string>>;
  readonly permissions?: MemoryClientOptions["permissions"];
  readonly beside?: (editor: Editor) => ReactNode;
  /** Whether the page shows what is beside the editor alone. */
  readonly isHidden?: boolean;
}

/** A page of one user with an editor. It is not connected before `settle`. */
function open(userId: string, { info, permissions, beside, isHidden = false, ...options }: OpenOptions = {}): Opened {
  const { RoomProvider } = createRoomContext(
    server.createClient({ userId, userInfo: { name: `User ${userId}`, ...info }, permissions }),
  );
  let latest: Pick<Opened, "editor" | "isReady" | "room"> | undefined;
  function Page(): ReactElement {
    const weft = useWeftExtension(options);
    const editor = useEditor({ extensions: [weft, StarterKit.configure({ undoRedo: false })] });
    latest = { editor, isReady: useIsEditorReady(), room: useRoom() };
    return (
      <>
        {isHidden ? null : <EditorContent editor={editor} />}
        {beside?.(editor)}
      </>
    );
  }
  const { container, unmount } = render(
    <StrictMode>
      <RoomProvider id="r1">
        <Page />
      </RoomProvider>
    </StrictMode>,
  );
  return {
    container,
    unmount,
    get editor() {
      return latest!.editor;
    },
    get isReady() {
      return latest!.isReady;
    },
    get room() {
      return latest!.room;
    },
    get text() {
      const { doc } = latest!.editor.state;
      return doc.textBetween(0, doc.content.size, "\n", "@");
    },
  };
}

const type = ({ editor }: Opened, text: string) => act(() => void editor.commands.insertContent(text));
const selectWord = ({ editor }: Opened, word: string) =>
  act(() => {
    let from = -1;
    editor.state.doc.descendants((node, position) => {
      const at = node.text?.indexOf(word) ?? -1;
      if (at !== -1) from = position + at;
    });
    editor.commands.setTextSelection({ from, to: from + word.length });
  });

describe("text", () => {
  test("[RT1] [RT2] what users type before they are connected is merged", async () => {
    const ada = open("ada");
    const ben = open("ben");
    expect(ada.isReady).toBe(false);
    type(ada, "from Ada");
    type(ben, "from Ben");
    await connected(ada, ben);
    expect(ada.text).toBe(ben.text);
    expect(ada.text.split("\n").toSorted()).toEqual(["from Ada", "from Ben"]);
  });

  test("[RT3] a page that comes later has it all", async () => {
    const ada = open("ada");
    await connected(ada);
    type(ada, "kept");
    await settle();
    ada.unmount();
    await settle();
    const ben = open("ben");
    await connected(ben);
    expect(ben.text).toBe("kept");
  });

  test("[RT4] the initial content is written once, and never over a text", async () => {
    const initialContent = "<h1>Title</h1><p>Begin <strong>here</strong></p>";
    const [ada, ben] = [open("ada", { initialContent }), open("ben", { initialContent })];
    await connected(ada, ben);
    expect([ada.text, ben.text]).toEqual(["Title\nBegin here", "Title\nBegin here"]);
    expect(ada.editor.getHTML()).toContain("<strong>here</strong>");
    act(() => void ada.editor.commands.undo());
    expect(ada.text).toBe("Title\nBegin here");
    const late = open("cyd", { initialContent: "<p>Another</p>" });
    await connected(late);
    expect(late.text).toBe("Title\nBegin here");
    const empty = open("dan", { initialContent: "", field: "other" });
    await connected(empty);
    expect(getYjsProviderForRoom(empty.room).getYDoc().getXmlFragment("other").length).toBe(0);
  });

  test("[RT3] a user who may not write cannot type what would be lost", async () => {
    const [ada, ben] = [open("ada", { permissions: ["*:read"] }), open("ben")];
    await connected(ada, ben);
    expect([ada.editor.view.editable, ben.editor.view.editable]).toEqual([false, true]);
    type(ben, "read me");
    await settle();
    expect(ada.text).toBe("read me");
  });

  test("[RT6] undo takes back this user's edits alone", async () => {
    const [ada, ben] = [open("ada"), open("ben")];
    await connected(ada, ben);
    type(ada, "Ada");
    await settle();
    act(() => void ben.editor.chain().setTextSelection(4).insertContent(" and Ben").run());
    await settle();
    expect(ada.text).toBe("Ada and Ben");
    act(() => void ben.editor.commands.undo());
    await settle();
    expect(ada.text).toBe("Ada");
    // There is no more, and the browser's own history does nothing.
    const event = new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true, cancelable: true });
    act(() => void ben.editor.view.dom.dispatchEvent(event));
    expect([event.defaultPrevented, ben.text]).toEqual([true, "Ada"]);
    const input = new InputEvent("beforeinput", { inputType: "historyRedo", bubbles: true, cancelable: true });
    act(() => void ben.editor.view.dom.dispatchEvent(input));
    expect([input.defaultPrevented, ben.text]).toEqual([true, "Ada and Ben"]);
  });
});

describe("carets", () => {
  const caretsIn = ({ container }: Opened) =>
    Array.from(container.querySelectorAll<HTMLElement>(".lb-tiptap-caret"), (caret) => ({
      label: caret.textContent,
      color: caret.style.getPropertyValue("--lb-caret-color"),
      foreground: caret.style.getPropertyValue("--lb-caret-foreground"),
    }));
  const caretTimers = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

  test("[RT5] a caret is between its letters, with a name that can be read", async () => {
    const [ada, ben] = [open("ada", { info: { color: "#ffee00" } }), open("ben")];
    await connected(ada, ben);
    type(ada, "one two");
    await settle();
    act(() => ada.editor.view.focus());
    act(() => void ada.editor.commands.setTextSelection({ from: 5, to: 8 }));
    await settle();
    await caretTimers();
    expect(caretsIn(ben)).toEqual([{ label: "User ada", color: "#ffee00", foreground: "#000000" }]);
    const element = ben.container.querySelector(".lb-tiptap-caret");
    expect(ben.container.querySelector(".lb-tiptap-caret-selection")!.textContent).toBe("two");
    act(() => void ben.editor.commands.insertContentAt(1, "zero "));
    expect(ben.container.querySelector(".lb-tiptap-caret-selection")!.textContent).toBe("two");
    // It was moved, and not made again.
    expect(ben.container.querySelector(".lb-tiptap-caret")).toBe(element);
    act(() => void ben.editor.commands.updateUser({ name: "Benjamin", color: "#123" }));
    expect(getYjsProviderForRoom(ben.room).awareness.getLocalState()).toMatchObject({
      user: { name: "Benjamin", color: "#123" },
    });
  });

  test.each([
    { cursor: { anchor: "x", head: 7 }, user: { name: "A" } },
    { cursor: { anchor: { type: { client: 9, clock: 9 } }, head: {} }, user: 7 },
    { cursor: 3, user: null },
  ])("[RT5] %j is no caret", async (state) => {
    const [ada, ben] = [open("ada"), open("ben")];
    await connected(ada, ben);
    type(ada, "text");
    getYjsProviderForRoom(ada.room).awareness.setLocalState(state);
    await settle();
    await caretTimers();
    expect(caretsIn(ben)).toEqual([]);
  });

  test("[RT5] a color that is none is replaced", async () => {
    const [ada, ben] = [open("ada"), open("ben")];
    await connected(ada, ben);
    type(ada, "text");
    act(() => ada.editor.view.focus());
    act(() => void ada.editor.commands.updateUser({ name: "A", color: "red; background: url(https://x.example/)" }));
    await settle();
    await caretTimers();
    expect(caretsIn(ben)).toEqual([
      { label: "A", color: expect.stringMatching(/^#[\da-f]{6}$/u), foreground: "#ffffff" },
    ]);
  });

  test("[RT7] an editor that is gone leaves nothing behind", async () => {
    const [ada, ben] = [open("ada"), open("ben")];
    await connected(ada, ben);
    type(ada, "text");
    act(() => ada.editor.view.focus());
    await settle();
    await caretTimers();
    expect(caretsIn(ben)).toHaveLength(1);
    const { room } = ada;
    const provider = getYjsProviderForRoom(room);
    const { editor } = ada;
    act(() => editor.destroy());
    expect(provider.awareness.getLocalState()).toBeNull();
    await settle();
    await caretTimers();
    expect(caretsIn(ben)).toEqual([]);
    const updates = vi.fn();
    provider.awareness.on("change", updates);
    act(() =>
      provider
        .getYDoc()
        .getXmlFragment("default")
        .push([new Y.XmlElement("paragraph")]),
    );
    await settle();
    expect(updates).not.toHaveBeenCalledWith(expect.anything(), "local");
    ada.unmount();
  });

  test("[RT7] pages are rendered on servers without a text", () => {
    const { RoomProvider } = createRoomContext(server.createClient({ userId: "ada" }));
    function Page(): ReactElement {
      const weft = useWeftExtension();
      const editor = useEditor({ extensions: [weft, StarterKit], immediatelyRender: false });
      return (
        <div data-ready={useIsEditorReady()}>
          <Toolbar editor={editor} />
          <EditorContent editor={editor} />
        </div>
      );
    }
    expect(
      renderToString(
        <RoomProvider id="r1">
          <Page />
        </RoomProvider>,
      ),
    ).toContain('data-ready="false"');
  });
});

describe("comments", () => {
  test("[RT8] text has the threads that are made on it, and undo keeps them", async () => {
    const [ada, ben] = [open("ada", { threads_experimental: [] }), open("ben")];
    await connected(ada, ben);
    type(ada, "one two three");
    selectWord(ada, "two");
    act(() => void ada.editor.commands.addPendingComment());
    expect(ada.editor.storage.weftComments.pendingComment).toBe(true);
    expect(ada.container.querySelector(".lb-tiptap-active-selection")!.textContent).toBe("two");
    // What others write meanwhile moves it.
    act(() => void ben.editor.commands.insertContentAt(0, "zero "));
    await settle();
    act(() => void ada.editor.commands.addComment("th_1"));
    act(() => void ada.editor.commands.addComment("th_2"));
    expect(ada.editor.storage.weftComments.pendingComment).toBe(false);
    await settle();
    const markedIn = ({ container }: Opened, id: string) =>
      Array.from(container.querySelectorAll(`[data-lb-thread-id="${id}"]`), ({ textContent }) => textContent);
    for (const page of [ada, ben]) expect([markedIn(page, "th_1"), markedIn(page, "th_2")]).toEqual([["two"], ["two"]]);
    // What is undone is the text, and not that it was commented on.
    act(() => void ada.editor.commands.undo());
    await settle();
    expect(ben.text).not.toContain("two");
  });

  test("[RT8] a clicked text selects its thread", async () => {
    const ada = open("ada");
    await connected(ada);
    type(ada, "one two three");
    selectWord(ada, "two");
    act(() => void ada.editor.commands.addComment("th_1"));
    const { marks } = ada.editor.storage.weftComments;
    act(() => void ada.editor.commands.selectThread("th_1"));
    expect(ada.container.querySelector(".lb-tiptap-thread-mark-selected")!.textContent).toBe("two");
    expect(marks.threadsAt(ada.container.querySelector(".lb-tiptap-thread-mark"))).toEqual(["th_1"]);
    act(() => void ada.editor.commands.selectThread(null));
    expect(ada.container.querySelector(".lb-tiptap-thread-mark-selected")).toBeNull();
  });

  test("[RT9] threads that are resolved or gone leave text that looks like any other", async () => {
    const ada = open("ada");
    await connected(ada);
    type(ada, "one two three");
    for (const [word, id] of [
      ["one", "th_1"],
      ["two", "th_2"],
    ] as const) {
      selectWord(ada, word);
      act(() => void ada.editor.commands.addComment(id));
    }
    const { marks } = ada.editor.storage.weftComments;
    marks.select("th_1");
    marks.setOrphans((id) => id === "th_1");
    const orphans = () =>
      Array.from(ada.container.querySelectorAll("[data-orphan=true]"), ({ textContent }) => textContent);
    expect([orphans(), marks.selected, marks.isShown("th_1"), marks.isShown("th_2")]).toEqual([
      ["one"],
      null,
      false,
      true,
    ]);
    marks.setOrphans(() => false);
    expect(orphans()).toEqual([]);
    // The document itself does not change by what a page knows of threads.
    expect(ada.editor.getHTML()).not.toContain("data-orphan");
  });
});

describe("mentions", () => {
  const mention = (id: string, notificationId: string) => ({
    type: "liveblocksMention",
    attrs: { id, notificationId },
  });
  function spied(page: Opened) {
    const created = vi.spyOn(page.room, "createTextMention").mockResolvedValue();
    const deleted = vi.spyOn(page.room, "deleteTextMention").mockResolvedValue();
    return () => {
      const calls = [
        ...created.mock.calls.map(([id, { kind, id: userId }]) => `+${id} ${kind} ${userId}`),
        ...deleted.mock.calls.map(([id]) => `-${id}`),
      ];
      created.mockClear();
      deleted.mockClear();
      return calls;
    };
  }

  test("[RT10] this user's edits tell of mentions, and others' do not", async () => {
    const [ada, ben] = [open("ada"), open("ben")];
    await connected(ada, ben);
    const [ofAda, ofBen] = [spied(ada), spied(ben)];
    act(() => void ada.editor.commands.insertContent([{ type: "text", text: "Hi " }, mention("cyd", "in_1")]));
    await settle();
    expect([ofAda(), ofBen(), ben.text]).toEqual([["+in_1 user cyd"], [], "Hi @"]);
    act(() => void ada.editor.commands.undo());
    await settle();
    expect([ofAda(), ofBen()]).toEqual([["-in_1"], []]);
    act(() => void ada.editor.commands.redo());
    await settle();
    expect([ofAda(), ofBen()]).toEqual([["+in_1 user cyd"], []]);
    // A letter in front of it moves it.
    act(() => void ben.editor.commands.insertContentAt(1, "Oh! "));
    act(() => void ben.editor.chain().selectAll().setBold().run());
    await settle();
    expect([ofAda(), ofBen()]).toEqual([[], []]);
    act(() => void ben.editor.commands.clearContent());
    await settle();
    expect([ofAda(), ofBen(), ada.text]).toEqual([[], ["-in_1"], ""]);
  });

  test("[RT10] a pasted mention is another one", async () => {
    const ada = open("ada");
    await connected(ada);
    const told = spied(ada);
    act(() => void ada.editor.commands.insertContent([mention("cyd", "in_1")]));
    expect(told()).toEqual(["+in_1 user cyd"]);
    const html =
      '<p>a <liveblocks-mention data-id="cyd" data-notification-id="in_1"></liveblocks-mention> ' +
      '<liveblocks-group-mention data-id="eng" data-user-ids="[&quot;x&quot;]" data-notification-id="in_1"></liveblocks-group-mention></p>';
    act(() => void ada.editor.view.pasteHTML(html));
    const calls = told();
    expect(calls).toEqual([
      expect.stringMatching(/^\+in_\S+ user cyd$/u),
      expect.stringMatching(/^\+in_\S+ group eng$/u),
    ]);
    expect(calls.join()).not.toContain("in_1 ");
    act(() => void ada.editor.commands.insertContent({ type: "liveblocksMention", attrs: { id: 7 } }));
    expect(told()).toEqual([]);
  });
});

test("[RT11] a version is restored as one edit that can be undone", async () => {
  const ada = open("ada");
  await connected(ada);
  type(ada, "first");
  const doc = getYjsProviderForRoom(ada.room).getYDoc();
  const version = Y.encodeStateAsUpdate(doc);
  type(ada, ", and more");
  act(() => restoreVersion(ada.editor, version));
  expect(ada.text).toBe("first");
  act(() => void ada.editor.commands.undo());
  expect(ada.text).toBe("first, and more");
});

test("[RT11] a version has its mentions where the editor itself is not shown", async () => {
  const ada = open("ada");
  await connected(ada);
  const mention = { type: "liveblocksMention", attrs: { id: "ben", notificationId: "in_1" } };
  act(() => void ada.editor.commands.insertContent([{ type: "text", text: "Ask " }, mention]));
  const update = Y.encodeStateAsUpdate(getYjsProviderForRoom(ada.room).getYDoc());
  const ben = open("ben", { isHidden: true, beside: (editor) => <VersionText editor={editor} update={update} /> });
  await connected(ben);
  expect(ben.container.querySelector(".lb-tiptap-version-text")!.textContent).toContain("Ask @");
  expect(ben.container.querySelector(".lb-tiptap-mention")!.textContent).toContain("ben");
});

describe("toolbars", () => {
  test("[RT12] they show what is at the selection, and typing renders nothing that looks as before", async () => {
    let renders = 0;
    function Counter(): null {
      renders++;
      return null;
    }
    const ada = open("ada", { ai: true, beside: (editor) => <Toolbar editor={editor} after={Counter} /> });
    await connected(ada);
    const button = (name: string) => ada.container.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)!;
    expect([button("Undo").disabled, button("Add a comment").disabled]).toEqual([true, true]);
    type(ada, "one two");
    expect(button("Undo").disabled).toBe(false);
    const before = renders;
    const markup = ada.container.querySelector("[role=toolbar]")!.outerHTML;
    for (const letter of " three") type(ada, letter);
    expect(renders).toBe(before);
    expect(ada.container.querySelector("[role=toolbar]")!.outerHTML).toBe(markup);
    selectWord(ada, "two");
    expect([button("Bold").getAttribute("aria-pressed"), button("Add a comment").disabled]).toEqual(["false", false]);
    act(() => button("Bold").click());
    expect(button("Bold").getAttribute("aria-pressed")).toBe("true");
    act(() => button("Add a comment").click());
    expect(ada.editor.storage.weftComments.pendingComment).toBe(true);
    expect(button("Ask AI")).not.toBeNull();
  });
});

describe("proposals", () => {
  const shown = ({ container }: Opened) =>
    container.querySelector(".tiptap")!.innerHTML.replaceAll(/ class="[^"]*"/gu, "");

  test("[RT13] a proposal is shown word by word, and accepted with the marks of what it keeps", async () => {
    const [ada, ben] = [open("ada", { ai: true }), open("ben")];
    await connected(ada, ben);
    type(ada, "The fast brown fox jumps");
    selectWord(ada, "brown");
    act(() => void ada.editor.commands.toggleBold());
    await settle();
    act(() => void ada.editor.chain().selectAll().askAi().run());
    const proposal = { type: "replace", text: "The quick brown fox sleeps" } as const;
    act(() => ada.editor.view.dispatch(showProposal(ada.editor.state, proposal)));
    expect(shown(ada)).toContain("<del>fast</del>");
    expect(Array.from(ada.container.querySelectorAll("ins"), ({ textContent }) => textContent)).toEqual([
      "quick",
      "sleeps",
    ]);
    expect(ada.text).toBe("The fast brown fox jumps");
    // Others write at the same time, in front of the text and in it.
    act(() => void ben.editor.commands.insertContentAt(1, "Look! "));
    await settle();
    expect(Array.from(ada.container.querySelectorAll("ins"), ({ textContent }) => textContent)).toContain("quick");
    act(() => ada.editor.view.dispatch(acceptProposal(ada.editor.state, proposal)));
    await settle();
    expect(ben.text).toContain("The quick brown fox sleeps");
    expect(ben.editor.getHTML()).toContain("<strong>brown</strong>");
    expect(ada.container.querySelector("ins, del")).toBeNull();
    act(() => void ada.editor.commands.undo());
    expect(ada.text).toContain("The fast brown fox jumps");
    expect(ada.text).toContain("Look! ");
  });

  test("[RT13] a discarded proposal leaves the text as it was, and lines are paragraphs", async () => {
    const ada = open("ada", { ai: { name: "Assistant" } });
    await connected(ada);
    expect(ada.editor.storage.weftAi.name).toBe("Assistant");
    type(ada, "One.");
    const before = shown(ada);
    act(() => void ada.editor.commands.askAi("More"));
    const proposal = { type: "insert", text: " Two.\n\nThree." } as const;
    act(() => ada.editor.view.dispatch(showProposal(ada.editor.state, proposal)));
    act(() => void ada.editor.commands.closeAi());
    expect(shown(ada)).toBe(before);
    act(() => void ada.editor.commands.askAi());
    act(() => ada.editor.view.dispatch(acceptProposal(ada.editor.state, proposal)));
    expect(ada.text).toBe("One. Two.\nThree.");
  });

  test("[RT13] the toolbar asks, asks again, and puts the answer into the text", async () => {
    const asked: unknown[] = [];
    const answers = ["A proof.", "A better text."];
    const ada = open("ada", {
      ai: {
        name: "Assistant",
        async resolveContextualPrompt({ prompt, context, previous }) {
          asked.push({ prompt, context, previous });
          return { type: "replace", text: answers.shift() ?? "" };
        },
      },
      beside: (editor) => (
        <AiToolbar editor={editor} suggestions={<AiToolbar.Suggestion>Rhyme</AiToolbar.Suggestion>} />
      ),
    });
    await connected(ada);
    type(ada, "Before. A text. After.");
    selectWord(ada, "A text.");
    act(() => void ada.editor.commands.askAi());
    screen.getByRole("dialog", { name: "Ask Assistant anything…" });
    const click = (name: string) => act(async () => screen.getByRole("button", { name }).click());
    await click("Rhyme");
    expect(ada.container.querySelector("ins")!.textContent).toBe("proof");
    await click("Try again");
    const context = { beforeSelection: "Before. ", selection: "A text.", afterSelection: " After." };
    expect(asked).toEqual([1, 2].map(() => ({ prompt: "Rhyme", context, previous: undefined })));
    await click("Accept");
    expect(ada.text).toBe("Before. A better text. After.");
    expect(screen.queryByRole("button")).toBeNull();
    act(() => void ada.editor.chain().selectAll().askAi().run());
    await click("Rhyme");
    await click("Discard");
    expect(ada.text).toBe("Before. A better text. After.");
  });
});
