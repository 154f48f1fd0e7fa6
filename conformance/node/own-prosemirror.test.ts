/**
 * `@weft/node-prosemirror` beside the official package, in documents of one server: what one writes the other reads, and users who have
 * a document open in the official editor lose nothing.
 */
import type * as ProsemirrorPackage from "@liveblocks/node-prosemirror";
import { Weft } from "@weft/node";
import { withProsemirrorDocument } from "@weft/node-prosemirror";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import type { EditorPages } from "../support/editor-pages.ts";
import { openEditorAs } from "../support/editor-user.ts";
import { eventually } from "../support/eventually.ts";
import { loadWithOwnSdk } from "../support/own-sdk.ts";
import type { OwnSdk } from "../support/own-sdk.ts";

type Official = typeof ProsemirrorPackage;
type OfficialClient = Parameters<Official["withProsemirrorDocument"]>[0]["client"];

const loaded = loadWithOwnSdk("@liveblocks/node-prosemirror");
const { withProsemirrorDocument: withOfficial } = loaded.exports as Official;
const sdk = loaded.sdk as OwnSdk<OfficialClient>;

const opened = new AsyncDisposableStack();
let server: TestServer;
let pages: EditorPages;
let client: Weft;
let official: OfficialClient;
beforeAll(async () => {
  server = opened.use(await startServer());
  pages = opened.use(await openEditorPages());
  client = new Weft({ baseUrl: server.url, secret: server.secretKey });
  official = new sdk.Liveblocks({ baseUrl: server.url, secret: server.secretKey });
});
afterAll(() => opened.disposeAsync());

let rooms = 0;
async function newRoom(): Promise<string> {
  const { id } = await client.createRoom(`a document/%2F ?#&é😀:${rooms++}`, { defaultAccesses: ["*:write"] });
  return id;
}

const text = (value: string, ...marks: object[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
const rich = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [text("Plan")] },
    {
      type: "bulletList",
      content: [
        {
          type: "listItem",
          content: [{ type: "paragraph", content: [text("one", { type: "bold" }), { type: "hardBreak" }, text("x")] }],
        },
        { type: "listItem", content: [{ type: "paragraph" }] },
      ],
    },
    {
      type: "orderedList",
      attrs: { start: 3, type: null },
      content: [
        {
          type: "listItem",
          content: [{ type: "paragraph", content: [text("two", { type: "italic" }, { type: "strike" })] }],
        },
      ],
    },
    { type: "codeBlock", attrs: { language: "ts" }, content: [text("let a;\nlet b;")] },
    {
      type: "blockquote",
      content: [{ type: "paragraph", content: [text("said", { type: "underline" }), text(" code", { type: "code" })] }],
    },
    { type: "horizontalRule" },
    {
      type: "paragraph",
      content: [
        text("Ask ", { type: "liveblocksCommentMark", attrs: { orphan: false, threadId: "th_1" } }),
        { type: "liveblocksMention", attrs: { id: "bob", notificationId: "in_1" } },
        { type: "liveblocksGroupMention", attrs: { id: "engineers", userIds: '["bob"]', notificationId: "in_2" } },
        text("site", {
          type: "link",
          attrs: { href: "https://weft.example", target: "_blank", rel: null, class: null, title: null },
        }),
      ],
    },
  ],
};

/** What both packages read in a room. */
async function bothRead(roomId: string): Promise<unknown> {
  const own = await withProsemirrorDocument({ roomId, client }, (api) => ({
    json: api.toJSON() as unknown,
    // Of a line break within a paragraph, the official package makes nothing.
    text: api.getText({ textSerializers: { hardBreak: () => "" } }),
    lines: api.getText({ blockSeparator: "\n", textSerializers: { hardBreak: () => "" } }),
  }));
  const theirs = await withOfficial({ roomId, client: official }, (api) => ({
    json: api.toJSON() as unknown,
    text: api.getText(),
    lines: api.getText({ blockSeparator: "\n" }),
  }));
  expect(own).toEqual(theirs);
  return own.json;
}

test("both packages read the same in a document, whichever wrote it", async () => {
  const [ours, theirs, empty] = [await newRoom(), await newRoom(), await newRoom()];
  await withProsemirrorDocument({ roomId: ours, client }, (api) => api.setContent(rich));
  expect(await bothRead(ours)).toEqual(rich);
  await withOfficial({ roomId: theirs, client: official }, (api) => api.setContent(rich));
  expect(await bothRead(theirs)).toEqual(rich);
  await bothRead(empty);
  for (const roomId of [ours, theirs]) {
    await withOfficial({ roomId, client: official }, (api) => api.update((_doc, change) => change.insertText("B", 1)));
    await withProsemirrorDocument({ roomId, client }, (api) => api.update((_doc, change) => change.insertText("A", 1)));
    expect(JSON.stringify(await bothRead(roomId))).toContain('"ABPlan"');
  }
  await withProsemirrorDocument({ roomId: ours, client }, (api) => api.clearContent());
  await withOfficial({ roomId: theirs, client: official }, (api) => api.clearContent());
  expect(await bothRead(ours)).toEqual(await bothRead(theirs));
});

test("both packages write the same Markdown, as far as the official one writes any", async () => {
  const roomId = await newRoom();
  const written = {
    type: "doc",
    content: [rich.content[0], { type: "blockquote", content: [{ type: "paragraph", content: [text("a *b*")] }] }],
  };
  await withProsemirrorDocument({ roomId, client }, (api) => api.setContent(written));
  const own = await withProsemirrorDocument({ roomId, client }, (api) => api.toMarkdown());
  expect(own).toBe(await withOfficial({ roomId, client: official }, (api) => api.toMarkdown()));
  await withProsemirrorDocument({ roomId, client }, (api) => api.setContent(rich));
  expect(await withProsemirrorDocument({ roomId, client }, (api) => api.toMarkdown())).toContain("* **one**");
});

test("a user types, comments and mentions while a back end writes, and nothing is lost", async () => {
  const roomId = await newRoom();
  const { page, text: editor, complaints } = await openEditorAs("alice", { pages, server, editor: "tiptap", roomId });
  await editor.click();
  await page.keyboard.type("Please ask @bo");
  await page.getByRole("option", { name: "User bob" }).click();
  await editor.getByText("User bob").waitFor();
  await eventually(async () => expect(JSON.stringify(await bothRead(roomId))).toContain('"liveblocksMention"'));

  await withProsemirrorDocument({ roomId, client }, async (api) => {
    const typed = page.keyboard.type("about the plan for the next week", { delay: 5 });
    for (let index = 0; index < 8; index++)
      await api.update((_doc, change) => change.insertText(String(index), 1 + index));
    await typed;
    await eventually(async () => {
      await api.refresh();
      expect(api.getText()).toMatch(/^01234567Please ask +about the plan for the next week$/u);
    });
    expect(api.toHTML()).toMatch(/<liveblocks-mention [^>]*data-id="bob"/u);
    expect(JSON.stringify(api.toJSON())).toContain('"id":"bob"');
  });
  await editor.getByText("01234567Please ask").waitFor();
  await editor.getByText("User bob").waitFor();
  await bothRead(roomId);
  await withProsemirrorDocument({ roomId, client }, (api) => api.setContent("<p>Dear <em>customer</em></p>"));
  await editor.locator("em", { hasText: "customer" }).waitFor();
  expect(complaints).toEqual([]);
});
