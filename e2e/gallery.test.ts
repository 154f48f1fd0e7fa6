import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const examples = [
  { name: "live-cursors", title: "Live cursors" },
  { name: "todo-list", title: "To-do list" },
  { name: "rich-text", title: "Rich text" },
  { name: "code-editor", title: "Code editor" },
] as const;

test("the gallery leads to every example, with two windows that share a room", async () => {
  const page = await journey.visit("/examples");
  for (const { name, title } of examples) {
    await page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(title, "u") })
      .first()
      .click();
    await page.waitForURL(`**/examples/${name}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    const windows = page.locator("iframe");
    await expect.poll(() => windows.count()).toBe(2);
    const sources = await Promise.all([0, 1].map((window) => windows.nth(window).getAttribute("src")));
    expect(sources[0]).toContain(`/play/${name}/?room=gallery-`);
    expect(sources[1]).toBe(sources[0]);
    await page.goBack();
  }
  expect(journey.complaints).toEqual([]);
});

test("what is done in one window of an example is seen in the other", async () => {
  const page = await journey.visit("/examples/todo-list");
  const [first, second] = [page.frameLocator("iframe >> nth=0"), page.frameLocator("iframe >> nth=1")];
  // Of two that enter a new room at once, each makes the list, and the later one stays: let that be over.
  for (const window of [first, second]) await window.getByText("A list for everybody here").waitFor();
  for (const window of [first, second]) await window.locator(".connection[data-state=live]").waitFor();
  await first.getByLabel("New task").fill("warp");
  await first.getByLabel("New task").press("Enter");
  await second.getByRole("checkbox", { name: "warp" }).click();
  await expect.poll(() => first.getByRole("checkbox", { name: "warp" }).isChecked()).toBe(true);
  expect(journey.complaints).toEqual([]);
});

test("the gallery is narrowed by what its address says, and shows everything again", async () => {
  const page = await journey.visit("/examples");
  const cards = page.getByRole("main").getByRole("article");
  expect(await cards.count()).toBe(4);
  await page.getByRole("navigation", { name: "Editor" }).getByRole("link", { name: "Tiptap" }).click();
  await expect.poll(() => cards.getByRole("heading").allInnerTexts()).toEqual(["Rich text"]);
  expect(new URL(page.url()).search).toBe("?library=Tiptap");
  await page.getByRole("navigation", { name: "Level" }).getByRole("link", { name: "Basic" }).click();
  await page.getByText("No results for these filters.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => cards.count()).toBe(4);
  expect(journey.complaints).toEqual([]);
});

test("an example says what to read first, and how it runs with a project of one's own", async () => {
  const page = await journey.visit("/examples/live-cursors");
  await page.getByRole("link", { name: "Sign in to fill in your keys" }).waitFor();
  const { projectId, call } = await signUp(page, { teamName: "Looms", projectName: "Board" });
  const { publicKey } = (await call("GET", `/internal/projects/${projectId}`)) as { publicKey: string };
  await page.reload();
  await page.getByLabel("Keys of").selectOption({ label: "Looms / Board (dev)" });
  const run = page.getByRole("region", { name: "Run it yourself" });
  await run.getByText(`WEFT_PUBLIC_KEY=${publicKey}`).waitFor();
  await run.getByRole("row", { name: "WEFT_PUBLIC_KEY" }).getByText(publicKey).waitFor();

  await page.getByRole("region", { name: "What to read first" }).getByRole("link").first().click();
  await page.getByRole("region", { name: "src/use-my-cursor.ts" }).waitFor();
  expect(new URL(page.url()).search).toBe("?show=code&file=src/use-my-cursor.ts");
  expect(journey.complaints).toEqual([]);
});

test("an example shows its sources", async () => {
  const page = await journey.visit("/examples/todo-list");
  await page.getByRole("tab", { name: "Code" }).click();
  await page.getByRole("button", { name: "main.tsx" }).click();
  const shown = page.getByRole("region", { name: "src/main.tsx" });
  await shown.getByText("examples/todo-list/src/main.tsx").waitFor();
  expect(await shown.locator("pre").textContent()).toContain("import");
  expect(journey.complaints).toEqual([]);
});

test("no example scrolls sideways on a phone", async () => {
  for (const path of ["/examples", ...examples.map(({ name }) => `/play/${name}/?room=narrow-${name}`)]) {
    const page = await journey.visit(path, { device: "phone" });
    const wider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(wider, path).toBe(false);
    await journey.leave();
  }
  expect(journey.complaints).toEqual([]);
});
