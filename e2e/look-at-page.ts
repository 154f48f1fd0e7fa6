import type { Page } from "playwright-core";
import { expect } from "vitest";
import { faultsOf } from "./accessible.ts";
import { wear } from "./theme.ts";

const framed = "/docs/get-started/react";
const ofColour = ["color-contrast", "link-in-text-block"];

/** Checks the open page, light and dark. Returns what is wrong with it, one line per fault. */
export async function lookAt(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await wear(page, theme);
    const look = {
      // The tree beside every page of the documentation is the same, so it is checked once, and then only the page.
      ...(address.startsWith("/docs/") && address !== framed && { within: "main" }),
      // Only the color rules depend on the theme.
      ...(theme === "dark" && { rules: ofColour }),
    };
    for (const fault of await faultsOf(page, look)) faults.push(`${address} (${theme}): ${fault}`);
  }
  // Switches to the theme in which the next page is checked first.
  await wear(page, "light");
  const headings = await page.locator("h1").count();
  if (headings !== 1) faults.push(`${address}: ${headings} first-level headings`);
  const desk = page.viewportSize()!;
  for (const width of [desk.width, 320]) {
    await page.setViewportSize({ ...desk, width });
    // Charts are redrawn a moment after their frame changes its width.
    const fits = expect.poll(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), {
      timeout: 10_000,
    });
    await fits.toBe(true).catch(() => faults.push(`${address}: wider than a window of ${width} px`));
  }
  await page.setViewportSize(desk);
  return faults;
}

/** Listens for violations of the content policy, which the console does not always report. */
export async function listenForRefusals(page: Page, refusals: string[]): Promise<void> {
  await page.exposeFunction("refused", (what: string) => void refusals.push(what));
  await page.addInitScript(
    `addEventListener("securitypolicyviolation", (e) => refused(e.violatedDirective + " " + e.blockedURI + " on " + location.pathname))`,
  );
}
