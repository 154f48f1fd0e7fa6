import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

/** Changes the system's theme, and waits until the page has adopted it. */
export async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.locator(`html.${theme}`).waitFor({ state: "attached" });
  await settled(page);
}
