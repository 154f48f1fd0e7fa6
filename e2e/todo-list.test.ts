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

const address = (room: string) => `/play/todo-list/?room=${room}`;

/** The list as a user sees it, with `x` before completed tasks. Read in one call, since it may change at any moment. */
function list(page: Page): Promise<unknown> {
  return page.evaluate(`
    [...document.querySelectorAll("[data-testid=task] input[type=checkbox]")].map(
      (box) => (box.checked ? "x " : "") + box.getAttribute("aria-label"),
    )`);
}

async function bothSee(pages: readonly Page[], tasks: readonly string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => list(page)).toEqual(tasks);
}

async function add(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByLabel("New task").fill(text);
    await page.keyboard.press("Enter");
  }
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("button", { name: from, exact: true }).click();
  await page.getByLabel(`Rename: ${from}`).fill(to);
  await page.keyboard.press("Enter");
}

/** Ada and Ben in a new room. Ben joins when the list exists: if both joined at once, each would create one. */
async function meet(room: string, ben: Person = {}): Promise<[Page, Page]> {
  const first = await journey.visit(address(room));
  await first.getByText("A shared list").waitFor();
  await saved(first);
  const second = await journey.visit(address(room), ben);
  await Promise.all([first, second].map((page) => page.getByTestId("other-avatar").waitFor()));
  return [first, second];
}

const check = (page: Page, task: string) => page.getByRole("checkbox", { name: task }).click();
const saved = (page: Page) => page.locator(".connection[data-state=live]").waitFor();

test("two people keep one list: add, tick off, rename, delete, clear", async () => {
  const [ada, ben] = await meet("edit", { device: "phone", theme: "dark" });
  const both = [ada, ben];
  await add(ada, "warp", "weft");
  await bothSee(both, ["warp", "weft"]);
  await add(ben, "cut");
  await check(ben, "warp");
  await bothSee(both, ["x warp", "weft", "cut"]);
  await rename(ada, "weft", "weave");
  await bothSee(both, ["x warp", "weave", "cut"]);
  await ben.getByRole("button", { name: "Delete: cut" }).click();
  await bothSee(both, ["x warp", "weave"]);
  await ada.getByRole("button", { name: "Clear completed" }).click();
  await bothSee(both, ["weave"]);
  expect(journey.complaints).toEqual([]);
});

test("everyone sees who is adding and who is renaming", async () => {
  const [ada, ben] = await meet("activity");
  await add(ada, "warp");
  await bothSee([ben], ["warp"]);
  const name = ((await ada.locator(".avatar[data-you]").getAttribute("title")) ?? "").replace(" (you)", "");

  await ada.getByLabel("New task").fill("we");
  await ben.getByText(`${name} is adding a task…`).waitFor();
  await ada.getByRole("button", { name: "warp", exact: true }).click();
  await ben.getByText(`${name} is editing`).waitFor();
  await ada.keyboard.press("Escape");
  await expect.poll(() => ben.getByText(`${name} is editing`).count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("tasks are reordered by keyboard and by dragging", async () => {
  const [ada, ben] = await meet("order");
  await add(ada, "one", "two", "three", "four");
  await bothSee([ben], ["one", "two", "three", "four"]);

  await ada.getByRole("button", { name: "Reorder: one" }).focus();
  await ada.keyboard.press("ArrowDown");
  await ada.keyboard.press("ArrowDown");
  await bothSee([ada, ben], ["two", "three", "one", "four"]);

  const [from, to] = await Promise.all([
    ben.getByRole("button", { name: "Reorder: four" }).boundingBox(),
    ben.getByRole("button", { name: "Reorder: two" }).boundingBox(),
  ]);
  if (!from || !to) throw new Error("The handles are not on the page.");
  await ben.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await ben.mouse.down();
  // Above the first row, even if a row has moved meanwhile.
  await ben.mouse.move(to.x + to.width / 2, to.y - to.height, { steps: 8 });
  await ben.mouse.up();
  await bothSee([ada, ben], ["four", "two", "three", "one"]);
  expect(journey.complaints).toEqual([]);
});

test("a finger drags a task on a phone, and the page does not scroll", async () => {
  const [ada, ben] = await meet("finger", { device: "phone" });
  await add(ada, "one", "two", "three");
  await bothSee([ben], ["one", "two", "three"]);
  const handle = await ben.getByRole("button", { name: "Reorder: one" }).boundingBox();
  if (!handle) throw new Error("The handle is not on the page.");
  const touch = await ben.context().newCDPSession(ben);
  const x = handle.x + handle.width / 2;
  const y = handle.y + handle.height / 2;
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (const down of [10, 40, 80])
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y + down }] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await bothSee([ada, ben], ["two", "one", "three"]);
  expect(await ben.evaluate("scrollY")).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("a drag that ends before its last move is on the screen ends where the pointer was", async () => {
  const [ada, ben] = await meet("quick");
  await add(ada, "one", "two", "three");
  await bothSee([ben], ["one", "two", "three"]);
  await ada.getByRole("button", { name: "Reorder: one" }).hover();
  await ada.mouse.down();
  // Both at once, as when the page was busy.
  await ada.evaluate(`(() => {
    const handle = document.querySelector("[aria-label='Reorder: one']");
    const { x, y } = handle.getBoundingClientRect();
    for (const type of ["pointermove", "pointerup"])
      handle.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY: y + 100 }));
  })()`);
  await bothSee([ada, ben], ["two", "one", "three"]);
  await ada.mouse.up();
  expect(journey.complaints).toEqual([]);
});

test("undo and redo affect only your own edits", async () => {
  const [ada, ben] = await meet("undo");
  const both = [ada, ben];
  await add(ada, "hers");
  await bothSee(both, ["hers"]);
  await add(ben, "his");
  await bothSee(both, ["hers", "his"]);

  // The field is empty and has nothing to undo, so the shortcut applies to the list.
  await ada.keyboard.press("ControlOrMeta+z");
  await bothSee(both, ["his"]);
  await ada.keyboard.press("ControlOrMeta+Shift+z");
  await bothSee(both, ["hers", "his"]);
  await ada.getByRole("button", { name: "Undo" }).click();
  await bothSee(both, ["his"]);
  await ada.getByRole("button", { name: "Redo" }).click();
  await bothSee(both, ["hers", "his"]);
  expect(journey.complaints).toEqual([]);
});

test("edits made while the server is down are kept, and sent when it is back", async () => {
  const [ada, ben] = await meet("offline");
  const both = [ada, ben];
  await add(ada, "warp", "weft", "cut");
  await bothSee(both, ["warp", "weft", "cut"]);
  await saved(ada);

  await journey.crashServer();
  await Promise.all(both.map((page) => page.getByText("You are offline.").waitFor()));
  await check(ada, "warp");
  await add(ada, "hem");
  await rename(ben, "cut", "cut the cloth");
  await check(ben, "weft");
  await bothSee([ada], ["x warp", "weft", "cut", "hem"]);
  await bothSee([ben], ["warp", "x weft", "cut the cloth"]);

  await journey.restartServer();
  const together = ["x warp", "x weft", "cut the cloth", "hem"];
  await bothSee(both, together);
  await Promise.all(both.map((page) => expect.poll(() => page.getByText("You are offline.").count()).toBe(0)));
  await Promise.all(both.map(saved));

  // The edits that were sent are durable: a new visitor sees them, and so does everyone after another crash.
  await bothSee([await journey.visit(address("offline"))], together);
  await journey.crashServer();
  await journey.restartServer();
  await bothSee([await journey.visit(address("offline"))], together);
  expect(journey.complaints).toEqual([]);
});
