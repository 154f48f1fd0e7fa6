import type { Page } from "playwright-core";

/** Waits until what moves or fades on a page, and will end, has ended. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(`new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)))`);
}
