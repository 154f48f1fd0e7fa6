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
  pages = opened.use(await openUiPages("own-lexical", ["react-lexical"]));
});
afterAll(() => opened.disposeAsync());

const open = (roomId: string, userId: string) => openAs(pages, lobby.server, roomId, userId);
const mentionsOf = (userId: string, roomId: string) => textMentionsOf(lobby, userId, roomId);

type Reader = Pick<UiPage, "page">;

const read = async (reader: Reader) =>
  (await textOf(reader).innerText()).replaceAll("\u00a0", " ").replaceAll(/ +\n/gu, "\n").trim();
const allRead = (text: string, ...readers: readonly Reader[]) =>
  eventually(async () => {
    for (const reader of readers) expect(await read(reader)).toBe(text);
  });
const lettersOf = (text: string) => text.replaceAll(/\s/gu, "").split("").toSorted().join("");
async function press(reader: Reader, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await reader.page.keyboard.press(key);
    await caretSeen(reader);
  }
}
/** Comments on what is selected. */
async function comment({ page }: Reader, text: string): Promise<void> {
  await page.locator(".lb-lexical-floating-toolbar").getByRole("button", { name: "Comment" }).click();
  await page.locator(".lb-lexical-floating-composer").getByRole("textbox").fill(text);
  await page.keyboard.press("Enter");
  await page.locator(".lb-lexical-floating-composer").waitFor({ state: "detached" });
}

test("[RL1] [RL5] [RL6] [RL7] [RL8] [RL9] users write at once, comment, mention each other and restore a version", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = await Promise.all([open(roomId, "alice"), open(roomId, "bob")]);
  const { page } = alice;
  const { keyboard } = page;
  // In the empty document, from the first key on.
  await Promise.all([textOf(alice).click(), textOf(bob).click()]);
  await Promise.all([keyboard.type("Hello Alice "), bob.page.keyboard.type("Hello Bob ")]);
  await eventually(async () => {
    const text = await read(alice);
    expect(lettersOf(text)).toBe(lettersOf("Hello Alice Hello Bob"));
    expect(await read(bob)).toBe(text);
  });
  expect(await textOf(alice).locator("p").count()).toBe(1);
  await page.locator(".lb-lexical-cursor-label", { hasText: "User bob" }).waitFor();

  // Undo takes back what this user wrote.
  await press(bob, "ControlOrMeta+z");
  await allRead("Hello Alice", alice, bob);
  await press(bob, "ControlOrMeta+Shift+z");
  await eventually(async () => expect(lettersOf(await read(alice))).toBe(lettersOf("Hello Alice Hello Bob")));
  await textOf(alice).focus();
  await press(alice, "ControlOrMeta+a");
  await keyboard.type("Hello world");
  await allRead("Hello world", alice, bob);
  await eventually(async () =>
    expect(await lobby.api.getRoom(roomId)).toMatchObject({
      experimental_textEditor: { type: "lexical", rootKey: "root" },
    }),
  );
  await lobby.api.createVersionHistorySnapshot(roomId);

  await press(alice, "ControlOrMeta+Shift+ArrowLeft");
  await comment(alice, "Which one?");
  const mark = ".lb-lexical-thread-mark";
  await textOf(bob).locator(mark, { hasText: "world" }).click();
  const thread = bob.page.locator(".lb-lexical-floating-threads");
  await thread.getByText("Which one?").waitFor();
  expect(await textOf(bob).locator(`${mark}-selected`).count()).toBe(1);
  await thread.getByRole("textbox").fill("This one.");
  await bob.page.keyboard.press("Enter");
  await page.locator(".lb-lexical-anchored-threads").getByText("This one.").waitFor();
  const [{ id: threadId } = { id: "" }] = (await lobby.api.getThreads({ roomId })).data;
  expect(await textOf(bob).locator(mark).getAttribute("data-lb-thread-id")).toBe(threadId);
  await bob.page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resolve it" }).click();
  for (const each of [alice, bob]) {
    await textOf(each).locator(`${mark}[data-resolved]`).waitFor();
    await each.page.locator(".lb-lexical-anchored-threads .lb-thread").waitFor({ state: "detached" });
  }

  const suggest = async (typed: string, name: string) => {
    await keyboard.type(` @${typed}`);
    await page.getByRole("option", { name }).waitFor();
    await keyboard.press("Enter");
    await textOf(bob).locator(".lb-lexical-mention", { hasText: name }).waitFor();
  };
  await textOf(alice).focus();
  await press(alice, "ControlOrMeta+End");
  await suggest("bo", "User bob");
  await keyboard.type("and some more");
  await allRead("Hello world @User bob and some more", alice, bob);
  await eventually(async () =>
    expect(await mentionsOf("bob", roomId)).toMatchObject([
      { createdBy: "alice", mention: { kind: "user", id: "bob" }, readAt: null },
    ]),
  );
  await suggest("eng", "Group engineers");
  await eventually(async () => expect(await mentionsOf("carol", roomId)).toHaveLength(1));
  const whole = "Hello world @User bob and some more @Group engineers";
  await page.reload();
  await page.locator("output", { hasText: "ready" }).waitFor();
  await allRead(whole, alice, bob);

  // Bob deletes the last one, and with it the notifications, and undoes that.
  await textOf(bob).focus();
  await press(bob, "ControlOrMeta+End", "Backspace", "Backspace", "Backspace");
  await eventually(async () => expect(await mentionsOf("carol", roomId)).toEqual([]));
  await press(bob, "ControlOrMeta+z");
  await eventually(async () => expect(await mentionsOf("carol", roomId)).toHaveLength(1));

  await page.getByRole("button", { name: "History" }).click();
  const version = page.locator("aside");
  await version.getByText("Hello world").waitFor();
  await version.getByRole("button", { name: /restore/iu }).click();
  await allRead("Hello world", alice, bob);
  expect([...alice.complaints, ...bob.complaints]).toEqual([]);
});

test("[RL2] nothing is lost when the server is killed while users write", () =>
  expectKeptWhenKilled({
    pages,
    async toEnd(user) {
      await textOf(user).click();
      await press(user, "ControlOrMeta+End");
    },
    allRead: (lines, ...users) => allRead(lines.map((line) => line?.trim()).join("\n\n"), ...users),
  }));

test("[RL4] users of the official package have the same text, marks and mentions", async () => {
  await using officials = await openEditorPages();
  const roomId = await lobby.newRoom();
  const alice = await open(roomId, "alice");
  await textOf(alice).click();
  await alice.page.keyboard.type("Ours ");
  const bob = await openEditorAs("bob", { pages: officials, server: lobby.server, editor: "lexical", roomId });
  await allRead("Ours", alice, bob);
  await bob.text.click();
  await press(bob, "ControlOrMeta+End");
  await bob.page.keyboard.type("and theirs");
  await allRead("Ours and theirs", alice, bob);

  await press(bob, "ControlOrMeta+Shift+ArrowLeft");
  await bob.page.getByRole("button", { name: "Comment" }).click();
  await bob.page.locator(".lb-composer [contenteditable=true]").waitFor();
  await bob.page.keyboard.type("Theirs?");
  await bob.page.keyboard.press("Enter");
  await textOf(alice).locator(".lb-lexical-thread-mark", { hasText: "theirs" }).waitFor();
  await textOf(alice).focus();
  await press(alice, "ControlOrMeta+Home", "ControlOrMeta+Shift+ArrowRight");
  await comment(alice, "Ours?");
  await eventually(async () => expect((await lobby.api.getThreads({ roomId })).data).toHaveLength(2));
  await bob.text.locator(".lb-lexical-thread-mark", { hasText: "Ours" }).waitFor();

  const mention = async (reader: Reader, typed: string, name: string) => {
    await textOf(reader).focus();
    await press(reader, "ControlOrMeta+End");
    await reader.page.keyboard.type(` @${typed}`);
    await reader.page.getByRole("option", { name }).click();
    for (const each of [alice, bob]) await textOf(each).getByText(name).waitFor();
  };
  await mention(alice, "bo", "User bob");
  await mention(bob, "al", "User alice");
  await textOf(alice).focus();
  await press(alice, "ControlOrMeta+End");
  await alice.page.keyboard.type(" The end");
  await eventually(async () => {
    const texts = await Promise.all([alice, bob].map(async (each) => (await read(each)).replaceAll(/[@\s]+/gu, " ")));
    expect(texts).toEqual(Array(2).fill("Ours and theirs User bob User alice The end"));
  });
  await eventually(async () => {
    expect(await mentionsOf("bob", roomId)).toHaveLength(1);
    expect(await mentionsOf("alice", roomId)).toHaveLength(1);
  });
  expect([...alice.complaints, ...bob.complaints]).toEqual([]);
});
