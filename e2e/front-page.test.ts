/** The home page and other public pages, as a visitor sees them. */
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";

const repository = "https://git.example.com/tools/weft";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ env: { WEFT_REPOSITORY_URL: repository, WEFT_REGIONS: "eu" } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const windowOf = (page: Page, which: "first" | "second") =>
  page.frameLocator(`iframe[title="Live cursors, ${which} window"]`);
const stateOf = (page: Page, index: number) => page.getByTestId("demo-state").nth(index);
/** The positions of the visible cursors of a window. */
const cursorsOf = (frame: FrameLocator): Promise<string[]> =>
  frame
    .locator("[data-testid=cursor][data-visible]")
    .evaluateAll((cursors: unknown[]) =>
      cursors.map((cursor) => (cursor as { getAttribute(name: string): string }).getAttribute("style")),
    );

test("two cursors move before the visitor does, in both windows, and each window shows its connection status", async () => {
  const page = await journey.visit("/");
  for (const index of [0, 1]) await expect.poll(() => stateOf(page, index).innerText()).toBe("Live");
  for (const which of ["first", "second"] as const) {
    const frame = windowOf(page, which);
    await expect.poll(async () => (await cursorsOf(frame)).length).toBe(2);
    const before = await cursorsOf(frame);
    await expect.poll(async () => (await cursorsOf(frame)).some((at) => !before.includes(at))).toBe(true);
  }
  await page.getByText("Move your pointer here").waitFor();

  // The visitor takes over the first window's cursor, which the second one shows where the pointer is.
  const stage = (await windowOf(page, "first").getByTestId("stage").boundingBox())!;
  await page.mouse.move(stage.x + stage.width * 0.25, stage.y + stage.height * 0.5, { steps: 5 });
  await page.getByText("Move your pointer here").waitFor({ state: "hidden" });
  await expect.poll(async () => (await cursorsOf(windowOf(page, "first"))).length).toBe(1);
  await expect.poll(async () => (await cursorsOf(windowOf(page, "second"))).length).toBe(2);
  expect(journey.complaints).toEqual([]);
});

test("the scripts of the two windows are loaded once, and all of the page within 300 KB", async () => {
  const page = await journey.visit("/");
  await expect.poll(() => stateOf(page, 1).innerText()).toBe("Live");
  const sizes = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(
          `performance.getEntriesByType("resource").filter(({ name }) => new URL(name).pathname.endsWith(".js")).map(({ transferSize }) => transferSize)`,
        ),
      ),
  );
  const transferred = (sizes as number[][]).flat().reduce((sum, size) => sum + size, 0);
  expect(transferred).toBeGreaterThan(50_000);
  expect(transferred).toBeLessThan(300_000);
});

test("with reduced motion, the cursors stay in place", async () => {
  const page = await journey.visit("/pricing");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect.poll(() => stateOf(page, 1).innerText()).toBe("Live");
  const frame = windowOf(page, "second");
  await expect.poll(async () => (await cursorsOf(frame)).length).toBe(2);
  const before = await cursorsOf(frame);
  // Many times the period of the script's timer.
  await page.evaluate(
    "new Promise((resolve) => { let n = 0; const tick = () => (++n > 60 ? resolve() : requestAnimationFrame(tick)); tick(); })",
  );
  expect(await cursorsOf(frame)).toEqual(before);
});

test("a window without its server says so, and its cursors stay", async () => {
  const page = await journey.visit("/");
  await expect.poll(() => stateOf(page, 1).innerText()).toBe("Live");
  await journey.crashServer();
  await expect.poll(() => stateOf(page, 0).innerText()).toBe("Offline");
  expect(await windowOf(page, "first").locator("[data-testid=cursor][data-visible]").count()).toBeGreaterThan(0);
  await journey.restartServer();
  for (const index of [0, 1]) await expect.poll(() => stateOf(page, index).innerText()).toBe("Live");
});

test("the home page leads to an account, to the source and to a working command", async () => {
  const page = await journey.visit("/");
  const start = page.getByRole("main").getByRole("link", { name: "Start building" });
  expect(await start.first().getAttribute("href")).toBe("/sign-up");
  expect(await start.count()).toBe(2);
  await page.getByText(`git clone ${repository}`).waitFor();
  await page.getByText("cd weft").waitFor();
  expect(await page.getByRole("link", { name: "View the source" }).getAttribute("href")).toBe(repository);
  expect(await page.getByRole("contentinfo").getByRole("link", { name: "Source code" }).getAttribute("href")).toBe(
    repository,
  );
  await page.getByRole("contentinfo").getByRole("link", { name: "Coming from Liveblocks" }).click();
  await page.getByRole("heading", { level: 1, name: "Coming from Liveblocks: what works" }).waitFor();
  await page.getByRole("cell", { name: "@liveblocks/react", exact: true }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("an address with a filter is rendered from its HTML, and then filtered", async () => {
  for (const [path, shown] of [
    ["/examples?feature=Storage", "To-do list"],
    ["/examples/rich-text?show=code", "text-editor.tsx"],
    ["/examples/live-cursors/?show=code&file=src/use-my-cursor.ts", "use-my-cursor.ts"],
    ["/changelog?area=Rooms", "Changelog"],
    ["/blog?category=Engineering", "Blog"],
  ] as const) {
    const page = await journey.visit(path);
    await page.getByText(shown).first().waitFor();
    const filter = new URL(page.url()).searchParams.get("feature");
    if (filter !== null)
      await page.getByRole("link", { name: filter }).and(page.locator("[aria-current=true]")).waitFor();
    await journey.leave();
  }
  expect(journey.complaints).toEqual([]);
});

test("a page names its canonical address, and its preview image exists", async () => {
  const page = await journey.visit("/pricing");
  const of = (selector: string, name: string) => page.locator(selector).getAttribute(name);
  expect(await of("link[rel=canonical]", "href")).toMatch(/^https?:\/\/[^/]+\/pricing$/u);
  const image = (await of("meta[property='og:image']", "content"))!;
  for (const address of [image, "/favicon.ico", "/favicon.svg", "/apple-touch-icon.png"]) {
    const answer = await page.request.get(new URL(address, journey.url).pathname);
    expect([address, answer.status()]).toEqual([address, 200]);
  }
  await page.goto("/legal/terms");
  expect(await page.locator("link[rel=canonical]").count()).toBe(0);
});

test("without scripts, sign-in and examples say what they need", async () => {
  for (const path of ["/sign-up", "/examples/live-cursors", "/dashboard"]) {
    const page = await journey.visit(path, { scripts: false });
    // Locators by text pass over what is in a noscript element.
    const notice = page.locator("noscript p").first();
    await notice.waitFor();
    expect(await notice.textContent()).toContain("This site needs JavaScript for sign-in");
    await journey.leave();
  }
});

test("the status page shows what the server has recorded", async () => {
  const page = await journey.visit("/status");
  await page.getByText("All systems operational.").waitFor();
  await page.getByRole("img", { name: /^Uptime of the last 90 days: / }).waitFor();
  expect(await page.getByText("Operational", { exact: true }).count()).toBe(2);
  expect(journey.complaints.filter((text) => !text.includes("404"))).toEqual([]);
});

test("contact shows no cards for missing channels", async () => {
  const page = await journey.visit("/contact");
  await page.getByRole("heading", { name: "Sales" }).waitFor();
  expect(await page.getByRole("heading", { name: "Community" }).count()).toBe(0);
});

test("the header lines up with the content of the tutorial on a wide screen", async () => {
  const page = await journey.visit("/docs/tutorial/react/getting-started/welcome");
  await page.setViewportSize({ width: 1920, height: 1080 });
  const left = async (locator: ReturnType<Page["locator"]>) => Math.round((await locator.boundingBox())!.x);
  expect(await left(page.getByRole("banner").getByRole("link", { name: "Weft" }))).toBe(
    await left(page.getByRole("heading", { level: 1 })),
  );
  const workspace = (await page.getByRole("region", { name: "Workspace" }).boundingBox())!;
  expect(Math.round(workspace.x + workspace.width)).toBe(1920);
});
