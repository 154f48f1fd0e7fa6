import type { Page } from "playwright-core";

/**
 * Waits until all finite animations on a page have ended and closing elements are gone: until then, a closing dialog
 * hides the page behind it from assistive technology.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(`new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)))`);
  // A function would be evaluated as text, which the content policy of pages forbids.
  await page.locator("[data-ending-style]").first().waitFor({ state: "detached" });
}
