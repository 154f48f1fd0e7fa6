/** The reference of the client packages: samples for two families of packages, and everything that is exported. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const address = "/docs/api-reference/weft-react";

test("samples are for Weft's own packages at first, and for the official ones on request, on every page", async () => {
  const page = await journey.visit(address);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const install = page.locator("figure.code", { hasText: "npm install" }).filter({ visible: true });
  await expect.poll(() => install.innerText()).toContain(`${journey.url}/packages/react.tgz`);
  await page.goto(`${journey.url}${address}/providers`);
  const sample = page.locator("figure.code", { hasText: "app.tsx" });
  expect(await sample.innerText()).toContain('import { WeftProvider } from "@weft/react";');
  expect(await sample.innerText()).not.toContain("iveblocks");

  // With the keyboard, as other groups of options.
  const choice = page.getByRole("group", { name: "Show code for" });
  await choice.getByRole("radio", { name: "@weft/*" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await choice.getByRole("radio", { name: "@liveblocks/*" }).isChecked()).toBe(true);
  const official = 'import { LiveblocksProvider } from "@liveblocks/react";';
  expect(await sample.innerText()).toContain(official);
  expect(await sample.innerText()).not.toContain("@weft/");
  await expect
    .poll(async () => {
      await sample.getByRole("button", { name: "Copy" }).click();
      return page.evaluate("navigator.clipboard.readText()");
    })
    .toMatch(/^import \{ LiveblocksProvider \} from "@liveblocks\/react";\n/u);
  expect(await page.evaluate("navigator.clipboard.readText()")).not.toContain("Weft");
  // What only one family has stays as it is, and says so.
  await page.goto(`${journey.url}${address}/storage`);
  await expect.poll(() => page.getByRole("radio", { name: "@liveblocks/*" }).isChecked()).toBe(true);
  const own = page.locator("figure.code", { hasText: "useWrite(" }).filter({ hasText: "@weft/* only" });
  expect(await own.innerText()).toContain('from "@weft/react"');

  await page.goto(`${journey.url}${address}`);
  await expect
    .poll(() => install.innerText())
    .toMatch(/npm install @liveblocks\/client@\d+\.\d+\.\d+ @liveblocks\/react@\d/u);
  await page.goto(`${journey.url}/docs/api-reference/weft-yjs`);
  await expect.poll(() => page.getByRole("radio", { name: "@liveblocks/*" }).isChecked()).toBe(true);
  expect(await page.locator("main").innerText()).toContain('from "@liveblocks/yjs";');
  expect(journey.complaints).toEqual([]);
});

test("without scripts, samples are for Weft's own packages, and can be switched", async () => {
  const page = await journey.visit(`${address}/providers`, { scripts: false });
  const sample = page.locator("figure.code", { hasText: "app.tsx" });
  expect(await sample.innerText()).toContain('from "@weft/react";');
  await page.getByRole("radio", { name: "@liveblocks/*" }).check();
  expect(await sample.innerText()).toContain('from "@liveblocks/react";');
  await page.goto(`${journey.url}${address}/exports`);
  expect(await page.getByLabel("Find a name").isVisible()).toBe(false);
  expect(await page.locator("#export-MutationContext").innerText()).toContain("What a mutation works with");
});

test("every exported name can be found in the list of its page", async () => {
  const page = await journey.visit("/docs/api-reference/weft-client/exports");
  const list = page.locator("[data-exports]");
  await page.getByLabel("Find a name").fill("receipt");
  await page.getByRole("status").filter({ hasText: "1 name" }).waitFor();
  expect(await list.locator(".export:visible .export-name").allInnerTexts()).toEqual(["WriteReceipt"]);
  await list.getByText("Signature").filter({ visible: true }).click();
  expect(await list.locator("#export-WriteReceipt pre").innerText()).toContain("durable(): Promise<void>;");
  await page.getByLabel("Find a name").fill("nothing of this name");
  await page.getByText("No names match.").waitFor();

  // A name that the page describes leads there.
  await page.getByLabel("Find a name").fill("createclient");
  await list.getByRole("link", { name: "createClient", exact: true }).click();
  await page.waitForURL("**/weft-client/client#createclient");
  expect(journey.complaints).toEqual([]);
});

test("an address of a package's reference that was on one page leads to the page of its group, and the tree shows its entries", async () => {
  const page = await journey.visit(`${address}#useothers`);
  await page.waitForURL("**/weft-react/presence#useothers");
  expect(await page.locator("h1").innerText()).toBe("@weft/react: Presence hooks");
  const tree = page.getByRole("navigation", { name: "Documentation" });
  await tree.getByRole("link", { name: "useOthersMapped", exact: true }).click();
  await page.waitForURL("**/weft-react/presence#useothersmapped");
  const signature = page.locator("figure.code", { hasText: "function useOthersMapped" });
  expect(await signature.innerText()).toContain("selector: (other: User<Presence, UserMeta>) => Result,");
  await page.getByText("Returns the part that the component needs.").first().waitFor();

  await page.goto(`${journey.url}/docs/api-reference/weft-client#export-WriteReceipt`);
  await page.waitForURL("**/weft-client/exports#export-WriteReceipt");
  expect(journey.complaints).toEqual([]);
});

test("without scripts, an old address shows a link to the new place", async () => {
  const page = await journey.visit(`${address}#useothers`, { scripts: false });
  expect(await page.locator("#useothers a").getAttribute("href")).toBe(
    "/docs/api-reference/weft-react/presence#useothers",
  );
});

test("on a phone, the reference is not wider than the page", async () => {
  const page = await journey.visit("/docs/api-reference/weft-client/exports", { device: "phone" });
  await page.setViewportSize({ width: 320, height: 800 });
  await page.evaluate(`document.querySelectorAll("details").forEach((details) => (details.open = true))`);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  expect(journey.complaints).toEqual([]);
});
