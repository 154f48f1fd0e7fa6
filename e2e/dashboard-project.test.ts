/** A developer's work with a project: connecting an app, inspecting its rooms, managing its keys. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";
import type { SignedUp } from "./sign-up.ts";

let journey: Journey;
let developers = 0;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** A signed-in user with their own project. The first one also has the demo project, which the examples use. */
async function openDeveloper(): Promise<{ page: Page; me: SignedUp; project: string; demo: string }> {
  // The home page would connect to the demo project.
  const page = await journey.visit("/sign-in");
  const me = await signUp(page, { email: `developer-${++developers}@example.com`, teamName: "Looms" });
  const team = `/dashboard/${me.teamId}/projects`;
  return { page, me, project: `${team}/${me.projectId}`, demo: `${team}/demo` };
}

/** Calls the REST API with a key, and returns the status. */
async function statusWith(key: string): Promise<number> {
  const { status } = await fetch(`${journey.url}/v2/rooms`, { headers: { authorization: `Bearer ${key}` } });
  return status;
}

/** Whether the content of an element fits its width. */
const fits = (element: unknown) => {
  const { scrollWidth, clientWidth } = element as { readonly scrollWidth: number; readonly clientWidth: number };
  return scrollWidth <= clientWidth;
};

const addTask = async (page: Page, text: string) => {
  await page.getByLabel("New task").fill(text);
  await page.keyboard.press("Enter");
};

test("the quickstart turns green when an app connects, and an inspector sees its room without being seen", async () => {
  const { page: ada, demo } = await openDeveloper();
  // The quickstart on the overview stays open when the first connection arrives.
  await ada.goto(demo);
  await ada.getByText("Waiting for a connection…").waitFor();
  await ada.goto(`${demo}/quickstart`);
  await ada.getByText("Waiting for a connection…").waitFor();
  // The code is for this very project and server.
  await ada.getByText(journey.publicKey).first().waitFor();

  const ben = await journey.visit("/play/todo-list/?room=watched");
  await ben.locator(".connection[data-state=live]").waitFor();
  await ada.getByText("Connected", { exact: true }).waitFor();
  await ada.goto(demo);
  await ada.getByText("Your project is connected.").waitFor();
  // The id of the room is not broken across lines.
  const latest = ada.getByRole("status").locator("code", { hasText: "watched" });
  expect(await latest.evaluate((code: any) => code.getClientRects().length)).toBe(1);
  await ada.getByRole("link", { name: "Open the room" }).click();

  // Presence, as it changes.
  await ada.getByText("1 connected").waitFor();
  await ada.getByRole("tab", { name: "Presence" }).click();
  const card = ada.getByRole("list", { name: "Connections" }).getByRole("listitem");
  await expect.poll(() => card.count()).toBe(1);
  const before = await card.innerText();
  await ben.getByLabel("New task").fill("warp");
  await expect.poll(() => card.innerText()).not.toBe(before);

  // Storage, as it changes: opened once, the tree follows.
  await ada.getByRole("tab", { name: "Storage" }).click();
  await ben.keyboard.press("Enter");
  const tree = ada.getByRole("tree", { name: "Storage" });
  await ada.getByLabel("Find a key or a value").fill("weft");
  const added = performance.now();
  await addTask(ben, "weft");
  await tree.getByText('"weft"').waitFor();
  expect(performance.now() - added).toBeLessThan(5_000);

  // An edit of the inspector reaches the app.
  await ada.getByRole("switch", { name: "Enable editing" }).click();
  await tree.getByRole("treeitem").filter({ hasText: '"weft"' }).hover();
  await tree
    .getByRole("treeitem")
    .filter({ hasText: '"weft"' })
    .getByRole("button", { name: /^Edit / })
    .click();
  // A string is edited as it is, without quotes.
  expect(await ada.getByLabel("Value", { exact: true }).inputValue()).toBe("weft");
  await ada.getByLabel("Value", { exact: true }).fill("selvedge");
  await ada.getByRole("button", { name: "Save" }).click();
  await ben.getByRole("button", { name: "selvedge", exact: true }).waitFor();

  expect(await ben.getByTestId("other-avatar").count()).toBe(0);

  // The overview has the keys of the project: the public one to copy, the secret one hidden.
  await ada.goto(demo);
  await ada.getByRole("button", { name: "Show overview" }).click();
  await ada.getByText("sk_••••••••••••").waitFor();
  await ada.getByRole("button", { name: "Copy server address" }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a rolled key keeps working beside the new one until it expires", async () => {
  const { page, project } = await openDeveloper();
  await page.goto(`${project}/api-keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Loom server");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const secretOf = async () => {
    const shown = page.getByRole("dialog", { name: "Save your secret key" });
    const code = shown.locator("pre");
    const line = await code.innerText();
    // The whole key is visible, and an accidental click does not close it.
    expect(await code.evaluate(fits)).toBe(true);
    await page.keyboard.press("Escape");
    await page.mouse.click(4, 400);
    expect(await shown.getByRole("button", { name: "Close" }).count()).toBe(0);
    await shown.getByRole("button", { name: "Done, I've saved it" }).click();
    await shown.waitFor({ state: "detached" });
    return line.trim().replace("WEFT_SECRET_KEY=", "");
  };
  const roll = async (when: string) => {
    const row = page.getByRole("listitem").filter({ hasText: "Loom server" }).filter({ hasNotText: /ends/ });
    await row.getByRole("button", { name: "Actions on Loom server" }).click();
    await page.getByRole("menuitem", { name: "Roll" }).click();
    await page.getByRole("radio", { name: when }).click();
    await page.getByRole("button", { name: "Roll key" }).click();
    return secretOf();
  };

  const first = await secretOf();
  expect(await statusWith(first)).toBe(200);
  const second = await roll("In 15 minutes");
  expect(second).not.toBe(first);
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  await page.getByText("in 14 min").waitFor();

  const third = await roll("Now");
  expect([await statusWith(second), await statusWith(third)]).toEqual([403, 200]);
  expect(await statusWith(first)).toBe(200);
  expect(journey.complaints).toEqual([]);
});

test("all rooms that match are deleted at once, after their number was typed", async () => {
  const { page, me, project } = await openDeveloper();
  const ids = Array.from({ length: 26 }, (_, index) => `draft-${index}`);
  for (const id of [...ids, "kept"])
    await me.call("POST", `/internal/projects/${me.projectId}/api/rooms`, { id, defaultAccesses: [] });

  await page.goto(`${project}/rooms?prefix=draft-`);
  await page.getByRole("checkbox", { name: "Select all rooms on this page" }).click();
  await page.getByText("20 rooms selected").waitFor();
  await page.getByRole("button", { name: "Select all matching rooms" }).click();
  await page.getByText("26 rooms selected").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const sure = dialog.getByRole("button", { name: "Delete 26 rooms" });
  expect(await sure.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByLabel("Type 26 to confirm").fill("26");
  await sure.click();
  await page.getByText("No results for these filters.").waitFor();
  await page.getByRole("button", { name: "Remove filter: ID prefix" }).click();
  await page.getByRole("link", { name: "kept" }).waitFor();

  // Filters are added from a menu, and each is a chip. The search finds a part of an id, in any case.
  await page.getByRole("searchbox", { name: "Search by room ID" }).fill("EPT");
  await page.waitForURL(/search=EPT/);
  await page.getByRole("link", { name: "kept" }).waitFor();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Public access" }).click();
  await page.getByText("No results for these filters.").waitFor();
  expect(new URL(page.url()).searchParams.get("access")).toBe("public");
  await page.getByRole("button", { name: "Remove filter: Public access" }).click();
  await page.getByRole("link", { name: "kept" }).waitFor();
  await page.getByRole("columnheader", { name: "Created" }).getByRole("button").click();
  await page.waitForURL(/sort=created/);
  expect(await faultsOf(page)).toEqual([]);
  expect(journey.complaints).toEqual([]);
});

test("a room opens by a click on its row, and has the same sizes in the list and on its page", async () => {
  const { page, me, project } = await openDeveloper();
  const id = `quarterly-planning-board-with-an-id-that-is-quite-long-${"x".repeat(60)}`;
  const rooms = `/internal/projects/${me.projectId}/api/rooms`;
  await me.call("POST", rooms, { id, defaultAccesses: [], metadata: { status: "open", team: "design" } });
  await me.call("POST", `${rooms}/${id}/storage`, {
    liveblocksType: "LiveObject",
    data: { text: "x".repeat(5_000), nested: { liveblocksType: "LiveObject", data: { inner: "first" } } },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${project}/rooms`);
  const table = page.getByRole("region", { name: "Rooms", exact: true });
  const row = table.getByRole("row").nth(1);
  await row.getByText(/^[1-9]\.\d KB$/).waitFor();
  // A long id is cut, and the table stays inside of its frame.
  expect(await table.evaluate(fits)).toBe(true);
  const size = await row.getByText(/^[1-9]\.\d KB$/).innerText();
  await row.getByText("private").click();
  await page.getByRole("heading", { level: 1, name: id }).waitFor();
  await page
    .getByRole("definition")
    .filter({ hasText: `${size}, 2 keys` })
    .waitFor();

  // A click on a row of the tree opens it, too.
  await page.getByRole("tab", { name: "Storage" }).click();
  const tree = page.getByRole("tree", { name: "Storage" });
  await tree.getByText("1 key", { exact: true }).click();
  await tree.getByText('"first"').waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a signed-in user whose account cannot be loaded is not offered to sign in", async () => {
  const { page, me } = await openDeveloper();
  await page.route("**/internal/me", (route) => route.fulfill({ status: 500, json: { error: "INTERNAL_ERROR" } }));
  for (const address of ["/docs", `/dashboard/${me.teamId}`]) {
    await page.goto(address);
    await page.getByRole("button", { name: "Your account could not be loaded. Try again" }).waitFor();
    expect(await page.getByRole("link", { name: "Sign up" }).filter({ visible: true }).count()).toBe(0);
  }
  await page.unroute("**/internal/me");
  await page.getByRole("button", { name: "Your account could not be loaded. Try again" }).click();
  await page.getByRole("button", { name: /^Account: / }).waitFor();
});

test("without JavaScript, the pages that need it say so", async () => {
  for (const address of ["/sign-in", "/sign-up"]) {
    const page = await journey.visit(address, { scripts: false });
    await page.getByRole("heading", { level: 1, name: "Turn on JavaScript to continue" }).waitFor();
  }
  const example = await journey.visit("/examples/todo-list", { scripts: false });
  // Locators by text pass over what is in a noscript element.
  const notices = example.getByRole("main").locator("noscript p");
  await notices.first().waitFor();
  expect(await notices.first().textContent()).toBe("Turn on JavaScript to try this example.");
});

test("a query that cannot be understood is marked where it goes wrong", async () => {
  const { page, project } = await openDeveloper();
  const before = journey.complaints.length;
  await page.goto(`${project}/rooms`);
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Query" }).click();
  await page.getByLabel("Query", { exact: true }).fill("roomId^'docs");
  await page.getByText("Line 1, column 8").waitFor();
  await page.getByLabel("Query", { exact: true }).fill("roomId^'docs'");
  await page.getByText("No results for these filters.").waitFor();
  expect(new URL(page.url()).searchParams.get("query")).toBe("roomId^'docs'");
  // The refused query is reported by the browser.
  expect(journey.complaints.slice(before).filter((text) => !text.includes("status of 422"))).toEqual([]);
});

test("while the server is down, the last data stays visible and marked as stale, and updates resume without a reload", async () => {
  const { page, me, project } = await openDeveloper();
  await me.call("POST", `/internal/projects/${me.projectId}/api/rooms`, { id: "lasting", defaultAccesses: [] });
  await page.goto(`${project}/rooms`);
  await page.getByRole("link", { name: "lasting" }).waitFor();
  const inspector = await page.context().newPage();
  await inspector.goto(`${project}/rooms/lasting?tab=presence`);
  await inspector.getByText("No one is connected").waitFor();
  await page.evaluate("window.untouched = true");

  await journey.crashServer();
  await page.getByText("The server can't be reached. Trying again…").waitFor();
  await page.getByText(/^Offline\. Showing data from /).waitFor();
  expect(await page.getByRole("link", { name: "lasting" }).isVisible()).toBe(true);
  await inspector.getByText("Reconnecting… showing the last known state").waitFor();

  await journey.restartServer();
  await expect.poll(() => page.getByText("The server can't be reached. Trying again…").count()).toBe(0);
  await expect.poll(() => page.getByText(/^Offline\. Showing data from /).count()).toBe(0);
  await expect.poll(() => inspector.getByText("Reconnecting… showing the last known state").count()).toBe(0);
  expect(await page.evaluate("window.untouched")).toBe(true);
});
