import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

/** Has the system change its theme, and waits until the page has. */
export async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.locator(`html.${theme}`).waitFor({ state: "attached" });
  await settled(page);
}
