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
  { name: "kanban", title: "Kanban board" },
  { name: "whiteboard", title: "Whiteboard" },
  { name: "flowchart", title: "Flowchart" },
  { name: "spreadsheet", title: "Spreadsheet" },
  { name: "dashboard", title: "Analytics dashboard" },
  { name: "calendar", title: "Calendar" },
  { name: "map", title: "Map" },
  { name: "live-form", title: "Live form" },
  { name: "form-builder", title: "Form builder" },
  { name: "planning-poker", title: "Planning poker" },
  { name: "connect-four", title: "Connect four" },
  { name: "slides", title: "Slides" },
  { name: "avatar-stack", title: "Avatar stack" },
  { name: "chat-room", title: "Chat room" },
  { name: "live-cursors-vue", title: "Live cursors in Vue" },
  { name: "live-cursors-svelte", title: "Live cursors in Svelte" },
  { name: "todo-list-svelte", title: "To-do list in Svelte" },
  { name: "planning-poker-vue", title: "Planning poker in Vue" },
  { name: "todo-zustand", title: "To-do list with Zustand" },
  { name: "todo-redux", title: "To-do list with Redux" },
  { name: "rich-text", title: "Rich text" },
  { name: "code-editor", title: "Code editor" },
  { name: "text-comments", title: "Text with comments" },
  { name: "canvas-comments", title: "Comments on a canvas" },
  { name: "code-review", title: "Code review" },
  { name: "video-review", title: "Video review" },
  { name: "pdf-annotation", title: "PDF annotation" },
  { name: "spreadsheet-comments", title: "Spreadsheet with comments" },
  { name: "notification-centre", title: "Notification center" },
  { name: "ai-chat", title: "AI chat" },
  { name: "ai-board", title: "AI board" },
  { name: "ai-writing-assistant", title: "AI writing assistant" },
  { name: "agent-flowchart", title: "Agent flowchart" },
  { name: "webhook-receiver", title: "Webhook receiver" },
] as const;

const firstLarge = examples.findIndex(({ name }) => name === "rich-text");
const smaller = new Set<string>(examples.slice(2, firstLarge).map(({ name }) => name));

test("the gallery leads to every example, with two windows that share a room", async () => {
  const page = await journey.visit("/examples");
  const cards = page.getByRole("main").getByRole("article").getByRole("link");
  const links = await Promise.all(
    (await cards.all()).map(async (card) => ({
      name: (await card.getAttribute("href"))?.replace("/examples/", ""),
      title: await card.innerText(),
    })),
  );
  expect(links).toEqual(examples.map(({ name, title }) => ({ name, title })));
  for (const { name, title } of [examples[0], examples.at(-1)!]) {
    await cards.filter({ hasText: title }).first().click();
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

test("a scripted person acts in a preview until the visitor does, whose edits both windows show", async () => {
  const page = await journey.visit("/examples/todo-list");
  const [first, second] = [page.frameLocator("iframe >> nth=0"), page.frameLocator("iframe >> nth=1")];
  await first.getByText("Robin is editing").waitFor();
  await first.getByLabel("New task").fill("Send invitations");
  await first.getByLabel("New task").press("Enter");
  await expect.poll(() => first.locator('.avatar[title="Robin"]').count()).toBe(0);
  await second.getByRole("checkbox", { name: "Send invitations" }).click();
  await expect.poll(() => first.getByRole("checkbox", { name: "Send invitations" }).isChecked()).toBe(true);
  expect(journey.complaints).toEqual([]);
});

test("the scripted person of the code editor has a caret in both windows, from the end of the file on", async () => {
  const page = await journey.visit("/examples/code-editor");
  for (const frame of [page.frameLocator("iframe >> nth=0"), page.frameLocator("iframe >> nth=1")])
    await expect.poll(() => frame.locator(".cm-ySelectionInfo").allTextContents()).toContain("Robin");
  expect(journey.complaints).toEqual([]);
});

test("no tool of the rich text editor is cut off, neither in its preview nor on a phone", async () => {
  for (const device of ["desktop", "phone"] as const) {
    const page = await journey.visit("/examples/rich-text", { device });
    const frame = page.locator("iframe").first();
    const buttons = frame.contentFrame().getByRole("toolbar").getByRole("button");
    await buttons.first().waitFor();
    await frame.scrollIntoViewIfNeeded();
    const { x: left, width } = (await frame.boundingBox())!;
    for (const button of await buttons.all()) {
      const box = (await button.boundingBox())!;
      expect([box.x >= left, box.x + box.width <= left + width], await button.innerText()).toEqual([true, true]);
      // No other element covers it.
      if (await button.isEnabled()) await button.click({ trial: true });
    }
    await page.context().close();
  }
  expect(journey.complaints).toEqual([]);
});

test("the gallery is filtered by its address, and can show everything again", async () => {
  const page = await journey.visit("/examples");
  const cards = page.getByRole("main").getByRole("article");
  expect(await cards.count()).toBe(examples.length);
  await page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "Tiptap" }).click();
  await expect
    .poll(() => cards.getByRole("heading").allInnerTexts())
    .toEqual(["Rich text", "Text with comments", "AI writing assistant"]);
  expect(new URL(page.url()).search).toBe("?library=Tiptap");
  // Filters without results are not offered.
  const levels = page.getByRole("navigation", { name: "Level" }).getByRole("link");
  await expect.poll(() => levels.allInnerTexts()).toEqual(["All", "Advanced"]);
  await page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "All" }).click();
  await expect.poll(() => cards.count()).toBe(examples.length);
  expect(journey.complaints).toEqual([]);
});

test("an example says what to read first, and how to copy it with a key of your own", async () => {
  const page = await journey.visit("/examples/live-cursors");
  await page.getByRole("link", { name: "Sign in to fill in your keys" }).waitFor();
  const { projectId, call } = await signUp(page, { teamName: "Looms", projectName: "Board" });
  const { publicKey } = (await call("GET", `/internal/projects/${projectId}`)) as { publicKey: string };
  await page.reload();
  await page.getByLabel("Keys for").selectOption({ label: "Board (development)" });
  const run = page.getByRole("region", { name: "Copy this example" });
  await run
    .getByText(`npx --yes ${journey.url}/packages/create-weft-0.1.0.tgz live-cursors --example live-cursors`)
    .waitFor();
  await run.getByText(`--key ${publicKey}`).waitFor();
  await run.getByRole("row", { name: "VITE_WEFT_PUBLIC_KEY" }).getByText(publicKey).waitFor();

  await page.getByRole("region", { name: "Key files" }).getByRole("link").first().click();
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
  // The smaller examples are checked in their own journeys.
  const larger = examples.filter(({ name }) => !smaller.has(name));
  for (const path of ["/examples", ...larger.map(({ name }) => `/play/${name}/?room=narrow-${name}`)]) {
    const page = await journey.visit(path, { device: "phone" });
    const wider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(wider, path).toBe(false);
    await journey.leave();
  }
  expect(journey.complaints).toEqual([]);
});
