// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ThreadData } from "@weft/client";
import { createRoomContext } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import type { MemoryClientOptions, MemoryServer } from "@weft/testing";
import { createRef, memo, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { WeftUiConfig } from "../config.tsx";
import { Bold } from "../icon.tsx";
import { de } from "../languages/de.tsx";
import {
  AnchoredThreadList,
  anchorOfRange,
  createMentionId,
  EditorComposer,
  EditorPopover,
  EditorPopoverExternal,
  formatShortcut,
  layOut,
  MentionLabel,
  MentionSuggestions,
  ThreadsPopover,
  ToolbarBlockSelector,
  ToolbarButton,
  ToolbarRoot,
  ToolbarSeparator,
  toolbarSlot,
  ToolbarToggle,
  useEditorMetadata,
  useTextMentions,
  VersionPreview,
} from "./index.ts";
import type { EditorAnchor, MentionSuggestionsHandle, TextMentionCalls, ThreadComposerProps } from "./index.ts";

let server: MemoryServer;
/** What clients have sent over HTTP, as `POST /path body`. */
let sent: string[];
let answer: (request: string) => Response | Promise<Response>;

beforeEach(() => {
  server = createMemoryServer();
  sent = [];
  answer = () => Response.json({});
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit = {}) => {
    const request = `${method} ${new URL(url).pathname}${typeof body === "string" ? ` ${body}` : ""}`;
    if (!request.includes("/v2/c/rooms/r1/t") && !request.includes("/versions"))
      return Response.json({}, { status: 404 });
    sent.push(request.replace("/v2/c/rooms/r1/", ""));
    return answer(request);
  });
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
  await server[Symbol.asyncDispose]();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Modules that are loaded on demand take real time, which the time of the server does not count. */
const hung = { timeout: 30_000 };
beforeAll(async () => {
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 404 }));
  await using first = createMemoryServer();
  const { RoomProvider, useThreads } = createRoomContext(first.createClient({ userId: "me" }));
  const Page = () => <p>{useThreads().isLoading ? "Loading" : "Loaded"}</p>;
  render(
    <RoomProvider id="first">
      <Page />
    </RoomProvider>,
  );
  await vi.waitFor(async () => {
    await act(() => first.settle());
    screen.getByText("Loaded");
  }, hung);
  cleanup();
}, hung.timeout);

const settle = () => act(() => server.settle());
/** Time passes until a condition holds. */
const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await settle();
    check();
  }, hung);

/** Renders in the room `r1`. */
function show(element: ReactNode, options: MemoryClientOptions["client"] = {}) {
  const { RoomProvider } = createRoomContext(server.createClient({ userId: "me", client: options }));
  const page = (children: ReactNode) => <RoomProvider id="r1">{children}</RoomProvider>;
  const { rerender } = render(page(element));
  return (next: ReactNode) => rerender(page(next));
}

const anchorIn = (contextElement?: Element): EditorAnchor => ({
  getBoundingClientRect: () => new DOMRect(10, 20, 30, 16),
  ...(contextElement === undefined ? {} : { contextElement }),
});

/** jsdom has no pointer events of its own. */
const press = (element: Element) => fireEvent(element, new MouseEvent("pointerdown", { bubbles: true }));
/** Whether a press leaves the focus where it is. */
const keepsFocus = (element: Element) => !fireEvent.mouseDown(element);

const threadOf = (id: string) =>
  ({ type: "thread", id, roomId: "r1", comments: [], metadata: {}, resolved: false }) as unknown as ThreadData;
const PlainThread = ({ thread }: { readonly thread: ThreadData }) => <button type="button">{thread.id}</button>;

describe("popovers", () => {
  function Page({ onDismiss, takesFocus }: { readonly onDismiss: () => void; readonly takesFocus?: boolean }) {
    const [editor, setEditor] = useState<HTMLElement | null>(null);
    return (
      <>
        <div ref={setEditor} tabIndex={0} data-testid="editor" />
        <button type="button">Elsewhere</button>
        <EditorPopoverExternal>
          <button type="button">External</button>
        </EditorPopoverExternal>
        <EditorPopover
          open
          anchor={editor === null ? null : anchorIn(editor)}
          onDismiss={onDismiss}
          takesFocus={takesFocus}
          className="mine"
        >
          <b>Bold</b>
          <input aria-label="Link" />
          <ToolbarBlockSelector items={[{ name: "Text", isActive: "default", setActive: () => {} }]} />
        </EditorPopover>
      </>
    );
  }

  test("[UI160] a popover is in the configured portal, and closes by Escape and a press outside of it", async () => {
    const onDismiss = vi.fn<() => void>();
    const portalContainer = document.createElement("section");
    document.body.append(portalContainer);
    render(
      <WeftUiConfig portalContainer={portalContainer}>
        <Page onDismiss={onDismiss} />
      </WeftUiConfig>,
    );
    await act(async () => {});
    expect(portalContainer.querySelector(".lb-root.lb-elevation.mine")!.textContent).toContain("Bold");
    press(screen.getByText("Bold"));
    press(screen.getByText("External"));
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: /Text/ })));
    press(screen.getByRole("menuitemradio", { name: "Text" }));
    expect(onDismiss).not.toHaveBeenCalled();
    // The menu is the last that was opened.
    await act(async () => void fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" }));
    expect([screen.queryByRole("menu"), onDismiss.mock.calls.length]).toEqual([null, 0]);
    fireEvent.keyDown(document.body, { key: "Escape" });
    press(screen.getByText("Elsewhere"));
    expect(onDismiss).toHaveBeenCalledTimes(2);
    portalContainer.remove();
  });

  test("[UI160] presses in it leave the focus in the editor, unless it takes it, and the focus elsewhere closes it", async () => {
    const onDismiss = vi.fn<() => void>();
    const { rerender } = render(<Page onDismiss={onDismiss} />);
    await act(async () => {});
    expect([keepsFocus(screen.getByText("Bold")), keepsFocus(screen.getByRole("textbox"))]).toEqual([true, false]);
    screen.getByTestId("editor").focus();
    screen.getByRole("textbox").focus();
    expect(onDismiss).not.toHaveBeenCalled();
    screen.getByText("Elsewhere").focus();
    expect(onDismiss).toHaveBeenCalledTimes(1);
    rerender(<Page onDismiss={onDismiss} takesFocus />);
    expect(keepsFocus(screen.getByText("Bold"))).toBe(false);
    screen.getByText("External").focus();
    screen.getByText("Elsewhere").focus();
    expect(onDismiss).toHaveBeenCalledTimes(1);
  });

  test("[UI160] without an anchor there is nothing, and the anchor of a range is where the range is", () => {
    const { container } = render(<EditorPopover open anchor={null} />);
    expect([container.innerHTML, document.querySelector(".lb-editor-popover")]).toEqual(["", null]);
    const range = document.createRange();
    range.getBoundingClientRect = () => new DOMRect(1, 2, 3, 4);
    expect(anchorOfRange(range, container).getBoundingClientRect()).toMatchObject({ x: 1, y: 2 });
  });
});

describe("toolbars", () => {
  function Tools({ canUndo = false, dir }: { readonly canUndo?: boolean; readonly dir?: "rtl" }) {
    return (
      <ToolbarRoot dir={dir} style={{ direction: dir }}>
        <ToolbarButton name="Undo" disabled={!canUndo} />
        <ToolbarSeparator />
        <ToolbarToggle name="Bold" icon={<Bold />} active />
        <ToolbarToggle name="Italic" active={false} />
        <ToolbarButton name="Comment">Add a comment</ToolbarButton>
      </ToolbarRoot>
    );
  }
  const stops = () =>
    screen.getAllByRole("button").filter((button) => button.tabIndex === 0 && !button.matches(":disabled"));
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name });
  const focused = () => document.activeElement!.textContent || document.activeElement!.getAttribute("aria-label");

  test("[UI161] a toolbar is one stop for Tab, and arrow keys, Home and End move the focus", async () => {
    const { rerender } = render(<Tools />);
    expect(screen.getByRole("toolbar", { name: "Formatting" }).classList).toContain("lb-toolbar");
    expect(stops()).toEqual([screen.getByRole("button", { name: "Bold" })]);
    stops()[0]!.focus();
    const seen = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"].map((name) => {
      key(name);
      return focused();
    });
    expect(seen).toEqual(["Italic", "Add a comment", "Bold", "Add a comment", "Bold", "Add a comment"]);
    expect(stops()).toEqual([screen.getByRole("button", { name: "Comment" })]);
    rerender(<Tools canUndo dir="rtl" />);
    key("ArrowLeft");
    expect(focused()).toBe("Undo");
    // What was the stop may be gone.
    rerender(<Tools />);
    await eventually(() => expect(stops()).toEqual([screen.getByRole("button", { name: "Bold" })]));
  });

  test("[UI161] toggles say whether they are on, names are tooltips, and presses leave the focus in the editor", async () => {
    render(<Tools />);
    const [bold, italic] = ["Bold", "Italic"].map((name) => screen.getByRole("button", { name }));
    expect([bold!.getAttribute("aria-pressed"), italic!.getAttribute("aria-pressed")]).toEqual(["true", "false"]);
    expect(keepsFocus(bold!)).toBe(true);
    // As if the focus came by the keyboard.
    vi.spyOn(bold!, "matches").mockReturnValue(true);
    await act(async () => bold!.focus());
    expect(screen.getByRole("tooltip").textContent).toBe("Bold");
  });

  test("[UI161] slots are elements, or components that receive the editor", () => {
    const Plain = ({ editor }: { readonly editor: string }) => <i>{editor}</i>;
    const Memo = memo(Plain);
    const slots = [Plain, Memo, <b key="b">b</b>, "text", null, [<u key="u">u</u>]];
    expect(renderToString(<>{slots.map((slot) => toolbarSlot(slot as ReactNode, { editor: "e" }))}</>)).toBe(
      "<i>e</i><i>e</i><b>b</b>text<u>u</u>",
    );
  });

  test("[UI161] a block selector names the block at the selection, and changes it", async () => {
    const setActive = vi.fn<() => void>();
    const items = (isHeading: boolean) => [
      { name: "Text", isActive: "default" as const, setActive: () => {} },
      { name: "Heading", label: <b>Big</b>, isActive: () => isHeading, setActive },
    ];
    const { rerender } = render(<ToolbarBlockSelector items={items(false)} />);
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Kind of block: Text" })));
    const options = screen.getAllByRole("menuitemradio");
    expect(
      options.map((option) => [option.textContent, option.ariaChecked ?? option.getAttribute("aria-checked")]),
    ).toEqual([
      ["Text", "true"],
      ["Big", "false"],
    ]);
    await act(async () => void fireEvent.click(options[1]!));
    expect([setActive.mock.calls.length, screen.queryByRole("menu")]).toEqual([1, null]);
    rerender(<ToolbarBlockSelector items={items(true)} />);
    expect(screen.getByRole("button", { name: "Kind of block: Heading" }).textContent).toBe("Heading");
  });

  test("[UI162] shortcuts are written as the user's device writes them", () => {
    expect(["Mod-Shift-s", "Ctrl-Escape", "Mod--", "Space"].map(formatShortcut)).toEqual([
      "Ctrl+Shift+S",
      "Ctrl+Escape",
      "Ctrl+-",
      "Space",
    ]);
    vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
    expect(["Mod-Shift-s", "Ctrl-Escape", "Mod-Alt-F12"].map(formatShortcut)).toEqual(["⌘⇧S", "⌃⎋", "⌘⌥F12"]);
  });

  test("[UI161] texts are those of the configuration, whose language need not know of text editors", () => {
    const name = (overrides: object) => {
      cleanup();
      render(
        <WeftUiConfig overrides={overrides}>
          <ToolbarRoot />
        </WeftUiConfig>,
      );
      return screen.getByRole("toolbar").getAttribute("aria-label");
    };
    expect([name(de), name({ locale: "fr" }), name({ TEXT_EDITOR_TOOLBAR: "Mine" })]).toEqual([
      "Formatierung",
      "Formatting",
      "Mine",
    ]);
  });
});

describe("threads beside a text", () => {
  const item = (id: string, top: number, height = 50) => ({ id, top, height });
  const tops = (items: readonly ReturnType<typeof item>[], activeId?: string) =>
    Object.fromEntries(layOut(items, { activeId, gap: 10 }));

  test("[UI163] items are as near to their places as others allow, and the active one is exactly there", () => {
    const items = [item("c", 100), item("a", 0), item("b", 20), item("d", 500)];
    expect(tops(items)).toEqual({ a: 0, b: 60, c: 120, d: 500 });
    expect(tops(items, "b")).toEqual({ a: -40, b: 20, c: 100, d: 500 });
    expect(tops(items, "d")).toEqual({ a: 0, b: 60, c: 120, d: 500 });
    expect(tops([], "a")).toEqual({});
  });

  test("[UI163] for any items, none overlaps another, and their order is that of their places", () => {
    let seed = 7;
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
    for (let run = 0; run < 200; run++) {
      const items = Array.from({ length: 1 + random(8) }, (_, at) => item(`${at}`, random(400), 1 + random(90)));
      const active = items[random(items.length)]!;
      const placed = layOut(items, { activeId: active.id, gap: 10 });
      expect(placed.get(active.id)).toBe(active.top);
      const sorted = items.toSorted((a, b) => a.top - b.top);
      for (const [at, { id }] of sorted.entries()) {
        const before = sorted[at - 1];
        if (before !== undefined)
          expect(placed.get(id)).toBeGreaterThanOrEqual(placed.get(before.id)! + before.height + 10);
      }
    }
  });

  test("[UI163] threads that the text has are shown in its order, at their places", async () => {
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(50);
    const onThreadActivate = vi.fn<(id: string) => void>();
    const list = (places: Readonly<Record<string, number>>, activeThreadId?: string) => (
      <AnchoredThreadList
        threads={["th_1", "th_2", "th_3"].map(threadOf)}
        topOf={(id) => places[id]}
        activeThreadId={activeThreadId}
        onThreadActivate={onThreadActivate}
        gap={10}
        components={{ Thread: PlainThread }}
        className="mine"
        threadClassName="each"
      />
    );
    const { container, rerender } = render(list({ th_3: 5, th_1: 20 }));
    const seen = () =>
      Array.from(container.querySelectorAll<HTMLElement>(".lb-anchored-threads.mine > .each")).map((element) => [
        element.dataset["lbThreadId"],
        element.dataset["state"],
        element.style.translate,
      ]);
    expect(seen()).toEqual([
      ["th_3", "inactive", "0 5px"],
      ["th_1", "inactive", "0 65px"],
    ]);
    expect(container.querySelector<HTMLElement>(".mine")!.style.minBlockSize).toBe("115px");
    screen.getByText("th_1").focus();
    expect(onThreadActivate.mock.calls).toEqual([["th_1"]]);
    rerender(list({ th_3: 5, th_1: 20, th_2: 200 }, "th_1"));
    expect(seen()).toEqual([
      ["th_3", "inactive", "0 -40px"],
      ["th_1", "active", "0 20px"],
      ["th_2", "inactive", "0 200px"],
    ]);
    rerender(list({}));
    expect(seen()).toEqual([]);
    expect(renderToString(list({ th_1: 0 }))).not.toContain("th_1");
  });

  test("[UI204] a thread is activated by a click or the focus, and not while the pointer is down", () => {
    const onThreadActivate = vi.fn<(id: string) => void>();
    show(
      <AnchoredThreadList
        threads={["th_1", "th_2"].map(threadOf)}
        topOf={() => 0}
        onThreadActivate={onThreadActivate}
        components={{ Thread: PlainThread }}
      />,
    );
    const [first, second] = ["th_1", "th_2"].map((name) => screen.getByRole("button", { name }));
    press(first!);
    first!.focus();
    expect(onThreadActivate).not.toHaveBeenCalled();
    fireEvent(first!, new MouseEvent("pointerup", { bubbles: true }));
    fireEvent.click(first!);
    expect(onThreadActivate.mock.calls).toEqual([["th_1"]]);
    second!.focus();
    expect(onThreadActivate.mock.calls).toEqual([["th_1"], ["th_2"]]);
  });

  test("[UI203] the composer of the active thread is open, and that of another one is a line while it is empty", async () => {
    const list = (activeThreadId?: string) => (
      <AnchoredThreadList threads={["th_1", "th_2"].map(threadOf)} topOf={() => 0} activeThreadId={activeThreadId} />
    );
    const rerender = show(list());
    const open = () =>
      Array.from(document.querySelectorAll<HTMLElement>("[data-lb-thread-id]"))
        .filter((thread) => thread.querySelector("form:not([data-collapsed]) button[aria-label='Reply']") !== null)
        .map((thread) => thread.dataset["lbThreadId"]);
    await eventually(() => expect(screen.getAllByRole("textbox")).toHaveLength(2));
    expect(open()).toEqual([]);
    rerender(list("th_1"));
    expect(open()).toEqual(["th_1"]);
    act(() => screen.getAllByRole("textbox")[0]!.focus());
    expect(open()).toEqual(["th_1"]);
    act(() => screen.getAllByRole("textbox")[0]!.blur());
    rerender(list("th_2"));
    expect(open()).toEqual(["th_2"]);
    act(() => screen.getAllByRole("textbox")[0]!.focus());
    expect(open()).toEqual(["th_1", "th_2"]);
  });

  test("[UI164] threads of a place are a dialog beside it", () => {
    const onDismiss = vi.fn<() => void>();
    const popover = (...ids: readonly string[]) => (
      <ThreadsPopover
        threads={ids.map(threadOf)}
        anchor={anchorIn()}
        onDismiss={onDismiss}
        components={{ Thread: PlainThread }}
      />
    );
    const { rerender } = render(popover("th_1", "th_2"));
    expect(screen.getByRole("dialog", { name: "Thread" }).textContent).toBe("th_1th_2");
    press(document.body);
    expect(onDismiss).toHaveBeenCalledTimes(1);
    rerender(popover());
    expect(screen.queryByRole("dialog")).toBe(null);
  });

  test("[UI165] a composer beside the selection creates a thread, and hands it over, unless the default is prevented", async () => {
    const body = { version: 1 as const, content: [{ type: "paragraph" as const, children: [{ text: "Hi" }] }] };
    const Composer = ({ onComposerSubmit }: ThreadComposerProps) => (
      <form onSubmit={(event) => void onComposerSubmit?.({ body, attachments: [] }, event)}>
        <button type="submit">Send</button>
      </form>
    );
    answer = () => new Promise(() => {});
    const onCreate = vi.fn<(thread: ThreadData) => void>();
    const onComposerSubmit = vi.fn<NonNullable<ThreadComposerProps["onComposerSubmit"]>>();
    show(
      <EditorComposer
        open
        anchor={anchorIn()}
        components={{ Composer }}
        metadata={{ at: 1 }}
        onCreate={onCreate}
        onComposerSubmit={onComposerSubmit}
        popoverClassName="mine"
      />,
    );
    await settle();
    expect(document.querySelector('[role="dialog"].mine')).not.toBe(null);
    await act(async () => void fireEvent.click(screen.getByText("Send")));
    expect(onCreate).toHaveBeenCalledTimes(1);
    const [thread] = onCreate.mock.calls[0]!;
    expect(thread).toMatchObject({ roomId: "r1", metadata: { at: 1 }, comments: [{ body }] });
    await eventually(() => expect(sent.find((request) => request.startsWith("POST threads"))).toContain(thread.id));
    onComposerSubmit.mockImplementation((_, event) => event.preventDefault());
    await act(async () => void fireEvent.click(screen.getByText("Send")));
    expect(onCreate).toHaveBeenCalledTimes(1);
  });
});

describe("mentions", () => {
  const people: Parameters<typeof show>[1] = {
    resolveUsers: ({ userIds }) => userIds.map((id) => ({ name: id.toUpperCase() })),
    resolveGroupsInfo: ({ groupIds }) => groupIds.map((id) => ({ name: `The ${id}` })),
    resolveMentionSuggestions: ({ text }) =>
      text === "no" ? [] : [{ kind: "user", id: "ada" } as const, { kind: "group", id: "team" } as const],
  };
  const down = (key: string) => new KeyboardEvent("keydown", { key, cancelable: true });

  test("[UI166] suggestions are chosen by keys and presses, and the focus stays in the editor", async () => {
    const onSelect = vi.fn<(mention: object) => void>();
    const onDismiss = vi.fn<() => void>();
    const ref = createRef<MentionSuggestionsHandle>();
    const editor = document.createElement("div");
    const anchor = anchorIn(editor);
    const page = (text: string | undefined) => (
      <MentionSuggestions
        ref={ref}
        text={text}
        anchor={anchor}
        onSelect={onSelect}
        onDismiss={onDismiss}
        className="mine"
      />
    );
    const names = () =>
      screen
        .getAllByRole("option")
        .map((option) => option.querySelector(".lb-composer-mention-suggestion-text")!.textContent);
    const change = show(page(""), people);
    expect(screen.getByRole("status", { name: "Loading suggestions…" }).classList).toContain("mine");
    // Nothing is suggested yet.
    expect(ref.current!.onKeyDown(down("Enter"))).toBe(false);
    await eventually(() => expect(names()).toEqual(["ADA", "The team"]));
    const options = screen.getAllByRole("option");
    expect(document.querySelector(".lb-composer-suggestions.mine")).not.toBe(null);
    expect(editor.getAttribute("aria-activedescendant")).toBe(options[0]!.id);
    const arrow = down("ArrowDown");
    await act(async () => expect(ref.current!.onKeyDown(arrow)).toBe(true));
    expect([arrow.defaultPrevented, editor.getAttribute("aria-activedescendant")]).toEqual([true, options[1]!.id]);
    expect(ref.current!.onKeyDown(down("a"))).toBe(false);
    expect(ref.current!.onKeyDown(new KeyboardEvent("keydown", { key: "Enter", isComposing: true }))).toBe(false);
    expect(ref.current!.onKeyDown(down("Tab"))).toBe(true);
    expect(onSelect.mock.calls).toEqual([[{ kind: "group", id: "team" }]]);
    expect(keepsFocus(options[0]!)).toBe(true);
    fireEvent.click(options[0]!);
    expect(onSelect.mock.lastCall).toEqual([{ kind: "user", id: "ada" }]);
    expect(ref.current!.onKeyDown(down("Escape"))).toBe(true);
    expect(onDismiss).toHaveBeenCalledTimes(1);
    change(page("no"));
    await eventually(() => expect(screen.queryAllByRole("option")).toEqual([]));
    expect(ref.current!.onKeyDown(down("Escape"))).toBe(false);
    change(page(undefined));
    expect(editor.hasAttribute("aria-activedescendant")).toBe(false);
  });

  test("[UI167] a mention is the name of its user or group", async () => {
    show(
      <>
        <MentionLabel mention={{ kind: "user", id: "ada" }} className="lb-mine" />
        <MentionLabel mention={{ kind: "group", id: "team" }} isSelected />
      </>,
      people,
    );
    await eventually(() => expect(document.querySelector(".lb-mine")!.textContent).toBe("@ADA"));
    expect(document.querySelector(".lb-text-mention[data-selected]")!.textContent).toBe("@The team");
  });

  test("[UI169] the server learns of mentions and of the editor, and its failures are not thrown", async () => {
    let mentions: TextMentionCalls | undefined;
    function Editor({ type = "tiptap" as const }): ReactElement | null {
      mentions = useTextMentions();
      useEditorMetadata(type, "default");
      return null;
    }
    answer = () => Response.json({}, { status: 500 });
    const change = show(<Editor />);
    const first = mentions;
    await settle();
    await eventually(() => expect(sent).toEqual(['POST text-metadata {"type":"tiptap","rootKey":"default"}']));
    change(<Editor />);
    await settle();
    expect([sent.length, mentions === first]).toEqual([1, true]);
    const id = createMentionId();
    expect(id).toMatch(/^in_[\w-]{21}$/);
    await act(async () => {
      mentions!.created({ kind: "user", id: "ada" }, id);
      mentions!.created({ kind: "group", id: "team", userIds: ["bo"] }, "in_2");
      mentions!.deleted(id);
    });
    await eventually(() =>
      expect(sent.slice(1)).toEqual([
        `POST text-mentions {"userId":"ada","mentionId":"${id}"}`,
        'POST text-mentions {"groupId":"team","userIds":["bo"],"mentionId":"in_2"}',
        `DELETE text-mentions/${id}`,
      ]),
    );
  });
});

describe("versions", () => {
  const version = {
    id: "vh_1",
    createdAt: new Date("2020-03-05T12:00:00.000Z"),
    authors: [{ id: "ada" }, { id: "ada" }],
  };
  const preview = (onRestore?: (...args: readonly unknown[]) => void, id: `vh_${string}` = "vh_1") => (
    <VersionPreview version={{ ...version, id }} onRestore={onRestore} className="mine">
      {(update) => <p>{update.join()}</p>}
    </VersionPreview>
  );

  test("[UI168] the document of a version is handed over, with its date and authors, and can be restored", async () => {
    answer = () => new Response(new Uint8Array([1, 2, 3]));
    const onRestore = vi.fn<(...args: readonly unknown[]) => void>();
    show(preview(onRestore), { resolveUsers: () => [{ name: "Ada" }] });
    expect(screen.getByRole("status").textContent).toBe("Loading the version…");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Restore" }).disabled).toBe(true);
    await eventually(() => screen.getByText("1,2,3"));
    await eventually(() => screen.getByText("Ada"));
    expect(document.querySelector("time")!.dateTime).toBe("2020-03-05T12:00:00.000Z");
    fireEvent.click(screen.getByRole("button", { name: "Restore" }));
    expect(onRestore.mock.calls).toEqual([[version, new Uint8Array([1, 2, 3])]]);
  });

  test("[UI168] an empty version and a failure are said", async () => {
    answer = (request) =>
      request.includes("vh_1") ? new Response(new Uint8Array([0, 0])) : Response.json({}, { status: 404 });
    const change = show(preview());
    await eventually(() => screen.getByText("This version is empty."));
    expect(screen.queryByRole("button")).toBe(null);
    change(preview(undefined, "vh_2"));
    await eventually(() => expect(screen.getByRole("alert").textContent).toBe("The version could not be loaded."));
  });
});
