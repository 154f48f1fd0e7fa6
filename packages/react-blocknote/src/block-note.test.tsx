// @vitest-environment jsdom
import { BlockNoteSchema, createBlockSpec, defaultBlockSpecs } from "@blocknote/core";
import type { BlockNoteEditor, BlockNoteEditorOptions } from "@blocknote/core";
import { BlockNoteViewRaw } from "@blocknote/react";
import { act, cleanup, render } from "@testing-library/react";
import type { HistoryVersion } from "@weft/client";
import { createRoomContext } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import { getYjsProviderForRoom } from "@weft/yjs";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import {
  AnchoredThreads,
  FloatingComposer,
  FloatingThreads,
  HistoryVersionPreview,
  useCreateBlockNoteWithWeft,
  useIsEditorReady,
  withWeftSchema,
} from "./index.ts";
import type { WeftExtensionOptions } from "./index.ts";

type AnyEditor = BlockNoteEditor<any, any, any>;
type Options = Partial<BlockNoteEditorOptions<any, any, any>>;

let server: MemoryServer;
const version = { id: "vh_1", createdAt: new Date(0), authors: [{ id: "ada" }] } as never as HistoryVersion;
/** The document of the version. */
let kept: Uint8Array = new Uint8Array();
const requests: { readonly url: string; readonly method: string; readonly body: unknown }[] = [];
beforeEach(() => {
  server = createMemoryServer();
  requests.length = 0;
  // Of what has a size, jsdom has little.
  const rectangle = document.body.getBoundingClientRect();
  Object.assign(Range.prototype, { getBoundingClientRect: () => rectangle, getClientRects: () => [rectangle] });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    requests.push({ url, method, body: typeof body === "string" ? JSON.parse(body) : undefined });
    if (url.endsWith(`/versions/${version.id}/yjs`)) return Promise.resolve(new Response(Uint8Array.from(kept)));
    return method === "GET" ? new Promise(() => {}) : Promise.resolve(Response.json({}));
  });
});
afterEach(async () => {
  cleanup();
  await server[Symbol.asyncDispose]();
  vi.unstubAllGlobals();
});

const settle = () => act(() => server.settle());

const edit = (run: () => unknown) =>
  act(() => {
    run();
  });

/** Until the document is there: the engine of documents is loaded in a time that is not the server's. */
const loaded = (...users: readonly { readonly isReady: boolean }[]) =>
  act(async () => {
    for (;;) {
      await server.settle();
      if (users.every(({ isReady }) => isReady)) return;
      await new Promise((resolve) => setTimeout(resolve));
    }
  });

/** Users with a page each, all of which have loaded the document. */
async function openAll(names: readonly string[], ...options: readonly [Options?, WeftExtensionOptions?]) {
  const users = names.map((name) => open(name, ...options));
  await loaded(...users);
  return users as [Opened, Opened];
}
type Opened = ReturnType<typeof open>;

/** A user's page with an editor, in StrictMode as in development. */
function open(userId: string, options: Options = {}, roomOptions: WeftExtensionOptions = {}) {
  const client = server.createClient({ userId, userInfo: { name: userId } });
  const { RoomProvider } = createRoomContext(client);
  const page = { editor: undefined as unknown as AnyEditor };
  function Page({ shows }: { readonly shows: "editor" | "version" }) {
    const editor = useCreateBlockNoteWithWeft(options, roomOptions);
    page.editor = editor as AnyEditor;
    return (
      <>
        <FloatingComposer editor={editor} />
        <FloatingThreads editor={editor} threads={[]} />
        <AnchoredThreads editor={editor} threads={[]} />
        {shows === "editor" ? (
          <BlockNoteViewRaw editor={editor} />
        ) : (
          <HistoryVersionPreview editor={editor} version={version} />
        )}
        <output>{useIsEditorReady() ? "ready" : "loading"}</output>
      </>
    );
  }
  const pageOf = (shows: "editor" | "version") => (
    <StrictMode>
      <RoomProvider id="r1">
        <Page shows={shows} />
      </RoomProvider>
    </StrictMode>
  );
  const { container, rerender, unmount } = render(pageOf("editor"));
  return {
    show: (shows: "editor" | "version") => rerender(pageOf(shows)),
    get editor() {
      return page.editor;
    },
    container,
    unmount,
    /** The text of each block. */
    get blocks() {
      return Array.from(container.querySelectorAll(".bn-inline-content"), ({ textContent }) => textContent);
    },
    get isReady() {
      return container.querySelector("output")!.textContent === "ready";
    },
    get doc() {
      return getYjsProviderForRoom(client.getRoom("r1") as never).getYDoc();
    },
  };
}

const paragraph = (content: unknown, id?: string) => ({ type: "paragraph", content, ...(id !== undefined && { id }) });

describe("the room's document", () => {
  test("[RB1] two users see the same blocks, and an empty document stays empty", async () => {
    const first = open("ada");
    const isEditable = ({ container }: Opened) =>
      container.querySelector(".bn-editor")!.getAttribute("contenteditable");
    expect([first.isReady, isEditable(first)]).toEqual([false, "false"]);
    first.unmount();
    const [ada, bob] = await openAll(["ada", "bob"]);
    expect([ada, bob].map(isEditable)).toEqual(["true", "true"]);
    expect([ada, bob].map(({ doc }) => doc.getXmlFragment("default").length)).toEqual([0, 0]);
    edit(() => ada.editor.insertBlocks([paragraph("Hello") as never], ada.editor.document[0]!, "before"));
    await settle();
    act(
      () =>
        void bob.editor.insertBlocks(
          [{ type: "heading", content: "Title" } as never],
          bob.editor.document[0]!,
          "before",
        ),
    );
    await settle();
    expect(bob.blocks).toEqual(["Title", "Hello", ""]);
    expect(ada.blocks).toEqual(bob.blocks);
    expect(ada.editor.document).toEqual(bob.editor.document);
  });

  test("[RB2] blocks of `initialContent` are written once, though users open the document at the same time", async () => {
    const initialContent = [{ type: "heading", content: "Plan" }, paragraph("First", "first")] as never;
    const users = await openAll(["ada", "bob"], { initialContent });
    await settle();
    for (const { blocks } of users) expect(blocks).toEqual(["Plan", "First"]);
    edit(() => users[0].editor.removeBlocks(["first"]));
    await settle();
    const [late] = await openAll(["cyd"], { initialContent });
    expect(late.blocks).toEqual(["Plan"]);
  });

  test("[RB2] HTML of the room's options begins the document too", async () => {
    const users = await openAll(["ada", "bob"], {}, { initialContent: "<h2>Plan</h2><p>To <b>do</b></p>" });
    await settle();
    for (const { editor } of users)
      expect(editor.document).toMatchObject([
        { id: "initialBlockId", type: "heading", props: { level: 2 }, content: [{ text: "Plan" }] },
        { id: "initialBlockId-2", content: [{ text: "To " }, { text: "do", styles: { bold: true } }] },
      ]);
  });

  test("[RB3] what was written is there after a reload", async () => {
    const [ada] = await openAll(["ada"]);
    edit(() => ada.editor.insertInlineContent(["Kept"] as never));
    await settle();
    ada.unmount();
    const [again] = await openAll(["ada"]);
    expect(again.blocks).toEqual(["Kept"]);
  });

  test("[RB3] users who begin an empty document at the same time keep each other's text", async () => {
    const users = await openAll(["ada", "bob"]);
    for (const [at, { editor }] of users.entries()) edit(() => editor.insertInlineContent([`User ${at}`] as never));
    await settle();
    for (const { blocks } of users) expect(["User 0User 1", "User 1User 0"]).toContain(blocks.join());
    edit(() => users[0].editor.insertBlocks([paragraph("Later") as never], users[0].editor.document[0]!, "after"));
    await settle();
    expect(users[0].blocks).toHaveLength(2);
    expect(users[0].editor.document).toEqual(users[1].editor.document);
  });

  test("[RB3] an editor that was off the page shows what was written meanwhile", async () => {
    const [ada, bob] = await openAll(["ada", "bob"]);
    ada.show("version");
    edit(() => bob.editor.insertInlineContent(["Bob"] as never));
    await settle();
    ada.show("editor");
    await settle();
    expect(ada.blocks).toEqual(["Bob"]);
    edit(() => ada.editor.insertBlocks([paragraph("Ada") as never], ada.editor.document[0]!, "after"));
    await settle();
    expect(bob.blocks).toEqual(["Bob", "Ada"]);
  });

  test("[RB3] an editor without comments and mentions keeps those of others", async () => {
    const [ada] = await openAll(["ada"]);
    act(() => {
      ada.editor.insertInlineContent(["Hello ", { type: "liveblocksMention", props: { id: "bob" } }] as never);
      ada.editor._tiptapEditor.chain().setTextSelection({ from: 3, to: 8 }).addComment("th_1").run();
    });
    await settle();
    const [bob] = await openAll(["bob"], {}, { comments: false, mentions: false });
    await settle();
    edit(() => bob.editor.insertBlocks([paragraph("Bob") as never], bob.editor.document[0]!, "after"));
    await settle();
    expect([ada.blocks, bob.blocks]).toEqual([
      ["Hello @bob", "Bob"],
      ["Hello @bob", "Bob"],
    ]);
    expect(ada.container.querySelector(".lb-tiptap-thread-mark")!.textContent).toBe("Hello");
    expect(bob.container.querySelector(".lb-tiptap-thread-mark")).toBeNull();
  });
});

describe("undo", () => {
  test("[RB4] undo takes back one's own edits and leaves what others wrote in one's blocks", async () => {
    const [ada, bob] = await openAll(["ada", "bob"]);
    edit(() => {
      ada.editor.insertInlineContent(["Plan"] as never);
      ada.editor.insertBlocks([paragraph("Ada", "mine") as never], ada.editor.document[0]!, "after");
    });
    await settle();
    edit(() => {
      bob.editor.setTextCursorPosition("mine", "end");
      bob.editor.insertInlineContent([" Bob"] as never);
    });
    await settle();
    expect(ada.blocks).toEqual(["Plan", "Ada Bob"]);
    edit(() => ada.editor.undo());
    await settle();
    expect(ada.blocks).toEqual(["", " Bob"]);
    expect(bob.blocks).toEqual(ada.blocks);
    edit(() => ada.editor.redo());
    await settle();
    expect(bob.blocks).toEqual(["Plan", "Ada Bob"]);
  });

  test("[RB4] there is nothing to undo in a document that one has only read", async () => {
    const [ada] = await openAll(["ada"], { initialContent: [paragraph("Plan")] as never });
    act(() => expect(ada.editor.undo()).toBe(false));
    expect(ada.blocks).toEqual(["Plan"]);
  });
});

test("[RB5] BlockNote knows which changes are of others", async () => {
  const [ada, bob] = await openAll(["ada", "bob"]);
  const [own, all] = [vi.fn<() => void>(), vi.fn<(sources: readonly string[]) => void>()];
  ada.editor.onChange(own, false);
  ada.editor.onChange((_, context) => all(context.getChanges().map(({ source }) => source.type)));
  edit(() => bob.editor.insertInlineContent(["Bob"] as never));
  await settle();
  expect([own.mock.calls.length, all.mock.calls.flat(2)]).toEqual([0, ["yjs-remote"]]);
  edit(() => ada.editor.insertBlocks([paragraph("Ada") as never], ada.editor.document[0]!, "after"));
  expect([own.mock.calls.length, all.mock.calls.flat(2)]).toEqual([1, ["yjs-remote", "local"]]);
});

describe("mentions", () => {
  const mention = { type: "liveblocksMention", props: { id: "bob", notificationId: "in_1" } };
  const group = {
    type: "liveblocksGroupMention",
    props: { id: "team", userIds: JSON.stringify(["bob"]), notificationId: "in_2" },
  };

  test("[RB6] mentions are inline content that is written, read, and told to the room", async () => {
    const [ada, bob] = await openAll(["ada", "bob"]);
    edit(() => ada.editor.insertInlineContent(["Hi ", mention, " and ", group] as never));
    await settle();
    expect(bob.editor.document[0]).toMatchObject({
      content: [{ text: "Hi " }, mention, { text: " and " }, group],
    });
    expect(Array.from(bob.container.querySelectorAll(".lb-tiptap-mention"), (one) => one.textContent)).toEqual([
      "@bob",
      "@team",
    ]);
    const told = requests.filter(({ url }) => url.includes("/text-mentions"));
    expect(told.map(({ method, body }) => [method, body])).toEqual([
      ["POST", { userId: "bob", mentionId: "in_1" }],
      ["POST", { groupId: "team", userIds: ["bob"], mentionId: "in_2" }],
    ]);
  });

  test("[RB7] mentions are in HTML and Markdown, and read from HTML", async () => {
    const [ada] = await openAll(["ada"]);
    edit(() => ada.editor.insertInlineContent([mention, " and ", group] as never));
    const blocks = ada.editor.document;
    expect(ada.editor.blocksToMarkdownLossy(blocks).trim()).toBe("@bob and @team");
    for (const html of [ada.editor.blocksToFullHTML(blocks), ada.editor.blocksToHTMLLossy(blocks)])
      expect(ada.editor.tryParseHTMLToBlocks(html)).toMatchObject([{ content: [mention, { text: " and " }, group] }]);
  });
});

describe("schemas", () => {
  const alert = createBlockSpec(
    { type: "alert", propSchema: { level: { default: "low" } }, content: "inline" },
    {
      render: () => {
        const dom = document.createElement("aside");
        return { dom, contentDOM: dom };
      },
    },
  );

  test("[RB8] a schema keeps what it has, and the one that was given stays as it was", async () => {
    const given = BlockNoteSchema.create({ blockSpecs: { ...defaultBlockSpecs, alert: alert() } });
    const schema = withWeftSchema(withWeftSchema(given));
    const inline = (of: { readonly inlineContentSchema: object }) => Object.keys(of.inlineContentSchema);
    expect(inline(given)).toEqual(["text", "link"]);
    expect(inline(schema)).toEqual(["text", "link", "liveblocksMention", "liveblocksGroupMention"]);
    expect(inline(withWeftSchema(given, { mentions: false }))).toEqual(["text", "link"]);
    const ada = open("ada", { schema: given as never });
    const bob = open("bob", { schema: schema as never });
    await loaded(ada, bob);
    act(
      () =>
        void ada.editor.insertBlocks([{ type: "alert", content: "Stop" } as never], ada.editor.document[0]!, "before"),
    );
    await settle();
    expect(bob.container.querySelector("aside")!.textContent).toBe("Stop");
  });
});

describe("comments", () => {
  test("[RB9] commented text has its mark, and blocks are read without it", async () => {
    const [ada, bob] = await openAll(["ada", "bob"]);
    edit(() => ada.editor.insertInlineContent(["Hello world"] as never));
    act(() => {
      ada.editor._tiptapEditor.chain().setTextSelection({ from: 3, to: 8 }).addComment("th_1").run();
    });
    await settle();
    const [mark] = Array.from(bob.container.querySelectorAll(".lb-tiptap-thread-mark"));
    expect([mark!.textContent, mark!.getAttribute("data-lb-thread-id")]).toEqual(["Hello", "th_1"]);
    expect(bob.editor.document[0]).toMatchObject({ content: [{ type: "text", text: "Hello world", styles: {} }] });
  });

  test("[RB11] the composer opens at the text, also of an editor that has been off the page", async () => {
    const [ada] = await openAll(["ada"]);
    edit(() => ada.editor.insertInlineContent(["Hello world"] as never));
    const composer = () => document.querySelector(".lb-tiptap-floating-composer");
    const comment = () =>
      edit(() => ada.editor._tiptapEditor.chain().setTextSelection({ from: 3, to: 8 }).addPendingComment().run());
    for (const shows of ["editor", "version", "editor"] as const) {
      ada.show(shows);
      await settle();
      expect(composer()).toBeNull();
      if (shows === "version") continue;
      comment();
      await act(() => vi.waitFor(() => expect(composer()!.querySelector("[contenteditable=true]")).not.toBeNull()));
      edit(() => ada.editor._tiptapEditor.commands.selectThread(null));
    }
  });
});

describe("versions", () => {
  const write = async (users: readonly Opened[]) => {
    const [{ editor, doc }] = users as [Opened];
    act(() => {
      editor.insertBlocks(
        [{ type: "heading", content: "Plan" }, paragraph("Do it")] as never,
        editor.document[0]!,
        "before",
      );
      editor._tiptapEditor.chain().setTextSelection({ from: 3, to: 7 }).addComment("th_1").run();
    });
    await settle();
    kept = Y.encodeStateAsUpdate(doc);
    edit(() => editor.removeBlocks(editor.document));
    await settle();
  };
  const headingOf = ({ container }: Opened) => container.querySelector("h1");
  const restore = async ({ container }: Opened) => {
    const button = () => container.querySelector<HTMLElement>(".lb-history-version-preview-action");
    await act(() => vi.waitFor(() => expect(button()).toMatchObject({ disabled: false })));
    act(() => button()!.click());
    await settle();
  };

  test("[RB10] a version is shown with its blocks, without an editor to write in, and restored with its comments", async () => {
    const users = await openAll(["ada", "bob"]);
    const [ada, bob] = users;
    await write(users);
    expect([headingOf(ada), headingOf(bob)]).toEqual([null, null]);
    ada.show("version");
    await act(() => vi.waitFor(() => expect(headingOf(ada)?.textContent).toBe("Plan")));
    expect(ada.container.querySelector(".bn-editor")!.getAttribute("contenteditable")).toBe("false");
    expect(ada.container.querySelector(".lb-tiptap-thread-mark")!.textContent).toBe("Plan");
    await restore(ada);
    expect(headingOf(bob)!.querySelector(".lb-tiptap-thread-mark")!.textContent).toBe("Plan");
    ada.show("editor");
    await settle();
    expect(ada.editor.document).toEqual(bob.editor.document);
    expect(ada.blocks.slice(0, 2)).toEqual(["Plan", "Do it"]);
  });
});
