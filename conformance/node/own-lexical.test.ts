/**
 * `@weft/node-lexical` beside the official package, in documents of one server: what one writes the other reads, and users who have a
 * document open in the official editor lose nothing.
 */
import type * as LexicalPackage from "@liveblocks/node-lexical";
import { Weft } from "@weft/node";
import { $createParagraphNode, $createTextNode, $getRoot, withLexicalDocument } from "@weft/node-lexical";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import type { EditorPages } from "../support/editor-pages.ts";
import { openEditorAs } from "../support/editor-user.ts";
import { eventually } from "../support/eventually.ts";
import { loadWithOwnSdk } from "../support/own-sdk.ts";
import type { OwnSdk } from "../support/own-sdk.ts";

type Official = typeof LexicalPackage;
type OfficialClient = Parameters<Official["withLexicalDocument"]>[0]["client"];

const loaded = loadWithOwnSdk("@liveblocks/node-lexical");
const theirs = loaded.exports as Official;
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

/** What both packages read in a room. */
async function bothRead(roomId: string): Promise<{ readonly text: string; readonly markdown: string }> {
  const own = await withLexicalDocument({ roomId, client }, (api) => ({
    text: api.getTextContent(),
    markdown: api.toMarkdown(),
    json: api.toJSON() as unknown,
  }));
  const other = await theirs.withLexicalDocument({ roomId, client: official }, (api) => ({
    text: api.getTextContent(),
    markdown: api.toMarkdown(),
    json: api.toJSON() as unknown,
  }));
  expect(own).toEqual(other);
  return own;
}

/** Appends a paragraph with the functions of either package. */
const append = (
  lexical: Pick<Official, "$createParagraphNode" | "$createTextNode" | "$getRoot">,
  ...texts: string[]
) => {
  const nodes = texts.map((text, index) => {
    const node = lexical.$createTextNode(text);
    return index % 2 === 1 ? node.toggleFormat("bold") : node;
  });
  lexical.$getRoot().append(lexical.$createParagraphNode().append(...nodes));
};
const ours = { $createParagraphNode, $createTextNode, $getRoot } as unknown as Official;

test("both packages read the same in a document, whichever wrote it", async () => {
  const roomId = await newRoom();
  expect(await bothRead(roomId)).toMatchObject({ text: "" });
  await withLexicalDocument({ roomId, client }, (api) => api.update(() => append(ours, "By ", "us", ".")));
  expect(await bothRead(roomId)).toMatchObject({ markdown: "By **us**." });
  await theirs.withLexicalDocument({ roomId, client: official }, (api) =>
    api.update(() => append(theirs, "By ", "them")),
  );
  expect(await bothRead(roomId)).toMatchObject({ markdown: "By **us**.\n\nBy **them**" });
  await withLexicalDocument({ roomId, client }, (api) => api.update(() => $getRoot().getLastChild()?.remove()));
  await theirs.withLexicalDocument({ roomId, client: official }, (api) => api.update(() => append(theirs, "Again")));
  expect(await bothRead(roomId)).toMatchObject({ text: "By us.\n\nAgain" });
});

test("a user types, comments and mentions while a back end writes, and nothing is lost", async () => {
  const roomId = await newRoom();
  const { page, text: editor, complaints } = await openEditorAs("alice", { pages, server, editor: "lexical", roomId });
  await editor.click();
  await page.keyboard.type("Please ask @bo");
  await page.getByRole("option", { name: "User bob" }).click();
  await editor.getByText("User bob").waitFor();
  await page.keyboard.type("and @eng");
  await page.getByRole("option", { name: "Group engineers" }).click();
  await editor.getByText("Group engineers").waitFor();
  const read = () => withLexicalDocument({ roomId, client }, (api) => api.getTextContent());
  await eventually(async () => expect(await read()).toMatch(/^Please ask @bob *and @engineers/u));

  await withLexicalDocument({ roomId, client }, async (api) => {
    const typed = page.keyboard.type("about the plan for the next week", { delay: 5 });
    for (let index = 0; index < 6; index++) await api.update(() => append(ours, `Line ${index}`));
    await typed;
    await eventually(async () => {
      await api.refresh();
      expect(api.getTextContent()).toMatch(
        /^Please ask @bob *and @engineers *about the plan for the next week\n\nLine 0\n\nLine 1\n\nLine 2\n\nLine 3\n\nLine 4\n\nLine 5$/u,
      );
    });
    expect(JSON.stringify(api.toJSON())).toMatch(/"value":"in_[\w-]+","userId":"bob"/u);
    expect(JSON.stringify(api.toJSON())).toMatch(/"groupId":"engineers","userIds":\["bob","carol"\]/u);
    expect(api.toHTML()).toContain('data-user-id="bob"');
  });
  await editor.getByText("Line 5").waitFor();
  await editor.getByText("User bob").waitFor();
  await editor.getByText("Group engineers").waitFor();
  expect(complaints).toEqual([]);
});
