/** Parts of screens that no other journey uses: one after the other, each by what it is for. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ limits: { signInsPerAddress: 1_000 } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** Without what the browser says of the address that leads nowhere. */
const complaints = () => journey.complaints.filter((text) => !text.includes("404 (Not Found)"));

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

test("a switcher finds a team, keeps the section of a project, and leads to a new one of either", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Engines", projectName: "Difference" });
  const { id: other } = (await call("POST", "/internal/accounts", { name: "Tables" })) as { id: string };
  const { _id: second } = (await call("POST", `/internal/accounts/${teamId}/projects`, {
    displayName: "Analytical",
  })) as { _id: string };
  await page.goto(`/dashboard/${teamId}/projects/${projectId}/rooms`);
  await page.getByRole("button", { name: "Difference: switch project" }).click();
  const projects = page.getByRole("list", { name: "All projects" });
  await projects.getByRole("link", { name: /^Difference\s*dev$/u }).waitFor();
  await page.getByRole("searchbox", { name: "Find a project" }).fill("analyt");
  await projects.getByRole("link", { name: /^Difference/u }).waitFor({ state: "detached" });
  await projects.getByRole("link", { name: /^Analytical/u }).click();
  await page.waitForURL(`**/projects/${second}/rooms`);
  await title(page, "Rooms");
  await page.getByRole("button", { name: "Analytical: switch project" }).click();
  await page.getByRole("link", { name: "Create project" }).click();
  const dialog = page.getByRole("dialog", { name: "Create project" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Engines: switch team" }).click();
  await page.getByRole("searchbox", { name: "Find a team" }).fill("nothing");
  await page.getByText("No team found.").waitFor();
  await page.getByRole("searchbox", { name: "Find a team" }).fill("tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/dashboard/${other}`);
  await page.getByText("Create your first project").waitFor();
  await page.getByRole("button", { name: "Tables: switch team" }).click();
  await page.getByRole("link", { name: "Create team" }).click();
  await page.getByRole("dialog", { name: "Create team" }).waitFor();
  expect(complaints()).toEqual([]);
});

test("the theme is chosen in the header, and an address that leads nowhere offers the search and three pages", async () => {
  const page = await journey.visit("/pricing");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(() => page.evaluate("document.documentElement.classList.contains('dark')")).toBe(true);

  await page.goto("/nowhere");
  const main = page.getByRole("main");
  for (const name of ["Documentation", "Examples", "Dashboard"]) await main.getByRole("link", { name }).waitFor();
  await main.getByRole("button", { name: "Search…" }).click();
  await page.getByRole("dialog", { name: "Search" }).waitFor();
});

test("a room is created with Storage, prewarmed, renamed after a warning, emptied and deleted", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId } = await signUp(page, { email: "bob@example.com", teamName: "Engines" });
  await page.goto(`/dashboard/${teamId}/projects/${projectId}/rooms?dialog=create-room`);
  const creation = page.getByRole("dialog", { name: "Create room" });
  await creation.getByRole("textbox", { name: "Room ID" }).fill("mill");
  await creation.getByRole("textbox", { name: "Storage" }).fill("{");
  await creation.getByRole("button", { name: "Create room" }).click();
  await creation.getByRole("textbox", { name: "Storage" }).and(page.locator("[aria-invalid=true]")).waitFor();
  await creation.getByRole("textbox", { name: "Storage" }).fill('{ "cards": ["one"] }');
  await creation.getByRole("button", { name: "Create room" }).click();
  await creation.waitFor({ state: "hidden" });

  await page.goto(`/dashboard/${teamId}/projects/${projectId}/rooms/mill?tab=settings`);
  await page.getByRole("button", { name: "Prewarm" }).click();
  await page.getByText("Room loaded").waitFor();
  await page.getByRole("textbox", { name: "New ID" }).fill("works");
  await page.getByRole("button", { name: "Rename" }).click();
  const warning = page.getByRole("alertdialog", { name: "Rename this room?" });
  await warning.getByText("Connected users are disconnected").waitFor();
  await warning.getByRole("button", { name: "Rename" }).click();
  await page.waitForURL("**/rooms/works?tab=settings");

  await page.getByRole("tab", { name: "Storage" }).click();
  await page.getByRole("tree", { name: "Storage" }).getByText("cards").waitFor();
  expect(await page.getByRole("button", { name: "Delete Storage" }).isDisabled()).toBe(true);
  await page.getByRole("switch", { name: "Enable editing" }).click();
  await page.getByRole("button", { name: "Delete Storage" }).click();
  const emptying = page.getByRole("alertdialog", { name: "Delete this room's Storage?" });
  await emptying.getByText("Connected users are disconnected").waitFor();
  await emptying.getByRole("button", { name: "Delete Storage" }).click();
  await emptying.waitFor({ state: "hidden" });
  await page.getByRole("tree", { name: "Storage" }).getByText("cards").waitFor({ state: "detached" });

  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Delete room" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete this room?" })
    .getByRole("button", { name: "Delete room" })
    .click();
  await page.waitForURL("**/rooms");
  await title(page, "Rooms");
  await expect.poll(() => page.getByText("works", { exact: true }).count()).toBe(0);
});

test("screens of a new project show what to run, how long data is kept, and that nothing is charged", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId, call } = await signUp(page, { email: "eve@example.com", teamName: "Engines" });
  const project = `/dashboard/${teamId}/projects/${projectId}`;
  await page.goto(`${project}/quickstart`);
  await page.getByText(`curl ${journey.url}/health/ready`).waitFor();
  await page.goto(`${project}/api-keys`);
  await page.getByRole("tab", { name: "Python" }).click();
  await page.getByRole("tabpanel", { name: "Python" }).getByText(journey.url).first().waitFor();
  await page.goto(`${project}/webhooks`);
  await page.getByText("webhooks.verifyRequest").waitFor();
  await page.goto(`${project}/events`);
  await page.getByText(/^Events are kept for \d+ days\.$/u).waitFor();
  await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "mill", defaultAccesses: ["room:write"] });
  await page.goto(`${project}/rooms/mill?tab=events`);
  await page.getByRole("table", { name: "Events" }).getByText("The room was created").waitFor();

  await page.goto(`${project}/notifications`);
  const delay = page.getByRole("textbox", { name: "Delay in minutes" });
  await delay.fill("0");
  await page.getByText("Enter 1 to 10,080 minutes").waitFor();
  await delay.fill("45");
  await delay.press("Enter");
  await expect.poll(() => page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await page.reload();
  await expect.poll(() => delay.inputValue()).toBe("45");

  await page.goto(`/dashboard/${teamId}/members`);
  await page.getByText("1 member · unlimited seats").waitFor();
  await page.goto(`/dashboard/${teamId}/settings/billing`);
  await page.getByText("This server doesn't process payments.").waitFor();
  expect(complaints()).toEqual([]);
});

test("long code unfolds, and a wide table scrolls by itself", async () => {
  const page = await journey.visit("/docs/get-started/react-lexical");
  const code = page.locator("figure.code", { has: page.locator("[data-unfold]") }).first();
  const height = () => code.evaluate((figure: any) => figure.getBoundingClientRect().height);
  const before = await height();
  await code.getByRole("button", { name: /^Show all \d+ lines$/u }).click();
  await expect.poll(height).toBeGreaterThan(before);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/docs/platform/self-hosting");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  expect(complaints()).toEqual([]);
});
