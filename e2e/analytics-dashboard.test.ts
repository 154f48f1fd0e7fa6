/** Two people who share an analytics dashboard: Ada on a desktop in the light theme, Ben on a phone in the dark. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** Ada and Ben in a new room. Ben joins when the room exists: if both joined at once, each would create it. */
async function meet(room: string): Promise<[ada: Page, ben: Page]> {
  const address = `/play/dashboard/?room=${room}`;
  const ada = await journey.visit(address);
  await isLive(ada);
  const ben = await journey.visit(address, { device: "phone", theme: "dark" });
  await isLive(ben);
  for (const page of [ada, ben]) await page.getByTestId("other-avatar").first().waitFor();
  return [ada, ben];
}

async function isLive(page: Page): Promise<void> {
  await page.locator(".connection[data-state=live]").waitFor();
  await card(page, "Key figures").waitFor();
}

/** Both pages are accessible, fit their windows, and log no errors. */
async function areSound(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }
  expect(journey.complaints).toEqual([]);
}

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const chart = (page: Page, name: string) => page.getByRole("slider", { name, exact: true });
const region = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const figures = (page: Page) => card(page, "Key figures").locator("dd").allInnerTexts();
/** On a phone, the filters are a line that opens them. */
const filterLine = (page: Page) => page.getByRole("button", { name: /^Filters: / });

function cards(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll("[data-card]")].map(({ dataset }) => dataset.card)`);
}

async function nameOf(page: Page): Promise<string> {
  return ((await page.locator(".avatar[data-you]").getAttribute("title")) ?? "").replace(" (you)", "");
}

test("a filter also applies for the other user, and undo reverts only your own changes", async () => {
  const [ada, ben] = await meet("filters");
  const before = await figures(ada);
  expect(await figures(ben)).toEqual(before);

  await region(ada, "Europe").click();
  await expect.poll(() => filterLine(ben).innerText()).toContain("3 regions");
  expect(await figures(ben)).not.toEqual(before);
  expect(await figures(ben)).toEqual(await figures(ada));
  expect(
    await card(ada, "Top countries")
      .getByRole("row", { name: /Germany/ })
      .count(),
  ).toBe(0);

  await filterLine(ben).click();
  await region(ben, "Orders").click();
  await card(ada, "Orders per day").waitFor();
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => region(ben, "Europe").getAttribute("aria-pressed")).toBe("true");
  expect(await region(ben, "Orders").getAttribute("aria-pressed")).toBe("true");
  await ada.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => region(ben, "Europe").getAttribute("aria-pressed")).toBe("false");

  await ada.getByLabel("From", { exact: true }).fill("2026-08-01");
  await ada.keyboard.press("Enter");
  await expect.poll(() => filterLine(ben).innerText()).toContain("Aug 1 – Sep 30, 2026 · 3 regions · Orders");
  await ben.getByText("Compared with the 61 days before").waitFor();
  await areSound(ada, ben);
  // On the narrowest of phones, too, nothing is wider than the window.
  await ben.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => ben.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

test("the others see who uses a filter or card, and which point they look at", async () => {
  const [ada, ben] = await meet("points");
  const [adasName, bensName] = [await nameOf(ada), await nameOf(ben)];
  const pointed = (page: Page) => page.getByTestId("pointed");

  await ada.getByRole("group", { name: "Regions" }).hover();
  await expect.poll(() => filterLine(ben).innerText()).toContain(adasName);

  await chart(ada, "Revenue per day").hover();
  await card(ben, "Revenue per day").getByRole("listitem").getByText(adasName).waitFor();
  // Both look at the same day: the tag is a short form of Ada's tooltip.
  const shown = Number((await ada.locator(".chart-tip strong").innerText()).replaceAll(/[$,]/gu, ""));
  const short = new Intl.NumberFormat("en", {
    style: "currency",
    currency: "USD",
    notation: "compact",
    maximumFractionDigits: 1,
  }).format(shown);
  await expect.poll(() => pointed(ben).locator(".person-tag").innerText()).toBe(`${adasName}\n${short}`);

  await chart(ben, "Revenue per day by weekday").tap();
  await expect.poll(() => card(ada, "By weekday").getByTestId("pointed").allInnerTexts()).toEqual([bensName]);
  expect(await card(ada, "By weekday").locator("rect[data-others]").count()).toBe(1);
  await areSound(ada, ben);

  // When the pointer leaves, no point is selected.
  await ada.mouse.move(5, 5);
  await expect.poll(() => pointed(ben).count()).toBe(0);

  // With the keyboard: arrow keys go through the points of a chart and the rows of the table.
  await chart(ada, "Revenue per day").focus();
  await ada.keyboard.press("End");
  await ada.keyboard.press("ArrowLeft");
  expect(await chart(ada, "Revenue per day").getAttribute("aria-valuetext")).toMatch(/^Sep 29, 2026: \$[\d,]+$/u);
  await expect.poll(() => card(ben, "Revenue per day").getByTestId("pointed").count()).toBe(1);
  await ada.keyboard.press("Escape");
  await expect.poll(() => pointed(ben).count()).toBe(0);
  const rows = (page: Page) => card(page, "Top countries").locator("tbody").getByRole("row");
  await rows(ada).first().focus();
  await ada.keyboard.press("ArrowDown");
  await expect.poll(() => rows(ben).nth(1).getByTestId("pointed").allInnerTexts()).toEqual([adasName]);
  expect(journey.complaints).toEqual([]);
});

test("cards are moved and hidden for everyone, and undo puts them back", async () => {
  const [ada, ben] = await meet("layout");
  const initial = ["figures", "trend", "weekdays", "channels", "countries"];
  expect(await cards(ben)).toEqual(initial);

  // With a pointer.
  const from = (await ada.getByRole("button", { name: "Move: By weekday" }).boundingBox())!;
  const to = (await card(ada, "Key figures").boundingBox())!;
  await ada.mouse.move(from.x + 8, from.y + 8);
  await ada.mouse.down();
  await ada.mouse.move(from.x + 30, from.y + 8, { steps: 3 });
  await card(ben, "By weekday")
    .getByText(`${await nameOf(ada)} is moving this`)
    .waitFor();
  await ada.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await ada.mouse.up();
  const moved = ["weekdays", "figures", "trend", "channels", "countries"];
  await expect.poll(() => cards(ben)).toEqual(moved);

  await ben.getByRole("button", { name: "Hide: By channel" }).click();
  await ada.getByRole("button", { name: "Show: By channel" }).waitFor();
  expect(await cards(ada)).toEqual(moved.filter((id) => id !== "channels"));
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => cards(ben)).toEqual(initial.filter((id) => id !== "channels"));
  await ada.getByRole("button", { name: "Show: By channel" }).click();
  await expect.poll(() => cards(ben)).toEqual(initial);

  // With the keyboard.
  await ada.getByRole("button", { name: "Move: Key figures" }).focus();
  await ada.keyboard.press("Space");
  await ada.getByText("Picked up Key figures.").waitFor();
  // The library announces this before it handles the arrow keys and has measured the cards.
  for (let frame = 0; frame < 3; frame++)
    await ada.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
  await ada.keyboard.press("ArrowDown");
  await ada.getByText("Key figures is over Revenue per day.").waitFor();
  await ada.keyboard.press("Space");
  await expect.poll(() => cards(ben)).toEqual(["trend", "figures", "weekdays", "channels", "countries"]);

  for (const title of ["Revenue per day", "Key figures", "By weekday", "By channel", "Top countries"])
    await ben.getByRole("button", { name: `Hide: ${title}` }).click();
  await ada.getByRole("heading", { name: "All cards are hidden" }).waitFor();
  await areSound(ada, ben);
  await ada.getByRole("button", { name: "Show all cards" }).click();
  await expect.poll(async () => ((await cards(ben)) as unknown[]).length).toBe(initial.length);
  expect(journey.complaints).toEqual([]);
});

test("filters and layout survive a reload and a server crash, and filters without results say so", async () => {
  const [ada, ben] = await meet("kept");
  await ada.getByRole("button", { name: "30 days" }).click();
  await ada.getByRole("button", { name: "Hide: By weekday" }).click();
  const isKept = async (page: Page) => {
    await page.getByRole("button", { name: "Show: By weekday" }).waitFor();
    await page.getByText("Compared with the 30 days before").waitFor();
    expect(await cards(page)).toEqual(["figures", "trend", "channels", "countries"]);
  };
  await isKept(ben);
  await ben.reload();
  await isKept(ben);

  await journey.crashServer();
  await journey.restartServer();
  await ada.locator(".connection[data-state=live]").waitFor();
  for (const page of [ada, ben]) {
    await page.reload();
    await isKept(page);
  }

  await filterLine(ben).click();
  for (const name of ["Europe", "North America", "Asia-Pacific", "Latin America"]) await region(ben, name).click();
  await ada.getByRole("heading", { name: "No data for these filters" }).waitFor();
  await areSound(ada, ben);
  await ada.getByRole("button", { name: "Reset filters" }).click();
  await ben.getByText("Compared with the 90 days before").waitFor();
  await areSound(ada, ben);
});

test("in a preview, a scripted person points at a chart and changes a filter", async () => {
  const page = await journey.visit("/play/dashboard/?room=preview&preview");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await card(page, "Revenue per day").getByTestId("pointed").getByText("Robin").waitFor();
  await card(page, "Orders per day").waitFor();
  // Bars take their new heights at once.
  expect(await page.evaluate(`getComputedStyle(document.querySelector(".bar rect")).transitionDuration`)).toMatch(
    /^0s(, 0s)*$/u,
  );
  expect(journey.complaints).toEqual([]);
});
