import type * as ProsemirrorPackage from "@liveblocks/node-prosemirror";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import type { EditorPages } from "../support/editor-pages.ts";
import { openEditorAs } from "../support/editor-user.ts";
import { eventually } from "../support/eventually.ts";
import { loadWithOwnSdk } from "../support/own-sdk.ts";
import type { OwnSdk } from "../support/own-sdk.ts";

type NodeProsemirror = typeof ProsemirrorPackage;
type Client = Parameters<NodeProsemirror["withProsemirrorDocument"]>[0]["client"];

const loaded = loadWithOwnSdk("@liveblocks/node-prosemirror");
const { withProsemirrorDocument } = loaded.exports as NodeProsemirror;
const sdk = loaded.sdk as OwnSdk<Client>;

const opened = new AsyncDisposableStack();
let server: TestServer;
let pages: EditorPages;
let client: Client;
beforeAll(async () => {
  server = opened.use(await startServer());
  pages = opened.use(await openEditorPages());
  client = new sdk.Liveblocks({ baseUrl: server.url, secret: server.secretKey });
});
afterAll(() => opened.disposeAsync());

test("a back end reads, changes, replaces and clears a Tiptap document that a user has open", async () => {
  const { id: roomId } = await client.createRoom("a document", { defaultAccesses: ["room:write"] });
  const { page, text, complaints } = await openEditorAs("alice", { pages, server, editor: "tiptap", roomId });
  await text.click();
  await page.keyboard.type("Written by Alice");
  await eventually(async () =>
    expect(await withProsemirrorDocument({ roomId, client }, (api) => api.getText())).toBe("Written by Alice"),
  );

  await withProsemirrorDocument({ roomId, client }, async (api) => {
    await api.update((_document, transaction) => transaction.insertText("Draft: ", 1));
    expect(api.getText()).toBe("Draft: Written by Alice");
    await text.getByText("Draft: Written by Alice").waitFor();
    // What a user writes meanwhile is there after a refresh.
    await text.click({ position: { x: 20, y: 10 } });
    await page.keyboard.press("End");
    await page.keyboard.type(" and Bob");
    await eventually(async () => {
      await api.refresh();
      expect(api.getText()).toBe("Draft: Written by Alice and Bob");
    });
    const paragraph = [{ type: "paragraph", content: [{ type: "text", text: "Draft: Written by Alice and Bob" }] }];
    expect(api.toJSON()).toMatchObject({ type: "doc", content: paragraph });
    expect(api.getEditorState().doc.textContent).toBe("Draft: Written by Alice and Bob");
  });

  const heading = { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Plan" }] };
  const bold = { type: "text", text: "ship", marks: [{ type: "bold" }] };
  const content = [
    heading,
    { type: "paragraph", content: [{ type: "text", text: "We " }, bold, { type: "text", text: "." }] },
  ];
  await withProsemirrorDocument({ roomId, client }, async (api) => {
    await api.setContent({ type: "doc", content });
    expect(api.toJSON().content.slice(0, 2)).toEqual(content);
  });
  await text.locator("h2", { hasText: "Plan" }).waitFor();
  await text.locator("strong", { hasText: "ship" }).waitFor();

  // The package's Markdown knows the names of ProseMirror's own marks, and not those of StarterKit.
  await withProsemirrorDocument({ roomId, client }, async (api) => {
    await api.setContent({ type: "doc", content: [heading] });
    expect(api.toMarkdown().trim()).toBe("## Plan");
  });

  await withProsemirrorDocument({ roomId, client }, (api) => api.clearContent());
  await eventually(async () => expect(await text.getByText("Plan").count()).toBe(0));
  expect(await withProsemirrorDocument({ roomId, client }, (api) => api.getText())).toBe("");
  expect(complaints).toEqual([]);
});

test("a back end writes the field of a document before a user opens it", async () => {
  const { id: roomId } = await client.createRoom("a template", { defaultAccesses: ["room:write"] });
  await withProsemirrorDocument({ roomId, client, field: "other" }, (api) => api.setContent("Elsewhere"));
  await withProsemirrorDocument({ roomId, client }, (api) => api.setContent("<p>Dear <em>customer</em></p>"));
  const { text } = await openEditorAs("bob", { pages, server, editor: "tiptap", roomId });
  await text.getByText("Dear").waitFor();
  expect(await text.textContent()).not.toContain("Elsewhere");
  const other = await withProsemirrorDocument({ roomId, client, field: "other" }, (api) => api.getText());
  expect(other).toBe("Elsewhere");
});
