import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey, Person } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const pins = (page: Page) => page.getByTestId("pin");
const pinOf = (page: Page, name: string) => pins(page).getByRole("button", { name: new RegExp(`^${name}`, "u") });
const filter = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name} \\d+$`, "u") });
const dialog = (page: Page) => page.locator(".lb-floating-thread");
const saved = (page: Page) => page.locator(".connection[data-state=live]").waitFor();

/** Visits the room as a member of the cast, and waits for its sample. */
async function visit(room: string, as: string, person: Person = {}): Promise<Page> {
  const page = await journey.visit(`/play/canvas-comments/?room=${room}&as=${as}`, person);
  await filter(page, "Resolved").filter({ hasText: "1" }).waitFor();
  await expect.poll(() => pins(page).count()).toBe(3);
  return page;
}

/** The position of a pin's tip, in percent of the picture. */
async function placeOf(page: Page, name: string): Promise<string> {
  const pin = pins(page).filter({ has: page.getByRole("button", { name: new RegExp(`^${name}`, "u") }) });
  const [, left, top] = /left: ([\d.]+)%; top: ([\d.]+)%/u.exec((await pin.getAttribute("style")) ?? "") ?? [];
  return `${Math.round(Number(left))} ${Math.round(Number(top))}`;
}

/** Clicks on the picture at these fractions of it, and writes the first comment of a thread. */
async function pinComment(page: Page, [x, y]: readonly [number, number], text: string): Promise<void> {
  const box = (await page.locator(".picture").boundingBox())!;
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
  const composer = page.locator(".lb-floating-composer");
  await composer.getByRole("textbox").pressSequentially(text);
  await page.keyboard.press("Enter");
  await composer.waitFor({ state: "detached" });
}

test("a pin appears for the other person, unread, is answered, moved and resolved, and stays", async () => {
  const [ada, ben] = [await visit("live", "ada"), await visit("live", "ben", { theme: "dark" })];
  await pinComment(ada, [0.45, 0.6], "A plant here?");
  await pinOf(ben, "Ada Moreau, 1 comment, unread").click();
  await dialog(ben).getByText("A plant here?").waitFor();
  await pinOf(ben, "Ada Moreau, 1 comment$").waitFor();
  await dialog(ben).getByRole("textbox").pressSequentially("A tall one.");
  await ben.keyboard.press("Enter");
  await pinOf(ada, "Ada Moreau, 2 comments, unread").waitFor();
  await ben.keyboard.press("Escape");

  const box = (await pinOf(ben, "Ada Moreau").boundingBox())!;
  const picture = (await ben.locator(".picture").boundingBox())!;
  await ben.mouse.move(box.x + 10, box.y + 10);
  await ben.mouse.down();
  await ben.mouse.move(box.x + 10 + picture.width / 10, box.y + 10, { steps: 6 });
  await ben.mouse.up();
  await expect.poll(() => placeOf(ada, "Ada Moreau")).toBe("55 60");
  // Releasing a dragged pin is not a click on it.
  expect(await dialog(ben).count()).toBe(0);
  await pinOf(ada, "Ada Moreau").focus();
  await ada.keyboard.press("ArrowDown");
  await ada.keyboard.press("ArrowDown");
  await expect.poll(() => placeOf(ben, "Ada Moreau")).toBe("55 62");

  await pinOf(ada, "Ada Moreau").click();
  await dialog(ada).getByRole("button", { name: "Resolve thread" }).click();
  await filter(ben, "Resolved").filter({ hasText: "2" }).click();
  await pinOf(ben, "Ada Moreau").waitFor();
  await Promise.all([ada, ben].map(saved));

  await journey.crashServer();
  await Promise.all([ada, ben].map((page) => page.getByText("You are offline.").waitFor()));
  await journey.restartServer();
  await ben.reload();
  await filter(ben, "Resolved").filter({ hasText: "2" }).click();
  await expect.poll(() => placeOf(ben, "Ada Moreau")).toBe("55 62");
  await pinOf(ben, "Ada Moreau").click();
  await dialog(ben).getByText("A tall one.").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a comment is added from the keyboard alone", async () => {
  const page = await visit("keyboard", "ada");
  await page.getByRole("button", { name: "Add a comment" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("In the middle");
  await page.keyboard.press("Enter");
  await pinOf(page, "Ada Moreau").waitFor();
  await pinOf(page, "Ada Moreau").focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByText("In the middle").waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(journey.complaints).toEqual([]);
});

test("in a preview, a scripted colleague pins a question for the visitor, once", async () => {
  const page = await journey.visit("/play/canvas-comments/?room=preview&as=ada&preview");
  await filter(page, "Open").filter({ hasText: "4" }).waitFor();
  await page.reload();
  await expect.poll(() => pins(page).count()).toBe(4);
  expect(journey.complaints).toEqual([]);
});

test("a comment is pinned with a finger on a phone", async () => {
  const page = await visit("finger", "ada", { device: "phone" });
  await page.locator(".plan").tap({ position: { x: 120, y: 300 } });
  await page.locator(".lb-floating-composer").getByRole("textbox").fill("From the phone");
  await page.locator(".lb-floating-composer").getByRole("button", { name: "Send" }).tap();
  await pinOf(page, "Ada Moreau").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  expect(journey.complaints).toEqual([]);
});

test("axe finds nothing on any screen, light or dark", async () => {
  const looks = [
    { theme: "light", device: "desktop" },
    { theme: "dark", device: "desktop" },
    { theme: "dark", device: "phone" },
  ] as const;
  for (const { theme, device } of looks) {
    const page = await visit("axe", "ada", { theme, device });
    expect([theme, device, await faultsOf(page)]).toEqual([theme, device, []]);
    await pinOf(page, "Grace Mensah").click();
    await dialog(page).waitFor();
    expect([theme, device, "thread", await faultsOf(page)]).toEqual([theme, device, "thread", []]);
    await page.context().close();
  }
  expect(journey.complaints).toEqual([]);
});

// This test runs last: two browsers that create the same thread log errors to their consoles.
test("two windows that open a new room at once initialize it once", async () => {
  const all = await Promise.all([visit("begin", "ada"), visit("begin", "ben"), visit("begin", "chloe")]);
  await Promise.all(all.map(saved));
  const fresh = await visit("begin", "dev");
  expect(await pins(fresh).count()).toBe(3);
  expect(await filter(fresh, "Resolved").innerText()).toBe("Resolved 1");
});
