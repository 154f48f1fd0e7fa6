import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { faultsOf } from "./accessible.ts";
import type { Journey } from "./journey.ts";

/** Ada and Ben in a new room. Ben joins when the room exists: if both joined at once, each would create it. */
export async function meet(journey: Journey, example: string): Promise<[ada: Page, ben: Page]> {
  const address = `/play/${example}/?room=two-${example}`;
  const ada = await journey.visit(address);
  await ada.locator(".connection[data-state=live]").waitFor();
  const ben = await journey.visit(address, { device: "phone", theme: "dark" });
  for (const page of [ada, ben]) await page.getByTestId("other-avatar").first().waitFor();
  return [ada, ben];
}

/** Both pages are accessible, fit their windows, and log no errors. */
export async function areSound(journey: Journey, ...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }
  expect(journey.complaints).toEqual([]);
}

export async function centreOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
