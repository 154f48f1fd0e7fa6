import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import type { EditorPages } from "../support/editor-pages.ts";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";
import type { UiPage, UiPages } from "../support/ui-pages.ts";
import { openUiPages } from "../support/ui-pages.ts";

const opened = new AsyncDisposableStack();
let lobby: Lobby;
let pages: UiPages;
let official: EditorPages;
beforeAll(async () => {
  lobby = opened.use(await openLobby());
  pages = opened.use(await openUiPages("own-blocknote", ["react-tiptap", "react-blocknote"]));
  official = opened.use(await openEditorPages());
});
afterAll(() => opened.disposeAsync());

const optionsOf = (roomId: string, userId: string) => ({
  baseUrl: lobby.server.url,
  roomId,
  authorize: async () => ({ token: await lobby.accessToken(userId, { "*": ["*:write"] }) }),
});
const open = (roomId: string, userId: string) => pages.open(optionsOf(roomId, userId));

const textOf = ({ page }: Pick<UiPage, "page">) => page.locator("main [contenteditable=true]").first();

/** What a user reads in each block: without the carets of others, which are labeled with names. */
const read = (user: Pick<UiPage, "page">): Promise<readonly string[]> =>
  textOf(user).evaluate((element: any) => {
    const copy = element.cloneNode(true);
    for (const caret of copy.querySelectorAll("[class*=caret__caret], [class*=carets__caret]")) caret.remove();
    return Array.from(copy.querySelectorAll(".bn-inline-content"), (block: any) =>
      block.textContent.replaceAll("\u00a0", " ").trimEnd(),
    );
  });

const allRead = (blocks: readonly string[], ...users: readonly Pick<UiPage, "page">[]) =>
  eventually(async () => {
    for (const user of users) expect(await read(user)).toEqual(blocks);
  });

/** A browser reports a moved caret to the page in its next frame; users do not type that fast. */
const caretSeen = ({ page }: UiPage) =>
  page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))");

const mentionsOf = async (userId: string, roomId: string) =>
  (await lobby.api.getInboxNotifications({ userId })).data.filter(
    (one) => one.kind === "textMention" && one.roomId === roomId,
  );

test("[RB13] [RB14] users of ours and of the official package write, comment, mention and restore in one document", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [await open(roomId, "alice"), await open(roomId, "bob")];
  const { keyboard } = alice.page;
  await textOf(alice).click();
  await keyboard.type("# Plan");
  await keyboard.press("Enter");
  await keyboard.type("Hello world");
  await allRead(["Plan", "Hello world"], alice, bob);
  await bob.page.locator("h1", { hasText: "Plan" }).waitFor();
  await textOf(bob).locator(".collaboration-carets__caret").waitFor();
  await eventually(async () =>
    expect(await lobby.api.getRoom(roomId)).toMatchObject({
      experimental_textEditor: { type: "blocknote", rootKey: "default" },
    }),
  );
  await lobby.api.createVersionHistorySnapshot(roomId);

  // A comment, which is seen live, answered and resolved.
  await keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await caretSeen(alice);
  await alice.page.getByRole("button", { name: "Comment", exact: true }).click();
  await alice.page.locator(".lb-tiptap-floating-composer").getByRole("textbox").fill("Which?");
  await keyboard.press("Enter");
  const mark = textOf(bob).locator(".lb-tiptap-thread-mark", { hasText: /^world$/u });
  await mark.click();
  const thread = bob.page.locator(".lb-tiptap-floating-threads .lb-thread", { hasText: "Which?" });
  await thread.getByRole("textbox").fill("This one");
  await bob.page.keyboard.press("Enter");
  await alice.page.locator(".lb-tiptap-anchored-threads .lb-thread", { hasText: "This one" }).waitFor();
  expect(alice.complaints).toEqual([]);
});
