import type { Page } from "playwright-core";

/**
 * Waits until what moves or fades on a page, and will end, has ended, and what is on its way out is gone: a dialog that is
 * closing hides the page behind it from assistive technology until then.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(`new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)))`);
  // A function to wait for would be evaluated as text, which the content policy of pages forbids.
  await page.locator("[data-ending-style]").first().waitFor({ state: "detached" });
}
