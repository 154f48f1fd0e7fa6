import { runInThisContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as themes from "./theme.ts";

/** What a page has before its first paint: a root element, what was stored, and what the system prefers. */
class Page {
  readonly stored = new Map<string, string>();
  readonly classes = new Set<string>();
  readonly style = { colorScheme: "" };
  readonly systemListeners = new Set<() => void>();
  systemIsDark = false;
  storageWorks = true;

  readonly document = {
    documentElement: {
      style: this.style,
      classList: {
        add: (name: string) => void this.classes.add(name),
        remove: (...names: string[]) => names.forEach((name) => this.classes.delete(name)),
        contains: (name: string) => this.classes.has(name),
      },
    },
  };

  readonly localStorage = {
    getItem: (key: string) => {
      if (!this.storageWorks) throw new DOMException("denied", "SecurityError");
      return this.stored.get(key) ?? null;
    },
    setItem: (key: string, value: string) => {
      if (!this.storageWorks) throw new DOMException("denied", "SecurityError");
      this.stored.set(key, value);
    },
  };

  readonly matchMedia = () => ({
    matches: this.systemIsDark,
    addEventListener: (_: string, listener: () => void) => void this.systemListeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void this.systemListeners.delete(listener),
  });

  /** What is seen. */
  get palette() {
    return [[...this.classes], this.style.colorScheme];
  }
}

let page: Page;
let theme: typeof themes;
beforeEach(async () => {
  page = new Page();
  vi.stubGlobal("document", page.document);
  vi.stubGlobal("localStorage", page.localStorage);
  vi.stubGlobal("matchMedia", page.matchMedia);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  // The module remembers a choice for the life of its page.
  vi.resetModules();
  theme = await import("./theme.ts");
});
afterEach(() => void vi.unstubAllGlobals());

test.for([
  ["light", false, "light"],
  ["light", true, "light"],
  ["dark", false, "dark"],
  ["dark", true, "dark"],
  ["system", false, "light"],
  ["system", true, "dark"],
  ["mauve", true, "dark"],
  [undefined, false, "light"],
  [undefined, true, "dark"],
] as const)("with %s stored, and a system that is dark: %s, the first paint is %s", ([stored, systemIsDark, seen]) => {
  page.systemIsDark = systemIsDark;
  if (stored !== undefined) page.stored.set("weft:theme", stored);
  runInThisContext(theme.themeScript);
  expect(page.palette).toEqual([[seen], seen]);
  expect(theme.currentPalette()).toBe(seen);
});

test("a choice applies at once and is kept; when it is reset, the theme follows the system again", () => {
  const stop = theme.onThemeChange(() => undefined);
  expect(theme.chosenTheme()).toBe("system");
  theme.chooseTheme("dark");
  expect([theme.chosenTheme(), page.stored.get("weft:theme")]).toEqual(["dark", "dark"]);
  expect(page.palette).toEqual([["dark"], "dark"]);

  theme.chooseTheme("system");
  expect(page.palette).toEqual([["light"], "light"]);
  page.systemIsDark = true;
  for (const listener of page.systemListeners) listener();
  expect(page.palette).toEqual([["dark"], "dark"]);
  stop();
  expect(page.systemListeners.size).toBe(0);
});

test("without storage, a choice lasts as long as the page", () => {
  page.storageWorks = false;
  theme.chooseTheme("dark");
  expect([theme.chosenTheme(), theme.currentPalette()]).toEqual(["dark", "dark"]);
});
