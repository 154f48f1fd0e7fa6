import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const address = (room: string) => `/play/live-cursors/?room=${room}`;

/** Moves a user's pointer to a place on their canvas, as fractions of its sides. */
async function point(page: Page, x: number, y: number): Promise<void> {
  const stage = await boxOf(page, "stage");
  await page.mouse.move(stage.x + stage.width * x, stage.y + stage.height * y, { steps: 4 });
}

/**
 * The position at which a user sees the other cursor, as fractions of their canvas. Read in one call, since it may
 * disappear at any moment.
 */
function seenCursor(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const cursors = document.querySelectorAll("[data-testid=cursor][data-visible]");
    if (cursors.length !== 1) return cursors.length + " cursors";
    const stage = document.querySelector("[data-testid=stage]").getBoundingClientRect();
    const at = cursors[0].getBoundingClientRect();
    return ((at.x - stage.x) / stage.width).toFixed(2) + ", " + ((at.y - stage.y) / stage.height).toFixed(2);
  })()`);
}

async function boxOf(page: Page, testId: string) {
  const box = await page.getByTestId(testId).boundingBox();
  if (!box) throw new Error(`${testId} is not on the page.`);
  return box;
}

const nameOf = async (page: Page) => (await page.locator(".avatar[data-you]").getAttribute("title")) ?? "";

async function connected(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.locator(".connection[data-state=live]").waitFor();
}

test("two people see each other join, point and leave", async () => {
  const ada = await journey.visit(address("come-and-go"));
  await ada.getByText("No one else is here").waitFor();
  const ben = await journey.visit(address("come-and-go"), { device: "phone", theme: "dark" });
  await ada.getByTestId("other-avatar").waitFor();
  await ben.getByTestId("other-avatar").waitFor();
  await expect.poll(() => ada.getByTestId("alone").count()).toBe(0);

  await point(ada, 0.25, 0.5);
  await expect.poll(() => seenCursor(ben)).toBe("0.25, 0.50");
  await point(ada, 0.5, 0.25);
  await expect.poll(() => seenCursor(ben)).toBe("0.50, 0.25");

  await ada.mouse.move(10, 10);
  await expect.poll(() => seenCursor(ben)).toBe("0 cursors");

  await ada.close();
  await ben.getByText("No one else is here").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a finger on a phone is a cursor for the others", async () => {
  const ada = await journey.visit(address("finger"));
  const ben = await journey.visit(address("finger"), { device: "phone" });
  await ada.getByTestId("other-avatar").waitFor();
  const stage = await boxOf(ben, "stage");
  const touch = await ben.context().newCDPSession(ben);
  const at = (x: number, y: number) => [{ x: stage.x + stage.width * x, y: stage.y + stage.height * y }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.5, 0.5) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(0.5, 0.3) });
  await expect.poll(() => seenCursor(ada)).toBe("0.50, 0.30");
  expect(await ada.locator("[data-testid=cursor][data-pointer=touch]").count()).toBe(1);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => seenCursor(ada)).toBe("0 cursors");
  expect(journey.complaints).toEqual([]);
});

test("the arrow keys move a cursor, and a number sends a reaction that everyone sees", async () => {
  const ada = await journey.visit(address("keys"));
  const ben = await journey.visit(address("keys"));
  await connected(ada, ben);
  await ben.getByTestId("other-avatar").waitFor();
  await ada.getByTestId("stage").focus();
  for (let press = 0; press < 4; press++) await ada.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => seenCursor(ben)).toBe("0.74, 0.50");

  // A reaction is short, so the test looks for it before it sends one.
  const seen = Promise.all([ada, ben].map((page) => page.getByTestId("reaction").waitFor()));
  await ada.keyboard.press("2");
  await seen;
  await expect.poll(() => ben.getByTestId("reaction").count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("two windows of one browser are two visitors, who keep their names", async () => {
  const first = await journey.visit(address("windows"));
  const second = await first.context().newPage();
  await second.goto(address("windows"));
  await first.getByTestId("other-avatar").waitFor();
  const names = [await nameOf(first), await nameOf(second)];
  expect(await first.getByTestId("other-avatar").getAttribute("title")).toBe(names[1]?.replace(" (you)", ""));
  await second.reload();
  await expect.poll(() => nameOf(second)).toBe(names[1]);
  expect(journey.complaints).toEqual([]);
});

test("visitors of another application in the same room do no harm", async () => {
  const ada = await journey.visit(address("shared-by-two"));
  const ben = await journey.visit("/play/todo-list/?room=shared-by-two");
  await Promise.all([ada, ben].map((page) => page.getByTestId("other-avatar").waitFor()));
  await point(ada, 0.4, 0.4);
  await ben.getByLabel("New task").fill("warp");
  await ben.keyboard.press("Enter");
  await ben.getByTestId("task").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("the canvas behind the cursors changes with the system's theme, where motion is reduced too", async () => {
  const page = await journey.visit(address("theme"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await connected(page);
  /** The color of a grid line, as the canvas draws it. */
  const warp = () =>
    page.evaluate(`(() => {
      const canvas = document.querySelector(".trails");
      const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, -Math.round(36 * (canvas.width / canvas.clientWidth)), -5);
      return [...copy.getImageData(0, 0, 1, 1).data];
    })()`);
  await expect.poll(warp).toEqual([0xec, 0xe6, 0xdc, 255]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect.poll(warp).toEqual([0x26, 0x22, 0x1e, 255]);
});

test("cursors come back by themselves after the server crashed", async () => {
  const ada = await journey.visit(address("crash"));
  const ben = await journey.visit(address("crash"));
  await ada.getByTestId("other-avatar").waitFor();
  await point(ada, 0.3, 0.3);
  await expect.poll(() => seenCursor(ben)).toBe("0.30, 0.30");

  await journey.crashServer();
  await Promise.all([ada, ben].map((page) => page.locator(".connection[data-state=offline]").waitFor()));
  await journey.restartServer();
  await connected(ada, ben);
  await point(ada, 0.6, 0.4);
  await expect.poll(() => seenCursor(ben)).toBe("0.60, 0.40");
  expect(journey.complaints).toEqual([]);
});
