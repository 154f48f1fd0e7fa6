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

const address = (room: string) => `/play/rich-text/?room=${room}`;
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const saved = (page: Page) => page.locator(".connection[data-state=live]").waitFor();
/** A toolbar button that was pressed on the keyboard gives the focus back with the next frame. */
const writes = (page: Page) => expect.poll(() => page.evaluate("document.activeElement.id")).toBe("text");
/** Records each state of the connection that the window shows from now on. */
const noteStates = `(() => {
  window.notedStates = new Set();
  const note = () => {
    const state = document.querySelector(".connection").dataset.state;
    if (state !== "live") window.notedStates.add(state);
  };
  new MutationObserver(note).observe(document.querySelector(".connection").parentElement, {
    attributes: true, childList: true, subtree: true,
  });
})()`;
const nameOf = async (page: Page) =>
  ((await page.locator(".avatar[data-you]").getAttribute("title")) ?? "").replace(" (you)", "");

/** The blocks of the text as a user reads them, without the names on carets. Read in one call. */
function blocks(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const text = document.querySelector("#text").cloneNode(true);
    for (const caret of text.querySelectorAll(".caret")) caret.remove();
    return [...text.querySelectorAll("p, h1, h2, h3, pre")].map((block) => block.textContent);
  })()`);
}

async function bothSee(pages: readonly Page[], expected: readonly string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => blocks(page)).toEqual(expected);
}

/** Ada and Ben at a new text. */
async function meet(room: string, ben: Person = {}): Promise<[Page, Page]> {
  const [first, second] = [await journey.visit(address(room)), await journey.visit(address(room), ben)];
  await Promise.all([first, second].map((page) => page.getByTestId("other-avatar").waitFor()));
  await Promise.all([first, second].map((page) => text(page).waitFor()));
  return [first, second];
}

/**
 * Moves the caret to the start or the end of the text. The editor learns of a move only after the browser has made it,
 * and keys that arrive faster than a person types would still find the caret at its old place.
 */
async function moveTo(page: Page, end: "start" | "end"): Promise<void> {
  await text(page).focus();
  const isThere = async () => {
    await page.keyboard.press(end === "start" ? "ControlOrMeta+Home" : "ControlOrMeta+End");
    return page.evaluate(`(() => {
      const { doc, selection } = document.querySelector("#text").editor.state;
      return selection.empty && selection.from === (${end === "start"} ? 1 : doc.content.size - 1);
    })()`);
  };
  await expect.poll(isThere).toBe(true);
}

/** Writes `words` as the last paragraph. */
async function addParagraph(page: Page, words: string): Promise<void> {
  await moveTo(page, "end");
  await page.keyboard.press("Enter");
  await page.keyboard.type(words);
}

test("two people write in one text, and see each other's carets by name", async () => {
  const [ada, ben] = await meet("write", { device: "phone", theme: "dark" });
  for (const page of [ada, ben]) await saved(page);
  for (const page of [ada, ben]) await page.evaluate(noteStates);
  await text(ada).pressSequentially("The warp is stretched once.");
  await bothSee([ben], ["The warp is stretched once."]);
  await saved(ada);
  // Only the window in which something was written has something to save.
  expect(await ada.evaluate("[...window.notedStates]")).toContain("saving");
  expect(await ben.evaluate("[...window.notedStates]")).toEqual([]);
  await addParagraph(ben, "The weft comes and goes.");
  await bothSee([ada, ben], ["The warp is stretched once.", "The weft comes and goes."]);
  await expect.poll(() => ben.getByTestId("caret").textContent()).toContain(await nameOf(ada));
  await expect.poll(() => ada.getByTestId("caret").textContent()).toContain(await nameOf(ben));
  // Ben's caret stands where he writes.
  expect(await ada.locator("p", { has: ada.getByTestId("caret") }).textContent()).toContain("comes and goes");
  expect(journey.complaints).toEqual([]);
});

test("formats are applied from the toolbar, by mouse and by keyboard, and everyone sees them", async () => {
  const [ada, ben] = await meet("formats");
  await text(ada).pressSequentially("warp");
  await ada.getByRole("button", { name: "Heading (H1)", exact: true }).click();
  await ben.getByRole("heading", { name: "warp", level: 1 }).waitFor();
  await writes(ada);
  await ada.keyboard.press("Enter");
  // They share one tab stop; the arrow keys move between them.
  await ada.getByRole("button", { name: "Subheading (H2)" }).focus();
  await ada.keyboard.press("ArrowRight");
  await ada.keyboard.press("Enter");
  await expect.poll(() => ada.getByRole("button", { name: "Bold" }).getAttribute("aria-pressed")).toBe("true");
  await writes(ada);
  await ada.keyboard.type("weft");
  await ben.locator("#text strong", { hasText: "weft" }).waitFor();
  await ada.getByRole("button", { name: "Task list" }).click();
  await ben.getByRole("checkbox", { name: "weft" }).check();
  await expect.poll(() => ada.getByRole("checkbox", { name: "weft" }).isChecked()).toBe(true);
  expect(journey.complaints).toEqual([]);
});

test("undo reverts only your own words", async () => {
  const [ada, ben] = await meet("undo");
  await text(ada).pressSequentially("hers");
  await bothSee([ben], ["hers"]);
  await addParagraph(ben, "his");
  await bothSee([ada], ["hers", "his"]);
  // Undoing her first word also removes the first paragraph, which it created.
  await text(ada).press("ControlOrMeta+z");
  await bothSee([ada, ben], ["his"]);
  await ada.getByRole("button", { name: "Redo" }).click();
  await bothSee([ada, ben], ["hers", "his"]);
  await ben.getByRole("button", { name: "Undo" }).click();
  await bothSee([ada, ben], ["hers"]);
  expect(journey.complaints).toEqual([]);
});

test("a user who is offline keeps writing, and nothing is lost afterwards", async () => {
  const [ada, ben] = await meet("offline");
  await text(ada).pressSequentially("warp");
  await bothSee([ben], ["warp"]);
  await saved(ada);

  await journey.disconnect(ben);
  await ben.getByText("You are offline.").waitFor();
  await addParagraph(ben, "written offline");
  await moveTo(ada, "start");
  await ada.keyboard.type("the ");
  await bothSee([ada], ["the warp"]);
  await bothSee([ben], ["warp", "written offline"]);

  await journey.reconnect(ben);
  await bothSee([ada, ben], ["the warp", "written offline"]);
  expect(journey.complaints).toEqual([]);
});

test("edits that two people made while the server was down are merged when it is back, and kept", async () => {
  const [ada, ben] = await meet("crash");
  const both = [ada, ben];
  await text(ada).pressSequentially("warp");
  await bothSee(both, ["warp"]);
  await Promise.all(both.map(saved));

  await journey.crashServer();
  await Promise.all(both.map((page) => page.getByText("You are offline.").waitFor()));
  await moveTo(ada, "start");
  await ada.keyboard.type("the ");
  await addParagraph(ben, "the weft");
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

test("a version is saved, viewed and restored for everyone, and the restore is undone", async () => {
  const [ada, ben] = await meet("versions");
  const both = [ada, ben];
  await ben.getByRole("button", { name: "Versions" }).click();
  await ben.getByText("No versions yet.").waitFor();
  await text(ada).pressSequentially("as it was");
  await bothSee(both, ["as it was"]);
  await ada.getByRole("button", { name: "Versions" }).click();
  await ada.getByRole("button", { name: "Save a version" }).click();
  // Ben sees it too.
  await ben.getByTestId("version").waitFor();

  await text(ada).fill("as it is");
  await addParagraph(ada, "and more");
  await bothSee(both, ["as it is", "and more"]);
  await ada.getByTestId("version").click();
  await expect.poll(() => ada.getByTestId("old-text").textContent()).toBe("as it was");
  await ada.getByRole("button", { name: "Back to current text" }).click();
  await bothSee(both, ["as it is", "and more"]);

  await ben.getByTestId("version").click();
  await ben.getByRole("button", { name: "Restore" }).click();
  await bothSee(both, ["as it was"]);
  await ben.getByRole("button", { name: "Undo" }).click();
  await bothSee(both, ["as it is", "and more"]);
  await ben.getByRole("button", { name: "Redo" }).click();
  await bothSee(both, ["as it was"]);
  expect(journey.complaints).toEqual([]);
});

test("a version is still there after a crash", async () => {
  const [ada, someone] = await meet("kept");
  await text(ada).pressSequentially("as it was");
  await ada.getByRole("button", { name: "Versions" }).click();
  await ada.getByRole("button", { name: "Save a version" }).click();
  await ada.getByTestId("version").waitFor();
  await text(ada).fill("as it is");
  // No one sees a change that could still be lost.
  await bothSee([someone], ["as it is"]);
  await journey.leave();
  await journey.crashServer();
  await journey.restartServer();

  const ben = await journey.visit(address("kept"), { device: "phone" });
  await bothSee([ben], ["as it is"]);
  await ben.getByRole("button", { name: "Versions" }).click();
  await ben.getByTestId("version").click();
  await ben.getByRole("button", { name: "Restore" }).click();
  await bothSee([ben], ["as it was"]);
  expect(journey.complaints).toEqual([]);
});
