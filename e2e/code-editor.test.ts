import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey, Person } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const address = (room: string) => `/play/code-editor/?room=${room}`;
const code = (page: Page) => page.getByRole("textbox", { name: "Code" });
const saved = (page: Page) => page.locator(".connection[data-state=live]").waitFor();
const nameOf = async (page: Page) =>
  ((await page.locator(".avatar[data-you]").getAttribute("title")) ?? "").replace(" (you)", "");

/** The lines as a user reads them, without the names on carets. Read in one call. */
function lines(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const content = document.querySelector(".cm-content").cloneNode(true);
    for (const other of content.querySelectorAll(".cm-ySelectionCaret, .cm-placeholder")) other.remove();
    return [...content.querySelectorAll(".cm-line")].map((line) => line.textContent.replaceAll("\\u200b", ""));
  })()`);
}

async function bothSee(pages: readonly Page[], expected: readonly string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => lines(page)).toEqual(expected);
}

/** Ada and Ben at a new file. */
async function meet(room: string, ben: Person = {}): Promise<[Page, Page]> {
  const [first, second] = [await journey.visit(address(room)), await journey.visit(address(room), ben)];
  await Promise.all([first, second].map((page) => page.getByTestId("other-avatar").waitFor()));
  await Promise.all([first, second].map((page) => code(page).waitFor()));
  return [first, second];
}

/** Writes `words` as the last line. */
async function addLine(page: Page, words: string): Promise<void> {
  await code(page).press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(words);
}

test("two people write in one file, and see each other's carets by name", async () => {
  const [ada, ben] = await meet("write", { device: "phone", theme: "dark" });
  await code(ada).pressSequentially("const warp = 24;");
  await bothSee([ben], ["const warp = 24;"]);
  await addLine(ben, "const weft = 6;");
  await bothSee([ada, ben], ["const warp = 24;", "const weft = 6;"]);
  await expect.poll(() => ben.locator(".cm-ySelectionInfo").allTextContents()).toEqual([await nameOf(ada)]);
  await expect.poll(() => ada.locator(".cm-ySelectionInfo").allTextContents()).toEqual([await nameOf(ben)]);
  expect(journey.complaints).toEqual([]);
});

/** How often each letter occurs in the file. */
async function letters(page: Page): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const letter of String(await lines(page))) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

test("two people who type in the same line at once lose no keystrokes", async () => {
  const [ada, ben] = await meet("at-once");
  await Promise.all([code(ada).pressSequentially("aaaaaaaaaaaaaaaa"), code(ben).pressSequentially("bbbbbbbbbbbbbbbb")]);
  for (const page of [ada, ben]) await expect.poll(() => letters(page)).toEqual({ a: 16, b: 16 });
  expect(await lines(ada)).toEqual(await lines(ben));
  expect(journey.complaints).toEqual([]);
});

test("the language and the initial sample are the same for everyone", async () => {
  const [ada, ben] = await meet("language");
  await ada.getByLabel("Language").selectOption("Python");
  await expect.poll(() => ben.getByLabel("Language").inputValue()).toBe("python");
  await ben.getByRole("button", { name: "Start with some Python" }).click();
  await ada.getByText("def total").waitFor();
  // The grammar highlights keywords.
  await ada.locator(".cm-line span", { hasText: /^def$/u }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a click in the middle of an empty file puts the caret there", async () => {
  const page = await journey.visit(address("middle"));
  await page.getByRole("button", { name: /^Start with some /u }).waitFor();
  const editor = (await page.locator(".cm-editor").boundingBox())!;
  await page.mouse.click(editor.x + editor.width / 2, editor.y + editor.height / 2);
  await page.keyboard.type("x = 1");
  await bothSee([page], ["x = 1"]);
  expect(journey.complaints).toEqual([]);
});

test("undo reverts only your own edits", async () => {
  const [ada, ben] = await meet("undo");
  await code(ada).pressSequentially("hers");
  await bothSee([ben], ["hers"]);
  await addLine(ben, "his");
  await bothSee([ada], ["hers", "his"]);
  await code(ada).press("ControlOrMeta+z");
  await bothSee([ada, ben], ["", "his"]);
  await ada.getByRole("button", { name: "Redo" }).click();
  await bothSee([ada, ben], ["hers", "his"]);
  await ben.getByRole("button", { name: "Undo" }).click();
  await bothSee([ada, ben], ["hers"]);
  expect(journey.complaints).toEqual([]);
});

test("a file is shared by its address, and a new file is yours alone", async () => {
  const ada = await journey.visit(address("shared"));
  await code(ada).pressSequentially("mine");
  await saved(ada);
  const ben = await journey.visit(new URL(ada.url()).pathname + new URL(ada.url()).search);
  await bothSee([ben], ["mine"]);
  const [fresh] = await Promise.all([
    ada.context().waitForEvent("page"),
    ada.getByRole("link", { name: "New file" }).click(),
  ]);
  await fresh.getByText("A shared file").waitFor();
  expect(fresh.url()).not.toBe(ada.url());
  expect(journey.complaints).toEqual([]);
});

test("visitors with other editors in the same room do no harm", async () => {
  const ada = await journey.visit(address("shared-by-two"));
  const ben = await journey.visit("/play/rich-text/?room=shared-by-two");
  await Promise.all([ada, ben].map((page) => page.getByTestId("other-avatar").waitFor()));
  const text = ben.getByRole("textbox", { name: "Text" });
  await text.pressSequentially("prose");
  await code(ada).pressSequentially("code");
  await text.pressSequentially("!");
  await Promise.all([ada, ben].map(saved));
  await bothSee([ada], ["code"]);
  await expect.poll(() => text.textContent()).toContain("prose!");
  expect(journey.complaints).toEqual([]);
});

test("a user who is offline keeps typing, and nothing is lost afterwards", async () => {
  const [ada, ben] = await meet("offline");
  await code(ada).pressSequentially("warp");
  await bothSee([ben], ["warp"]);
  await saved(ada);

  await journey.disconnect(ben);
  await ben.getByText("You are offline.").waitFor();
  await addLine(ben, "typed offline");
  await code(ada).press("ControlOrMeta+Home");
  await ada.keyboard.type("the ");
  await bothSee([ada], ["the warp"]);
  await bothSee([ben], ["warp", "typed offline"]);

  await journey.reconnect(ben);
  await bothSee([ada, ben], ["the warp", "typed offline"]);
  expect(journey.complaints).toEqual([]);
});

test("edits that two people made while the server was down are merged when it is back, and kept", async () => {
  const [ada, ben] = await meet("crash");
  const both = [ada, ben];
  await code(ada).pressSequentially("warp");
  await bothSee(both, ["warp"]);
  await Promise.all(both.map(saved));

  await journey.crashServer();
  await Promise.all(both.map((page) => page.getByText("You are offline.").waitFor()));
  await code(ada).press("ControlOrMeta+Home");
  await ada.keyboard.type("the ");
  await addLine(ben, "the weft");
  await bothSee([ada], ["the warp"]);
  await bothSee([ben], ["warp", "the weft"]);

  await journey.restartServer();
  await bothSee(both, ["the warp", "the weft"]);
  await Promise.all(both.map(saved));

  // Saved changes are durable: another crash loses nothing, although no client is left to send them again.
  await journey.leave();
  await journey.crashServer();
  await journey.restartServer();
  await bothSee([await journey.visit(address("crash"))], ["the warp", "the weft"]);
  expect(journey.complaints).toEqual([]);
});

test("a server that dies in the middle of a word loses none of its letters", async () => {
  const [ada, ben] = await meet("mid-word");
  const typing = Promise.all([
    code(ada).pressSequentially("a".repeat(150), { delay: 10 }),
    code(ben).pressSequentially("b".repeat(150), { delay: 10 }),
  ]);
  await expect.poll(async () => (await letters(ben))["a"] ?? 0).toBeGreaterThan(20);
  await journey.crashServer();
  await typing;
  await journey.restartServer();
  for (const page of [ada, ben]) await expect.poll(() => letters(page)).toEqual({ a: 150, b: 150 });
  expect(await lines(ada)).toEqual(await lines(ben));
  const word = await lines(ada);
  await journey.leave();
  await journey.crashServer();
  await journey.restartServer();
  const cleo = await journey.visit(address("mid-word"));
  await expect.poll(() => lines(cleo)).toEqual(word);
  expect(journey.complaints).toEqual([]);
});
