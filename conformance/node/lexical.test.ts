import type * as LexicalPackage from "@liveblocks/node-lexical";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import type { EditorPages } from "../support/editor-pages.ts";
import { openEditorAs } from "../support/editor-user.ts";
import { eventually } from "../support/eventually.ts";
import { loadWithOwnSdk } from "../support/own-sdk.ts";
import type { OwnSdk } from "../support/own-sdk.ts";

type NodeLexical = typeof LexicalPackage;
type Client = Parameters<NodeLexical["withLexicalDocument"]>[0]["client"];

const loaded = loadWithOwnSdk("@liveblocks/node-lexical");
const { withLexicalDocument, $createParagraphNode, $createTextNode, $getRoot } = loaded.exports as NodeLexical;
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

test("a back end reads and changes a Lexical document that a user has open", async () => {
  const { id: roomId } = await client.createRoom("a document", { defaultAccesses: ["room:write"] });
  const { page, text, complaints } = await openEditorAs("alice", { pages, server, editor: "lexical", roomId });
  await text.click();
  await page.keyboard.type("Written by Alice");
  const read = () => withLexicalDocument({ roomId, client }, (document) => document.getTextContent());
  await eventually(async () => expect(await read()).toBe("Written by Alice"));

  await withLexicalDocument({ roomId, client }, async (document) => {
    await document.update(() => {
      const bold = $createTextNode("Reviewed by the server").toggleFormat("bold");
      $getRoot().append($createParagraphNode().append(bold));
    });
    await text.locator("strong", { hasText: "Reviewed by the server" }).waitFor();
    // What a user writes meanwhile is there after a refresh.
    await text.getByText("Written by Alice").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" and Bob");
    await eventually(async () => {
      await document.refresh();
      expect(document.toMarkdown()).toBe("Written by Alice and Bob\n\n**Reviewed by the server**");
    });
    expect(document.toJSON().root.children).toMatchObject([
      { type: "paragraph", children: [{ type: "text", text: "Written by Alice and Bob" }] },
      { type: "paragraph", children: [{ type: "text", text: "Reviewed by the server", format: 1 }] },
    ]);
  });

  await withLexicalDocument({ roomId, client }, (document) => document.update(() => void $getRoot().clear()));
  await eventually(async () => expect(await text.getByText("Written by").count()).toBe(0));
  expect(await read()).toBe("");
  expect(complaints).toEqual([]);
});
