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
const nameOf = async (page: Page) =>
  ((await page.locator(".avatar[data-you]").getAttribute("title")) ?? "").replace(" (you)", "");

/** The blocks of the text as a person reads them, without the names that hang at carets. Read in one go. */
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
 * Takes the caret to the start or the end of the text. The editor hears of a move only after the browser has made it, and
 * keys that come sooner than a person's would still find the caret where it was.
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
  await text(ada).pressSequentially("The warp is stretched once.");
  await bothSee([ben], ["The warp is stretched once."]);
  await addParagraph(ben, "The weft comes and goes.");
  await bothSee([ada, ben], ["The warp is stretched once.", "The weft comes and goes."]);
  await expect.poll(() => ben.getByTestId("caret").textContent()).toContain(await nameOf(ada));
  await expect.poll(() => ada.getByTestId("caret").textContent()).toContain(await nameOf(ben));
  // Ben's caret stands where he writes.
  expect(await ada.locator("p", { has: ada.getByTestId("caret") }).textContent()).toContain("comes and goes");
  expect(journey.complaints).toEqual([]);
});

test("formats are applied from the toolbar, by mouse and by keyboard, and everybody sees them", async () => {
  const [ada, ben] = await meet("formats");
  await text(ada).pressSequentially("warp");
  await ada.getByRole("button", { name: "Heading (H1)", exact: true }).click();
  await ben.getByRole("heading", { name: "warp", level: 1 }).waitFor();
  await writes(ada);
  await ada.keyboard.press("Enter");
  // One tab stop for all of them; the arrow keys walk.
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

test("undo takes back one's own words only", async () => {
  const [ada, ben] = await meet("undo");
  await text(ada).pressSequentially("hers");
  await bothSee([ben], ["hers"]);
  await addParagraph(ben, "his");
  await bothSee([ada], ["hers", "his"]);
  // The first paragraph came with her first word, and goes with it.
  await text(ada).press("ControlOrMeta+z");
  await bothSee([ada, ben], ["his"]);
  await ada.getByRole("button", { name: "Redo" }).click();
  await bothSee([ada, ben], ["hers", "his"]);
  await ben.getByRole("button", { name: "Undo" }).click();
  await bothSee([ada, ben], ["hers"]);
  expect(journey.complaints).toEqual([]);
});

test("who is offline goes on writing, and finds it all in its place afterwards", async () => {
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

test("what two people wrote while the server was away is merged when it is back, and stays", async () => {
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

  // What is called saved is the server's: another crash, with nobody left who could send it again, takes nothing away.
  await journey.leave();
  await journey.crashServer();
  await journey.restartServer();
  await bothSee([await journey.visit(address("crash"))], ["the warp", "the weft"]);
  expect(journey.complaints).toEqual([]);
});

test("a version is saved, looked at, restored for everybody, and the restoring undone", async () => {
  const [ada, ben] = await meet("versions");
  const both = [ada, ben];
  await ben.getByRole("button", { name: "Versions" }).click();
  await ben.getByText("No versions yet.").waitFor();
  await text(ada).pressSequentially("as it was");
  await bothSee(both, ["as it was"]);
  await ada.getByRole("button", { name: "Versions" }).click();
  await ada.getByRole("button", { name: "Save a version" }).click();
  // Ben hears of it, too.
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
  // Nobody is shown what could still be lost.
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
