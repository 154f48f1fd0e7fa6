import { afterEach, expect, test, vi } from "vitest";
import { clampSize, defaultSize, largeSize, sizeAfterKey, storedSize, storeSize } from "./panel-size.ts";

afterEach(() => vi.unstubAllGlobals());

test("the panel is 400 × 500 at first and 800 × 800 when it is expanded", () => {
  expect([defaultSize, largeSize]).toEqual([
    { w: 400, h: 500 },
    { w: 800, h: 800 },
  ]);
});

test.each([
  ["400×500", "1440×900", "400×500"],
  ["800×800", "1440×900", "800×800"],
  ["800×800", "1024×768", "800×672"],
  ["800×800", "700×600", "668×504"],
  ["200×100", "1440×900", "300×400"],
  ["400×500", "320×480", "300×400"],
  ["2000×2000", "1440×900", "1408×804"],
])("a size of %s in a window of %s is %s", (stored, screen, shown) => {
  const size = (text: string) => ({ w: Number(text.split("×")[0]), h: Number(text.split("×")[1]) });
  expect(clampSize(size(stored), size(screen))).toEqual(size(shown));
});

test.each([
  ["ArrowLeft", false, { w: 416, h: 500 }],
  ["ArrowRight", true, { w: 336, h: 500 }],
  ["ArrowUp", true, { w: 400, h: 564 }],
  ["ArrowDown", false, { w: 400, h: 484 }],
  ["Enter", false, undefined],
])("%s on the corner, with Shift: %s, changes the size", (key, shiftKey, size) => {
  expect(sizeAfterKey(defaultSize, { key, shiftKey })).toEqual(size);
});

test("the size is stored under the panel's key, and what cannot be read is the default", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  expect(storedSize()).toEqual(defaultSize);
  storeSize({ w: 640.4, h: 720 });
  expect(stored.get("weft:assistant-panel-size")).toBe('{"w":640,"h":720}');
  expect(storedSize()).toEqual({ w: 640, h: 720 });
  for (const text of ["", "null", "[]", '{"w":"x","h":1}', '{"w":-1,"h":500}', "{"]) {
    stored.set("weft:assistant-panel-size", text);
    expect(storedSize()).toEqual(defaultSize);
  }
});

test("a browser that forbids storage still has a panel", () => {
  const refuse = () => {
    throw new DOMException("Denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  expect(storedSize()).toEqual(defaultSize);
  expect(() => storeSize(defaultSize)).not.toThrow();
});
