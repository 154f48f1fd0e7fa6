/** The search dialog. */
import type { Page } from "playwright-core";
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

const input = (page: Page) => page.getByRole("combobox", { name: "Search" });

async function openSearch(page: Page): Promise<void> {
  // The shell must be hydrated before it handles a key combination.
  await page.getByRole("banner").getByText("Ctrl K").waitFor();
  await page.keyboard.press("Control+k");
  await input(page).waitFor();
}

/** The rows that lead somewhere: title and breadcrumb. */
async function rows(page: Page): Promise<string[]> {
  return (await page.getByRole("option").allInnerTexts()).map(titleAndPath);
}

/** Without the excerpt and the kind of page. */
function titleAndPath(row: string): string {
  return row.split("\n").slice(0, 2).join("\n").replace(/ – .*/u, "");
}

/** What is offered for an empty query, without earlier choices. */
const suggestions = async (page: Page) =>
  (await page.getByRole("group", { name: "Suggestions" }).getByRole("option").allInnerTexts()).map(titleAndPath);

/** One journey is about an index that could not be fetched. */
const unexpected = () => journey.complaints.filter((text) => !text.includes("ERR_FAILED"));

/** The row that Enter opens. */
const highlighted = async (page: Page) =>
  titleAndPath(await page.getByRole("option").and(page.locator("[aria-selected=true]")).innerText());

const titles = async (page: Page) => (await rows(page)).map((text) => text.split("\n")[0]);

test("a typo still leads to the heading, with the API Reference first", async () => {
  const page = await journey.visit("/docs");
  await openSearch(page);
  await input(page).fill("romprovider");
  await expect.poll(() => titles(page)).toContain("RoomProvider");
  expect(await page.getByRole("listbox").getByRole("group").first().innerText()).toMatch(/^API Reference\n/u);
  const first = page.getByRole("option").first();
  expect(await first.getAttribute("aria-selected")).toBe("true");
  const href = await first.getAttribute("href");
  expect(href).toContain("#");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${href}`);
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe(href?.split("#")[1]);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

  // What was chosen is offered first the next time.
  await openSearch(page);
  expect((await titles(page))[0]).toBe("RoomProvider");
  expect(unexpected()).toEqual([]);
});

test("without a query, there are three suggestions for the current page", async () => {
  const page = await journey.visit("/docs");
  await openSearch(page);
  expect(await titles(page)).toEqual(["Get started", "How Weft works", "Examples"]);
  await page.keyboard.press("Control+k");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

  const { teamId, projectId } = await signUp(page, { teamName: "Boltworks", projectName: "Whiteboard" });
  await page.goto(`/dashboard/${teamId}/projects/${projectId}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await expect
    .poll(() => suggestions(page))
    .toEqual(["Overview\nWhiteboard", "Rooms\nWhiteboard", "API keys\nWhiteboard"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/rooms`);

  await page.goto(`/dashboard/${teamId}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await expect
    .poll(() => suggestions(page))
    .toEqual(["Projects\nBoltworks", "Members\nBoltworks", "Billing\nBoltworks"]);
  expect(unexpected()).toEqual([]);
});

test("one character names no team; two do", async () => {
  const page = await journey.visit("/docs");
  await signUp(page, { email: "grace@example.com", teamName: "Zqx", projectName: "Board" });
  await page.reload();
  await openSearch(page);
  await input(page).fill("zq");
  await expect.poll(() => rows(page)).toContain("Zqx\nTeams");
  await input(page).fill("z");
  await expect.poll(() => rows(page)).not.toContain("Zqx\nTeams");
  expect(unexpected()).toEqual([]);
});

test("arrows go round, Home and End go to the ends, and focus goes back where it was", async () => {
  const page = await journey.visit("/pricing");
  const button = page.getByRole("button", { name: "Search…" }).and(page.locator(":visible"));
  await page.getByRole("banner").getByText("Ctrl K").waitFor();
  await button.click();
  await input(page).fill("storage");
  await page.getByRole("option", { name: /^Show/u }).waitFor();
  const chosen = () =>
    page.evaluate("[...document.querySelectorAll('[role=option]')].findIndex((row) => row.ariaSelected === 'true')");
  // The API Reference is above the best match, which is highlighted.
  expect(await page.getByRole("listbox").getByRole("group").first().innerText()).toMatch(/^API Reference\n/u);
  expect(await chosen()).toBeGreaterThan(0);
  expect(await highlighted(page)).toMatch(/^Storage\nReady-made features/u);
  await page.keyboard.press("Home");
  expect(await chosen()).toBe(0);
  await page.keyboard.press("ArrowUp");
  expect(await chosen()).toBe(5);
  await page.keyboard.press("ArrowDown");
  expect(await chosen()).toBe(0);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("option").count()).toBe(20);
  await page.keyboard.press("Home");
  expect(await chosen()).toBe(0);
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  const tab = await opened;
  await tab.waitForURL("**/docs/**");
  await tab.close();
  expect(new URL(page.url()).pathname).toBe("/pricing");
  await page.getByRole("button", { name: "Close search" }).click();
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("Search…");
  expect(unexpected()).toEqual([]);
});

test("the dashboard is found while the index of the docs is unavailable, and a row retries", async () => {
  const page = await journey.visit("/docs");
  const { teamId } = await signUp(page, { email: "edith@example.com", teamName: "Looms" });
  await page.route("**/docs/search-index.json", (route) => route.abort());
  await page.goto(`/dashboard/${teamId}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await input(page).fill("billing");
  await page.getByText("Docs search is unavailable. Try again").waitFor();
  expect(await highlighted(page)).toBe("Billing\nLooms");
  await page.unroute("**/docs/search-index.json");
  await page.getByText("Docs search is unavailable. Try again").click();
  await page.getByText("Docs search is unavailable. Try again").waitFor({ state: "hidden" });
  await input(page).fill("zzzzqq");
  await page.getByText("No results for “zzzzqq”.").waitFor();
  expect(await rows(page)).toEqual(["Ask the assistant", "Browse the docs"]);
  expect(unexpected()).toEqual([]);
});

test("an address with a query opens the search, and closing it leaves the page alone", async () => {
  const page = await journey.visit("/pricing?q=presence");
  await expect.poll(() => input(page).inputValue()).toBe("presence");
  await page.keyboard.press("Escape");
  await page.waitForURL("**/pricing");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(unexpected()).toEqual([]);
});

test("on a project, keys come first, a room is found by its id, and actions act", async () => {
  const page = await journey.visit("/docs");
  const { teamId, projectId, call } = await signUp(page, {
    email: "mary@example.com",
    teamName: "Mills",
    projectName: "Board",
  });
  const { publicKey } = (await call("GET", `/internal/projects/${projectId}`)) as { publicKey: string };
  const { secret } = (await call("POST", `/internal/projects/${projectId}/keys`, { name: "Back end" })) as {
    secret: string;
  };
  const created = await page.request.post("/v2/rooms", {
    headers: { authorization: `Bearer ${secret}` },
    data: { id: "planning-board", defaultAccesses: [] },
  });
  expect(created.status()).toBe(200);
  await page.goto(`/dashboard/${teamId}/projects/${projectId}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("Control+k");
  await input(page).fill("key");
  await expect.poll(() => highlighted(page)).toBe("API keys\nBoard");
  await input(page).fill("planning");
  await expect.poll(() => highlighted(page)).toBe("planning-board\nRooms");
  await input(page).fill("copy key");
  await expect.poll(async () => (await highlighted(page)).split("\n")[0]).toBe("Copy public key");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(publicKey);
  await page.keyboard.press("Control+k");
  await input(page).fill("dark mode");
  await expect.poll(async () => (await highlighted(page)).split("\n")[0]).toBe("Use the dark theme");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.documentElement.className")).toContain("dark");
  await page.keyboard.press("Control+k");
  await input(page).fill("invite");
  await expect.poll(async () => (await highlighted(page)).split("\n")[0]).toBe("Invite members");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Invite people" }).waitFor();
  expect(unexpected()).toEqual([]);
});
