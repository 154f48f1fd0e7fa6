import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import type { EditorPages } from "../support/editor-pages.ts";
import { caretSeen, textMentionsOf, textOf } from "../support/editor-writing.ts";
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

const mentionsOf = (userId: string, roomId: string) => textMentionsOf(lobby, userId, roomId);

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
  // The thread itself arrives by another way than its mark.
  const mark = textOf(bob).locator(".lb-tiptap-thread-mark:not([data-orphan])", { hasText: /^world$/u });
  await mark.click();
  const thread = bob.page.locator(".lb-tiptap-floating-threads .lb-thread", { hasText: "Which?" });
  await thread.getByRole("textbox").fill("This one");
  await bob.page.keyboard.press("Enter");
  await alice.page.locator(".lb-tiptap-anchored-threads .lb-thread", { hasText: "This one" }).waitFor();
  await eventually(async () =>
    expect((await lobby.api.getThreads({ roomId })).data).toMatchObject([
      { comments: [{ userId: "alice" }, { userId: "bob" }], resolved: false },
    ]),
  );
  const carol = await official.open({ editor: "blocknote", ...optionsOf(roomId, "carol") });
  await allRead(["Plan", "Hello world"], carol);
  await textOf(carol)
    .locator(".lb-tiptap-thread-mark", { hasText: /^world$/u })
    .waitFor();
  await bob.page.getByRole("button", { name: "Resolve it" }).dispatchEvent("click");
  await textOf(alice).locator(".lb-tiptap-thread-mark[data-orphan=true]", { hasText: "world" }).waitFor();
  await alice.page.locator(".lb-tiptap-anchored-threads .lb-thread").waitFor({ state: "detached" });

  // Mentions, with the keyboard: in a list, Enter and Escape are those of the suggestions first.
  await textOf(alice).locator("p").last().click();
  await caretSeen(alice);
  await keyboard.press("End");
  await caretSeen(alice);
  await keyboard.press("Enter");
  await keyboard.type("- Ask @bo");
  await alice.page.getByRole("option", { name: "User bob" }).waitFor();
  await keyboard.press("Enter");
  await textOf(bob).locator(".lb-tiptap-mention", { hasText: "@User bob" }).waitFor();
  await keyboard.type("or @bo");
  await alice.page.getByRole("option", { name: "User bob" }).waitFor();
  await keyboard.press("Escape");
  await alice.page.getByRole("option").waitFor({ state: "detached" });
  await keyboard.type("ok");
  await allRead(["Plan", "Hello world", "Ask @User bob or @book"], alice, bob);
  await eventually(async () =>
    expect(await mentionsOf("bob", roomId)).toMatchObject([
      { createdBy: "alice", mention: { kind: "user", id: "bob" }, readAt: null },
    ]),
  );
  await textOf(carol).locator(".lb-tiptap-mention", { hasText: "User bob" }).click();
  await caretSeen(carol);
  await carol.page.keyboard.press("End");
  await caretSeen(carol);
  await carol.page.keyboard.type(" and @eng");
  await carol.page.getByRole("option", { name: "Group engineers" }).click();
  for (const { page } of [alice, bob])
    await textOf({ page }).locator(".lb-tiptap-mention", { hasText: "@Group engineers" }).waitFor();
  await eventually(async () =>
    expect(await mentionsOf("bob", roomId)).toMatchObject([{ mention: { kind: "group", id: "engineers" } }, {}]),
  );

  // A version, which is restored for all, and taken back.
  const blocks = await read(alice);
  await bob.page.getByRole("button", { name: "History" }).dispatchEvent("click");
  const version = bob.page.locator("aside");
  await version.locator("h1", { hasText: "Plan" }).waitFor();
  await version.getByText("Hello world").waitFor();
  expect(await version.locator("[contenteditable=true]").count()).toBe(0);
  await version.getByRole("button", { name: /restore/iu }).dispatchEvent("click");
  await allRead(["Plan", "Hello world"], alice, bob, carol);
  await bob.page.getByRole("button", { name: "Undo" }).dispatchEvent("click");
  await allRead(blocks, alice, bob);
  expect(blocks.at(-1)).toBe("Ask @User bob or @book and @Group engineers");

  await alice.page.reload();
  await alice.page.locator("output", { hasText: "ready" }).waitFor();
  await allRead(blocks, alice, bob);
  expect([alice.complaints, bob.complaints, carol.complaints]).toEqual([[], [], []]);
});
