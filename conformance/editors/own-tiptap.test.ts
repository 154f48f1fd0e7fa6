import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";
import { openUiPages } from "../support/ui-pages.ts";
import type { UiPage, UiPages } from "../support/ui-pages.ts";

const opened = new AsyncDisposableStack();
let lobby: Lobby;
let pages: UiPages;
beforeAll(async () => {
  lobby = opened.use(await openLobby());
  pages = opened.use(await openUiPages("own-tiptap", ["react-tiptap"]));
});
afterAll(() => opened.disposeAsync());

const open = (roomId: string, userId: string) =>
  pages.open({
    baseUrl: lobby.server.url,
    roomId,
    authorize: async () => ({
      token: await lobby.accessToken(userId, { "*": ["*:write"] }, { name: `User ${userId}` }),
    }),
  });

const textOf = ({ page }: UiPage) => page.locator("main [contenteditable=true]").first();
/** What a user reads: without the carets of others, which are labeled with names. */
const read = (page: UiPage): Promise<string> =>
  textOf(page).evaluate((element: any) => {
    const copy = element.cloneNode(true);
    for (const caret of copy.querySelectorAll(".lb-tiptap-caret")) caret.remove();
    return copy.textContent.trim().replaceAll("\u00a0", " ");
  });

test("[RT1] two users write", async () => {
  const roomId = await lobby.newRoom();
  const alice = await open(roomId, "alice");
  await textOf(alice).click();
  await alice.page.keyboard.type("Hello world");
  const bob = await open(roomId, "bob");
  await eventually(async () => expect(await read(bob)).toBe("Hello world"));
  expect([...alice.complaints, ...bob.complaints]).toEqual([]);
});
