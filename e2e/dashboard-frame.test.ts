/** The frame of the dashboard: its keys, its notices, and its tables on a phone. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ limits: { signInsPerAddress: 1_000 }, env: { WEFT_PLAN: "Free" } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

test("keys move through lists, G opens screens, and no shortcut works once they are turned off", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Engines", projectName: "Difference" });
  await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "first", defaultAccesses: ["room:write"] });
  await page.goto(`/dashboard/${teamId}`);
  await page.getByRole("link", { name: "Difference" }).waitFor();
  await page.keyboard.press("/");
  await page.getByLabel("Find a project").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Difference");
  await page.getByRole("link", { name: "Demo" }).waitFor({ state: "detached" });
  await page.getByLabel("Find a project").blur();
  await page.keyboard.press("j");
  await page.locator("article[data-reached]", { hasText: "Difference" }).waitFor();
  await page.keyboard.press("Enter");
  await title(page, "Difference");

  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await title(page, "Rooms");
  await page.getByRole("link", { name: "first" }).waitFor();
  await page.keyboard.press("j");
  await page.locator("tr[data-reached]", { hasText: "first" }).waitFor();
  // After G, the letter names a screen: K does not move in the list.
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await title(page, "API keys");
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await title(page, "Plan and usage");

  const navigation = page.getByRole("complementary", { name: "Navigation" });
  await page.keyboard.press("[");
  await navigation.waitFor({ state: "hidden" });
  await page.keyboard.press("[");
  await navigation.waitFor();

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByText("Go to rooms").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });

  await page.goto("/dashboard/account");
  const off = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await page.getByRole("switch", { name: "Single-letter shortcuts" }).click();
  await off;
  await page.getByRole("heading", { level: 1 }).click();
  for (const key of ["?", "g", "p", "/"]) await page.keyboard.press(key);
  // Any effect of those keys would have appeared by now.
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/account");
  expect(await sheet.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "hidden" });
  // Shortcuts with a modifier work all the same.
  const assistant = page.getByRole("complementary", { name: "AI assistant" });
  await page.keyboard.press("Control+i");
  await assistant.waitFor();
  await page.keyboard.press("Control+i");
  await assistant.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await sheet.getByText("You have turned single-letter shortcuts off.").waitFor();
  expect(await sheet.getByText("Go to rooms").count()).toBe(0);
});

test("a team that has reached a limit of its plan sees a notice on each of its pages, and only there", async () => {
  const page = await journey.visit("/");
  const { teamId } = await signUp(page, { teamName: "Looms", email: "ada.looms@example.com" });
  const notices = page.getByRole("status", { name: "Notices" });
  await page.route(`**/internal/teams/${teamId}/usage*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as {
      usage: { comments: { currentPeriodValue: number; maximumMonthly: number } };
    };
    body.usage.comments = { currentPeriodValue: 10_000, maximumMonthly: 10_000 };
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/dashboard/${teamId}/members`);
  await notices.getByText("Looms has reached a limit of its plan: Comments.").waitFor();
  await notices.getByRole("link", { name: "Plan and usage" }).click();
  await title(page, "Plan and usage");
  // On the page that shows the limit, and where the limit does not matter, the next notice appears.
  await notices.getByText("Your address ada.looms@example.com is not confirmed yet.").waitFor();
  await page.goto("/dashboard/account");
  await title(page, "Profile");
  await notices.getByText("Your address ada.looms@example.com is not confirmed yet.").waitFor();
});

test("G and a letter open a screen although the account changes between the two keys", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId } = await signUp(page, { teamName: "Chords", email: "chords@example.com" });
  // The first visit of a project is noted in the account; its answer is held back until `G` was pressed.
  const pressed = Promise.withResolvers<void>();
  await page.route("**/internal/me", async (route) => {
    if (route.request().method() === "PATCH") await pressed.promise;
    await route.continue();
  });
  const noted = page.waitForRequest((request) => request.method() === "PATCH");
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.goto(`/dashboard/${teamId}/projects/${projectId}`);
  await title(page, "Board");
  await noted;
  await page.evaluate(press("g"));
  pressed.resolve();
  await (await answered).finished();
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  await page.evaluate(press("w"));
  await title(page, "Webhooks");
});

/** Presses a key as if no time had passed since the page was loaded: this test is not about the pause between keys. */
const press = (key: string) => `document.body.dispatchEvent(
  Object.defineProperty(
    new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true }),
    "timeStamp",
    { value: 1 },
  ),
)`;

test("tables of a team are cards on a phone and fit the screen", async () => {
  const page = await journey.visit("/", { device: "phone" });
  const { teamId, call } = await signUp(page, {
    teamName: "Mills",
    email: "ada.with.a.long.address@mills.example.com",
  });
  const email = "somebody.with.quite.a.long.address@an-unusually-long-domain.example.com";
  await call("POST", `/internal/teams/${teamId}/invitations`, { emails: [email], role: "member" });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [path, table] of [
      ["/members", "Members"],
      ["/members", "Pending invitations"],
      ["/settings/audit-log", "Audit log"],
      ["?view=table", "Projects"],
    ] as const) {
      await page.goto(`/dashboard/${teamId}${path}`);
      const frame = page.getByRole("region", { name: table, exact: true });
      await frame.getByRole("row").nth(1).waitFor();
      const hidden = await page.evaluate(
        `[...document.querySelectorAll("[role=region]")].some((frame) => frame.scrollWidth > frame.clientWidth)`,
      );
      expect([path, table, width, hidden]).toEqual([path, table, width, false]);
    }
  }
  // A card labels its values, since their column headers are not visible.
  await page.goto(`/dashboard/${teamId}/members`);
  await page.getByRole("table", { name: "Members" }).getByText("Two-factor").last().waitFor();
});

test("while the server is down, a page whose script is not loaded shows an error in the app, and recovers automatically", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId } = await signUp(page, { teamName: "Wheels", email: "away@example.com" });
  const base = `/dashboard/${teamId}/projects/${projectId}`;
  // As if the browser had not yet fetched the pages that are not open.
  await page.route("**/assets/analytics-page-*", (route) => route.abort());
  await page.goto(`${base}/events`);
  await title(page, "Events");
  const notices = page.getByRole("status", { name: "Notices" });
  await journey.crashServer();
  await notices.getByText("The server can't be reached.").waitFor();

  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Analytics" }).click();
  await page.getByRole("heading", { name: "This page couldn't be loaded." }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${base}/analytics`);
  // The navigation works: pages that are already loaded can be opened.
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Events" }).click();
  await title(page, "Events");
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Analytics" }).click();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { name: "This page couldn't be loaded." }).waitFor();

  await page.unroute("**/assets/analytics-page-*");
  await journey.restartServer();
  await title(page, "Analytics");
});
