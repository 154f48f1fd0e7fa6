import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

test("the first page shows this server's key and leads to every example", async () => {
  const page = await journey.visit("/");
  await expect.poll(() => page.locator("#snippet").textContent()).toContain(journey.publicKey);
  await page.getByRole("link", { name: /Live cursors/u }).click();
  await page.getByTestId("stage").waitFor();
  await page.getByRole("link", { name: "Weft: all examples" }).click();
  await page.getByRole("link", { name: /To-do list/u }).click();
  await page.getByLabel("New task").waitFor();
  await page.getByRole("link", { name: "Weft: all examples" }).click();
  await page.getByRole("link", { name: /Rich text/u }).click();
  await page.getByRole("textbox", { name: "Text" }).waitFor();
  await page.getByRole("link", { name: "Weft: all examples" }).click();
  await page.getByRole("link", { name: /Code editor/u }).click();
  await page.getByRole("textbox", { name: "Code" }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("the two windows on the first page share a room", async () => {
  const page = await journey.visit("/examples/", { device: "phone" });
  await page.getByRole("link", { name: "Try it on this page" }).click();
  const [first, second] = ["first", "second"].map((name) => page.frameLocator(`iframe[title*="${name}"]`));
  if (!first || !second) throw new Error("The page has no two windows.");
  // Of two that enter a new room at once, each makes the list, and the later one stays: let that be over.
  for (const window of [first, second]) await window.getByText("A list for everybody here").waitFor();
  for (const window of [first, second]) await window.locator(".connection[data-state=live]").waitFor();
  await first.getByLabel("New task").fill("warp");
  await first.getByLabel("New task").press("Enter");
  await second.getByRole("checkbox", { name: "warp" }).click();
  await expect.poll(() => first.getByRole("checkbox", { name: "warp" }).isChecked()).toBe(true);
  expect(journey.complaints).toEqual([]);
});

test("a chosen theme is kept, and is there before the page is", async () => {
  const page = await journey.visit("/examples/", { theme: "light" });
  const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
  const light = await ground();
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.goto("/examples/todo-list/?room=theme", { waitUntil: "commit" });
  await page.locator("html[data-theme=dark]").waitFor({ state: "attached" });
  await page.getByLabel("New task").waitFor();
  expect(await ground()).toBe(dark);
  expect(journey.complaints).toEqual([]);
});

test("no page scrolls sideways on a phone", async () => {
  const examples = ["live-cursors", "todo-list", "rich-text", "code-editor"];
  for (const path of ["/examples/", ...examples.map((name) => `/examples/${name}/?room=narrow-${name}`)]) {
    const page = await journey.visit(path, { device: "phone" });
    await page.locator("h1").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), path).toBe(0);
    await page.close();
  }
  expect(journey.complaints).toEqual([]);
});
