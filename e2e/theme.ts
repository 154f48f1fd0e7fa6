import type { Page } from "playwright-core";

/** Has the system change its theme, and waits until the page has. */
export async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.locator(`html.${theme}`).waitFor({ state: "attached" });
  await page.evaluate(`new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)))`);
}
