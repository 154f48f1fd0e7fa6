import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import { openEditorAs } from "../support/editor-user.ts";
import { caretSeen, expectKeptWhenKilled, openAs, textMentionsOf, textOf } from "../support/editor-writing.ts";
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

const open = (roomId: string, userId: string) => openAs(pages, lobby.server, roomId, userId);
const mentionsOf = (userId: string, roomId: string) => textMentionsOf(lobby, userId, roomId);
/** What a user reads: without the carets of others, which are labeled with names. */
const read = (page: Pick<UiPage, "page">): Promise<string> =>
  textOf(page).evaluate((element: any) => {
    const copy = element.cloneNode(true);
    for (const caret of copy.querySelectorAll("[class*=caret__caret], [class*=carets__caret]")) caret.remove();
    return copy.textContent.trim().replaceAll("\u00a0", " ");
  });
const allRead = (text: string, ...readers: readonly Pick<UiPage, "page">[]) =>
  eventually(async () => {
    for (const reader of readers) expect(await read(reader)).toBe(text);
  });
async function toEnd(user: UiPage): Promise<void> {
  await textOf(user).focus();
  await user.page.keyboard.press("ControlOrMeta+End");
  await caretSeen(user);
}
const stored = async (roomId: string) =>
  Buffer.from(await lobby.api.getYjsDocumentAsBinaryUpdate(roomId)).toString("latin1");
/** Selects all, comments on it, and leaves the caret at the end. */
async function comment({ page }: UiPage, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+a");
  await page.locator(".lb-tiptap-floating-toolbar").getByRole("button", { name: "Comment" }).click();
  await page.locator(".lb-tiptap-floating-composer").getByRole("textbox").fill(text);
  await page.keyboard.press("Enter");
  await page.locator(".lb-tiptap-floating-composer").waitFor({ state: "detached" });
}

test("[RT1] [RT5] [RT8] [RT9] [RT10] [RT11] users write, comment on text, mention each other and restore a version", async () => {
  const roomId = await lobby.newRoom();
  const alice = await open(roomId, "alice");
  const { page } = alice;
  const { keyboard } = page;
  await textOf(alice).click();
  await keyboard.type("Hello world");
  const bob = await open(roomId, "bob");
  await allRead("Hello world", alice, bob);
  // Each sees the caret of the other, with a label that can be read on its color.
  await textOf(bob).click();
  await bob.page.keyboard.press("ControlOrMeta+Home");
  await caretSeen(bob);
  await page.locator(".lb-tiptap-caret-label", { hasText: "User bob" }).waitFor();
  expect(
    await page
      .locator(".lb-tiptap-caret-label")
      .evaluate((label: any) => label.ownerDocument.defaultView.getComputedStyle(label).color),
  ).toBe("rgb(0, 0, 0)");
  await Promise.all([keyboard.type(", says Alice"), bob.page.keyboard.type("Note: ")]);
  await allRead("Note: Hello world, says Alice", alice, bob);
  await eventually(async () =>
    expect(await lobby.api.getRoom(roomId)).toMatchObject({
      experimental_textEditor: { type: "tiptap", rootKey: "default" },
    }),
  );
  await lobby.api.createVersionHistorySnapshot(roomId);
  // Undo takes back what this user wrote.
  for (const _ of "Note: ") await bob.page.keyboard.press("ControlOrMeta+z");
  await allRead("Hello world, says Alice", alice, bob);
  for (const _ of "Note: ") await bob.page.keyboard.press("ControlOrMeta+Shift+z");
  await allRead("Note: Hello world, says Alice", alice, bob);

  await textOf(alice).focus();
  await comment(alice, "Is she?");
  const mark = ".lb-tiptap-thread-mark";
  await textOf(bob).locator(`${mark}:not([data-orphan])`).first().click();
  const thread = bob.page.locator(".lb-tiptap-floating-threads");
  await thread.getByText("Is she?").waitFor();
  expect(await textOf(bob).locator(`${mark}-selected`).count()).toBeGreaterThan(0);
  await thread.getByRole("textbox").fill("She is.");
  await bob.page.keyboard.press("Enter");
  await page.locator("[data-list=threads] li", { hasText: "2 comments" }).waitFor();
  await page.locator(".lb-tiptap-anchored-threads").getByText("She is.").waitFor();
  await bob.page.keyboard.press("Escape");
  await thread.waitFor({ state: "detached" });
  const [{ id: threadId } = { id: "" }] = (await lobby.api.getThreads({ roomId })).data;
  expect(await stored(roomId)).toContain(threadId);
  await page.getByRole("button", { name: "Resolve it" }).click();
  for (const each of [alice, bob]) {
    await textOf(each).locator(`${mark}[data-orphan=true]`).first().waitFor();
    await each.page.locator(".lb-tiptap-anchored-threads .lb-thread").waitFor({ state: "detached" });
  }

  const suggest = async (typed: string, name: string) => {
    await keyboard.type(typed);
    await page.getByRole("option", { name }).click();
    await textOf(bob).locator(".lb-tiptap-mention", { hasText: name }).waitFor();
  };
  await toEnd(alice);
  await suggest(" @bo", "User bob");
  await eventually(async () =>
    expect(await mentionsOf("bob", roomId)).toMatchObject([
      { createdBy: "alice", mention: { kind: "user", id: "bob" }, readAt: null },
    ]),
  );
  await suggest("@eng", "Group engineers");
  await eventually(async () => expect(await mentionsOf("carol", roomId)).toHaveLength(1));
  await allRead("Note: Hello world, says Alice @User bob @Group engineers", alice, bob);
  await page.reload();
  await page.locator("output", { hasText: "ready" }).waitFor();
  await allRead("Note: Hello world, says Alice @User bob @Group engineers", alice, bob);

  // Bob deletes both, and with them the notifications, and undoes that.
  await toEnd(bob);
  while ((await textOf(bob).locator(".lb-tiptap-mention").count()) > 0) await bob.page.keyboard.press("Backspace");
  await eventually(async () => expect(await mentionsOf("carol", roomId)).toEqual([]));
  await bob.page.keyboard.press("ControlOrMeta+z");
  await eventually(async () => expect(await mentionsOf("carol", roomId)).toHaveLength(1));

  await page.getByRole("button", { name: "History" }).click();
  const version = page.locator("aside");
  await version.getByText("Note: Hello world, says Alice").waitFor();
  await version.getByRole("button", { name: /restore/iu }).click();
  await allRead("Note: Hello world, says Alice", alice, bob);
  expect([...alice.complaints, ...bob.complaints]).toEqual([]);
});

test("[RT3] nothing is lost when the server is killed while users write", () =>
  expectKeptWhenKilled({ pages, toEnd, allRead: (lines, ...users) => allRead(lines.join("").trim(), ...users) }));

test("[RT14] an official editor in the same room has the same text, comments and mentions", async () => {
  const roomId = await lobby.newRoom();
  await using officials = await openEditorPages();
  const own = await open(roomId, "alice");
  await textOf(own).click();
  await own.page.keyboard.type("From us");
  const official = await openEditorAs("bob", { pages: officials, server: lobby.server, editor: "tiptap", roomId });
  await allRead("From us", official);
  await comment(own, "Ours");
  await official.text.locator(".lb-tiptap-thread-mark").click();
  await official.page.locator(".lb-thread", { hasText: "Ours" }).waitFor();
  await toEnd(own);
  await own.page.keyboard.type(" @ca");
  await own.page.getByRole("option", { name: "User carol" }).click();
  await official.text.locator(".lb-tiptap-mention", { hasText: "User carol" }).waitFor();
  await own.page.keyboard.type("@eng");
  await own.page.getByRole("option", { name: "Group engineers" }).click();
  await official.text.locator(".lb-tiptap-mention", { hasText: "Group engineers" }).waitFor();

  await official.page.keyboard.press("Escape");
  await official.text.focus();
  await official.page.keyboard.press("ControlOrMeta+End");
  await caretSeen(official);
  await official.page.keyboard.type(" theirs @al");
  await official.page.getByRole("option", { name: "User alice" }).click();
  await textOf(own).locator(".lb-tiptap-mention", { hasText: "User alice" }).waitFor();
  await own.page.locator(".lb-tiptap-caret").waitFor();
  await official.page.keyboard.press("ControlOrMeta+a");
  await caretSeen(official);
  await official.page.getByRole("button", { name: "Comment" }).click();
  await official.page.locator(".lb-composer [contenteditable=true]").waitFor();
  await official.page.keyboard.type("Theirs");
  await official.page.keyboard.press("Enter");
  await own.page.locator(".lb-tiptap-anchored-threads").getByText("Theirs").waitFor();
  await own.page.locator(".lb-tiptap-anchored-threads").getByText("Ours").waitFor();
  expect(await read(own)).toBe(await read(official));
  expect([...own.complaints, ...official.complaints]).toEqual([]);
});
