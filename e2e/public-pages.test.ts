/** Pages that compare and sell: their links, their price, and the code on the home page that runs beside itself. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";

const repository = "https://github.com/example/weft";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ env: { WEFT_REPOSITORY_URL: repository } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const hrefsIn = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(`${selector} a[href]`)
    .evaluateAll((links: unknown[]) =>
      links.map((link) => (link as { getAttribute(name: string): string }).getAttribute("href")),
    );

test("links of the compare pages answer 200, and their anchors exist", async () => {
  const page = await journey.visit("/compare");
  const pages = (await hrefsIn(page, "main")).filter((href) => href.startsWith("/compare/"));
  expect(pages).toHaveLength(6);
  const footer = (await hrefsIn(page, "footer")).filter((href) => href.startsWith("/compare/"));
  expect(footer.toSorted()).toEqual(pages.toSorted());

  const links = new Set<string>();
  for (const address of pages) {
    await page.goto(address);
    await page.getByRole("heading", { level: 2, name: "In detail" }).waitFor();
    expect(await page.getByRole("rowheader").count(), address).toBe(15);
    for (const href of await hrefsIn(page, "main")) links.add(href);
  }
  const inside = [...links].filter((href) => href.startsWith("/"));
  expect(inside.length).toBeGreaterThan(20);
  for (const href of inside) {
    const { pathname, hash } = new URL(href, journey.url);
    const answer = await page.request.get(pathname);
    expect([href, answer.status()]).toEqual([href, 200]);
    if (hash !== "") expect(await answer.text(), href).toContain(`id="${hash.slice(1)}"`);
  }
  for (const href of links)
    if (!href.startsWith("/")) expect(href, "other links lead to public pages").toMatch(/^https:\/\//u);
  expect([...links]).toContain(`${repository}/blob/HEAD/faults/power-cut.test.ts`);
  expect(journey.complaints).toEqual([]);
});

test("a comparison can be read without scripts", async () => {
  const page = await journey.visit("/compare/hocuspocus", { scripts: false });
  await page.getByRole("heading", { level: 1, name: "Weft and Hocuspocus" }).waitFor();
  await page.getByRole("heading", { level: 2, name: "What Hocuspocus does better" }).waitFor();
  await page.getByText("faults/power-cut.test.ts").first().waitFor();
});

test("the pricing page has one plan, and says its price once", async () => {
  const page = await journey.visit("/pricing");
  await page.getByText("$0").waitFor();
  expect(await page.getByRole("main").getByRole("table").count()).toBe(0);
  expect(await page.getByRole("main").innerText()).not.toMatch(/\bPro\b|\bEnterprise\b/u);
  await page.getByRole("main").getByRole("link", { name: "Plans" }).click();
  await page.getByRole("columnheader", { name: "Self-hosted" }).waitFor();
});

test("code on the home page runs beside itself once it is near, and its result is drawn before", async () => {
  const page = await journey.visit("/");
  const code = page.getByRole("region", { name: "The names you know, in packages of your own server." });
  const windows = code.locator("iframe");
  await page.getByRole("banner").getByText("Ctrl K").waitFor();
  expect(await windows.count()).toBe(0);
  await code.getByText("Result in two windows").waitFor();

  await code.scrollIntoViewIfNeeded();
  await expect.poll(() => windows.count()).toBe(2);
  await windows.first().contentFrame().getByTestId("stage").waitFor();
  await windows.last().contentFrame().getByTestId("stage").waitFor();

  await code.getByRole("tab", { name: "Storage" }).click();
  await expect.poll(() => windows.count()).toBe(1);
  await windows.first().contentFrame().getByRole("checkbox").first().waitFor();

  await code.getByRole("tab", { name: "REST" }).click();
  await code.getByText("Response").waitFor();
  expect(await windows.count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("the home page shows eight examples, and leads to all of them", async () => {
  const page = await journey.visit("/");
  const strip = page.getByRole("region", { name: "Example apps" });
  expect(await strip.getByRole("listitem").count()).toBe(8);
  await strip.getByRole("link", { name: /^All \d+ examples$/u }).click();
  await page.waitForURL("**/examples");
});
