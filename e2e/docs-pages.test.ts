/** Reading and copying pages of the documentation. */
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

const address = "/docs/get-started/react";

test("without scripts, a page is readable in full, and offers nothing that needs them", async () => {
  const page = await journey.visit(address, { scripts: false });
  expect(await page.locator("h1").innerText()).toBe("Get started with React");
  const article = page.locator("main");
  for (const heading of ["Install", "Set up your project key", "Connect to a room", "Next steps"])
    expect(await article.getByRole("heading", { name: heading, exact: true }).isVisible()).toBe(true);
  expect(await article.innerText()).toContain("RoomProvider");
  const tree = page.getByRole("navigation", { name: "Documentation" });
  await tree
    .locator("summary")
    .filter({ hasText: /^Authentication$/u })
    .click();
  await tree.getByRole("link", { name: "Tenants", exact: true }).click();
  expect(await page.locator("h1").innerText()).toBe("Tenants");
  await page.goBack();
  expect(await page.getByText("Was this page helpful?").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Copy page" }).isVisible()).toBe(false);
});

test("the chosen theme applies before the first paint, and the page hydrates without warnings", async () => {
  const page = await journey.visit(address);
  await page.evaluate(`localStorage.setItem("weft:theme", "dark")`);
  // The theme when the body begins, which is before the first paint.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    window.themeAtFirst = document.documentElement.className;
  }).observe(document, { childList: true, subtree: true })`);
  await page.reload();
  expect(await page.evaluate("window.themeAtFirst")).toContain("dark");
  await page.getByRole("button", { name: "Copy page" }).waitFor();
  // A hydration mismatch or a double render would be logged to the console.
  expect(journey.complaints).toEqual([]);
});

test("the texts of cards begin right below their titles, however high the cards of a row are", async () => {
  const page = await journey.visit("/docs/get-started");
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 });
    const gaps = (await page.evaluate(`[...document.querySelectorAll(".card:has(.card-mark)")]
      .filter((card) => card.checkVisibility())
      .map((card) => {
        const [title, text] = [".card-title", ".card-text"].map((part) => card.querySelector(part).getBoundingClientRect());
        return [card.querySelector(".card-title").textContent, Math.round(text.top - title.bottom)];
      })`)) as [string, number][];
    expect(gaps.map(([title]) => title)).toContain("Svelte");
    const [[, usual]] = gaps as [[string, number]];
    expect(gaps.filter(([, gap]) => gap !== usual)).toEqual([]);
  }
});

test("code shows the keys of the demo project, and those of the chosen project after sign-in", async () => {
  const page = await journey.visit(address);
  const code = page.locator("main pre").first();
  await expect.poll(() => code.innerText()).toContain(journey.publicKey);
  await expect.poll(() => code.innerText()).toContain(`baseUrl="${journey.url}"`);
  expect(await page.getByRole("link", { name: "Sign in to fill in your keys" }).getAttribute("href")).toBe(
    `/sign-in?next=${encodeURIComponent(address)}`,
  );

  const { projectId, call } = await signUp(page, { teamName: "Looms", projectName: "Board" });
  const { publicKey } = (await call("GET", `/internal/projects/${projectId}`)) as { publicKey: string };
  await page.reload();
  await page.getByLabel("Keys for").selectOption({ label: "Board (development)" });
  await expect.poll(() => code.innerText()).toContain(publicKey);

  // The choice is remembered, and the copied code equals the visible code.
  await page.goto("/docs/get-started/nextjs");
  await expect.poll(() => page.locator("main").innerText()).toContain(publicKey);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const holding = page.locator("main figure").filter({ hasText: publicKey }).first();
  await holding.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toContain(publicKey);
  expect(journey.complaints).toEqual([]);
});

test("no code is cut: on a phone with the longest key, and with the picker of a signed-in user, nothing is wider than the page", async () => {
  const page = await journey.visit(address, { device: "phone" });
  await signUp(page, {
    email: "wide@example.com",
    teamName: "A team whose name is as long as names of teams may be allowed",
    projectName: "A project whose name is as long as names may be allowed to be",
  });
  await page.reload();
  await page.getByLabel("Keys for").waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const cut = `[...document.querySelectorAll("main pre")].filter((code) => code.scrollWidth > code.clientWidth).length`;
    expect(await page.evaluate(cut)).toBe(0);
  }
  await page.locator("summary").filter({ hasText: "On this page" }).click();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Next steps" }).click();
  await page.waitForURL("**#next-steps");
  expect(journey.complaints).toEqual([]);
});

test("an address of the reference that was on one page leads to the page of its group", async () => {
  const page = await journey.visit("/docs/api-reference/rest-api-endpoints#update-room-id");
  await page.waitForURL("**/rest-api-endpoints/rooms#update-room-id");
  await page.getByRole("heading", { name: "Rename room" }).waitFor();
  expect(await page.locator("h1").innerText()).toBe("REST API: Rooms");
  expect(journey.complaints).toEqual([]);
});

test("a choice of tabs holds for every set of its kind, and outlives a reload", async () => {
  const page = await journey.visit("/docs/get-started");
  const tabs = page.getByRole("tablist", { name: "Choose a framework" });
  const chosen = (name: string) => tabs.getByRole("tab", { name, selected: true });
  await tabs.nth(1).getByRole("tab", { name: "Next.js" }).click();
  await expect.poll(() => chosen("Next.js").count()).toBe(2);
  await tabs.first().getByRole("tab", { name: "Next.js" }).press("ArrowLeft");
  await expect.poll(() => chosen("React").count()).toBe(2);
  await page.keyboard.press("ArrowRight");
  await page.reload();
  await expect.poll(() => chosen("Next.js").count()).toBe(2);
  expect(journey.complaints).toEqual([]);
});

test("the anchor of a heading copies its address", async () => {
  const page = await journey.visit(address);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("link", { name: "Link to “Install”" }).click();
  await page.waitForURL("**#install");
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
  expect(journey.complaints).toEqual([]);
});

test("line numbers of code can be shown, and are not copied", async () => {
  const page = await journey.visit("/docs/ready-made-features/presence");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const code = page.locator("main figure.code").filter({ hasText: "initialPresence" }).first();
  expect(await code.locator("mark").allInnerTexts()).toContain("useOthers");
  const number = `getComputedStyle(document.querySelector("figure.code .line"), "::before").content`;
  expect(await page.evaluate(number)).toBe("none");
  await code.getByRole("button", { name: "Line numbers" }).click();
  await expect.poll(() => page.evaluate(number)).toBe("counter(line)");
  expect(await code.getByRole("button", { name: "Line numbers" }).getAttribute("aria-pressed")).toBe("true");
  await code.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toMatch(/^import \{ WeftProvider/u);
  expect(journey.complaints).toEqual([]);
});

test("an example can be tried on its page, in two windows that share a room", async () => {
  const page = await journey.visit("/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage");
  expect(await page.locator("iframe").count()).toBe(0);
  await page.getByRole("button", { name: "Open in two windows" }).click();
  const [first, second] = ["first", "second"].map((which) =>
    page.frameLocator(`iframe[title="To-do list: ${which} window"]`),
  );
  for (const window of [first!, second!]) await window.locator(".connection[data-state=live]").waitFor();
  await first!.getByLabel("New task").fill("weft");
  await first!.getByLabel("New task").press("Enter");
  await second!.getByRole("checkbox", { name: "weft" }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a page is available as Markdown, by its button, by its address, and in the list for machines", async () => {
  const page = await journey.visit(address);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy page" }).click();
  await page.getByRole("status").filter({ hasText: "Copied" }).waitFor({ state: "attached" });
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(copied).toMatch(/^# Get started with React\n/u);
  const served = await page.request.get(`${address}.md`);
  expect(served.headers()["content-type"]).toContain("text/markdown");
  expect(await served.text()).toBe(copied);
  expect(await (await page.request.get("/llms.txt")).text()).toContain(`${address}.md`);
  expect(journey.complaints).toEqual([]);
});

test("feedback on whether a page was helpful includes the page's address", async () => {
  const page = await journey.visit(address);
  await page.getByRole("button", { name: "No", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await dialog.getByLabel("Message").fill("The second step is missing.");
  await dialog.getByLabel("Email").fill("ada@example.com");
  const sent = page.waitForRequest("**/internal/feedback");
  await dialog.getByRole("button", { name: "Send feedback" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    route: address,
    wasItHelpful: false,
    sentFromFeedbackButton: false,
    sentFromAi: false,
  });
  await page.getByText("Thank you for your feedback.").waitFor();
  expect(journey.complaints).toEqual([]);
});
