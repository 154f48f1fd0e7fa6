/** The home page and other public pages, as a visitor sees them. */
import type { Page } from "playwright-core";
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

/** The demo's document and the inspector of its room. */
const fieldOf = (page: Page) => page.getByRole("textbox", { name: "Text of the launch note" });
const inspectorOf = (page: Page) => page.getByRole("region", { name: "Live inspector" });
const stateOf = (page: Page) => page.getByTestId("demo-state");
const diskOf = (page: Page) => page.getByTestId("disk-status");
const untilLive = (page: Page) => expect.poll(() => stateOf(page).innerText()).toBe("Live");
const untilOnDisk = (page: Page) => expect.poll(() => diskOf(page).innerText()).toBe("All edits flushed to disk");
/** The stations that are lit, with their values. */
const litOf = (page: Page) => inspectorOf(page).locator("[data-station][data-lit]").allInnerTexts();
const frames = (count: number) =>
  `new Promise((resolve) => { let n = 0; const tick = () => (++n > ${count} ? resolve() : requestAnimationFrame(tick)); tick(); })`;

/** Types at the end of the document. */
async function write(page: Page, words: string) {
  await fieldOf(page).focus();
  await fieldOf(page).press("Control+End");
  await fieldOf(page).pressSequentially(words);
}

/** A visitor, and another one who has come by the link of the first. */
async function twoVisitors() {
  const ada = await journey.visit("/");
  await untilLive(ada);
  const link = (await ada.getByRole("link", { name: "Open a second window" }).getAttribute("href"))!;
  const guest = await journey.visit(link);
  await untilLive(guest);
  return { ada, guest };
}

test("before the visitor does anything, a scripted user edits the document, and the edit is followed to disk and to others", async () => {
  const page = await journey.visit("/");
  await untilLive(page);
  const connections = inspectorOf(page).getByRole("listitem");
  await connections.filter({ hasText: "Ada Moreau" }).filter({ hasText: "You" }).waitFor();
  await connections.filter({ hasText: "Ben Okafor" }).filter({ hasText: "Scripted" }).waitFor();
  await expect.poll(() => fieldOf(page).inputValue()).toContain("Guests can");
  // The time of a real edit in place of the sample's.
  await expect.poll(() => inspectorOf(page).locator("[data-station=disk]").innerText()).not.toContain("3.4 ms");
  await expect
    .poll(async () => (await litOf(page)).map((text) => text.replace(/\s+/gu, " ")))
    .toEqual([
      "Edit Ben Okafor",
      expect.stringMatching(/^Disk [\d.]+ m?s$/u),
      expect.stringMatching(/^Others [\d.]+ m?s$/u),
    ]);
  expect(journey.complaints).toEqual([]);
});

test("two visitors write one document, and each edit lights the stations of its path", async () => {
  const { ada, guest } = await twoVisitors();
  await write(ada, "Written by Ada.");
  await expect.poll(() => fieldOf(guest).inputValue()).toContain("Written by Ada.");
  await expect
    .poll(async () => (await litOf(ada)).map((text) => text.replace(/\s+/gu, " ")))
    .toEqual(["Edit You", expect.stringMatching(/^Disk [\d.]+ m?s$/u), expect.stringMatching(/^Others [\d.]+ m?s$/u)]);
  await untilOnDisk(ada);
  // The guest sees the other's caret where it is, and both count the same connections.
  await inspectorOf(guest)
    .getByText(/^Line 5, column \d+$/u)
    .first()
    .waitFor();
  // It has no width of its own.
  await guest.getByTestId("note-caret").filter({ hasText: "Ada" }).waitFor({ state: "attached" });
  for (const page of [ada, guest]) await inspectorOf(page).getByText("Connections: 4").waitFor();

  await write(guest, " And by a guest.");
  await expect.poll(() => fieldOf(ada).inputValue()).toContain("Written by Ada. And by a guest.");
  await ada.keyboard.press("Control+z");
  await expect.poll(() => fieldOf(guest).inputValue()).not.toContain("Written by Ada.");
  expect(await fieldOf(guest).inputValue()).toContain("And by a guest.");
  expect(journey.complaints).toEqual([]);
});

test("the copilot's suggestion is accepted for everyone, and comes again for a new visitor", async () => {
  const { ada, guest } = await twoVisitors();
  const proposal = "To start, open the calendar menu and choose Share.";
  expect(await fieldOf(ada).inputValue()).not.toContain(proposal);
  await ada.getByRole("button", { name: "Accept" }).click();
  for (const page of [ada, guest]) {
    await expect.poll(() => fieldOf(page).inputValue()).toContain(proposal);
    await page.getByText("Accepted. The document has the new sentence.").waitFor();
  }
  await untilOnDisk(ada);
  await guest.getByRole("button", { name: "Start over" }).click();
  await expect.poll(() => fieldOf(ada).inputValue()).toContain("In order to get started");
  await ada.getByRole("button", { name: "Discard" }).click();
  await ada.getByText("Discarded. The sentence is unchanged.").waitFor();
  expect(await fieldOf(ada).inputValue()).toContain("In order to get started");

  const other = await journey.visit("/");
  await untilLive(other);
  await other.getByRole("button", { name: "Accept" }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("the pin opens a thread, and a reply is in it for others", async () => {
  const { ada, guest } = await twoVisitors();
  for (const page of [ada, guest]) {
    await page.getByLabel(/^Comment on/u).click();
    await page.getByRole("group", { name: "Comment thread" }).getByText("Is Tuesday still right?").waitFor();
  }
  // The server has the thread of the sample.
  await expect.poll(() => inspectorOf(ada).getByText("Comments").locator("..").innerText()).toContain("2");
  await ada.getByLabel("Reply").fill("I'll tell support.");
  await ada.getByRole("button", { name: "Send" }).click();
  await guest.getByText("I'll tell support.").waitFor();
  await guest.keyboard.press("Escape");
  await guest.getByText("I'll tell support.").waitFor({ state: "hidden" });
  expect(journey.complaints).toEqual([]);
});

test("the scripts of the page are within 300 KB, and all of it within 500 KB", async () => {
  const page = await journey.visit("/");
  await untilLive(page);
  const entries = (await page.evaluate(
    `performance.getEntries().filter(({ entryType }) => entryType === "resource" || entryType === "navigation").map(({ name, transferSize }) => [new URL(name).pathname, transferSize])`,
  )) as [path: string, size: number][];
  const sum = (of: typeof entries) => of.reduce((all, [, size]) => all + size, 0);
  const scripts = sum(entries.filter(([path]) => path.endsWith(".js")));
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThan(300_000);
  expect(sum(entries)).toBeLessThan(500_000);
});

test("the demo moves nothing when it becomes live", async () => {
  const page = await journey.visit("/pricing");
  await page.goto("/");
  const box = async (name: string) => page.getByRole("region", { name }).boundingBox();
  const [note, inspector] = [await box("Launch note"), await box("Live inspector")];
  await untilLive(page);
  await expect.poll(() => fieldOf(page).inputValue()).toContain("Guests can");
  expect([await box("Launch note"), await box("Live inspector")]).toEqual([note, inspector]);
});

test("with reduced motion, no script writes, and the visitor's edits are followed all the same", async () => {
  const page = await journey.visit("/pricing");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await untilLive(page);
  const before = await fieldOf(page).inputValue();
  // Longer than the script waits before its first letter.
  await page.evaluate(frames(120));
  expect(await fieldOf(page).inputValue()).toBe(before);
  await write(page, "Calm.");
  await expect.poll(async () => (await litOf(page)).length).toBe(3);
  await expect.poll(() => inspectorOf(page).locator("[data-station=edit]").innerText()).toContain("You");
});

test("without its server, the demo says so, and what is written meanwhile is on disk afterwards", async () => {
  const { ada, guest } = await twoVisitors();
  await journey.crashServer();
  await expect.poll(() => stateOf(ada).innerText()).toBe("Offline");
  await write(ada, "Written offline.");
  await expect.poll(() => diskOf(ada).innerText()).toBe("Waiting for the disk");
  await journey.restartServer();
  for (const page of [ada, guest]) await untilLive(page);
  await untilOnDisk(ada);
  await expect.poll(() => fieldOf(guest).inputValue()).toContain("Written offline.");
});

test("without scripts, the hero has its document, the comments and values", async () => {
  const page = await journey.visit("/", { scripts: false });
  expect(await page.getByTestId("note-text").innerText()).toContain("Shared calendars open to every team on Tuesday.");
  await page.getByLabel(/^Comment on/u).click();
  await page.getByText("Is Tuesday still right?").waitFor();
  expect(await stateOf(page).innerText()).toBe("Sample values");
  expect(await litOf(page)).toHaveLength(3);
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
