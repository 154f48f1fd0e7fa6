import { afterEach, beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

/** The module as in a newly opened page. */
const open = () => import("./progress.ts");

test("progress and code are restored when the page is opened again", async () => {
  const before = await open();
  before.markDone("welcome");
  before.markDone("welcome");
  before.keepCode("others", { "Room.tsx": "text" });
  vi.resetModules();
  const { readProgress } = await open();
  expect(readProgress()).toEqual({ done: ["welcome"], code: { others: { "Room.tsx": "text" } } });
});

test("a chapter that was reset stores no code", async () => {
  const { keepCode, readProgress } = await open();
  keepCode("others", { "Room.tsx": "text" });
  keepCode("others", {});
  expect(readProgress().code).toEqual({});
});

test("a listener is called for every change until it is removed", async () => {
  const { markDone, onProgress } = await open();
  const listener = vi.fn();
  const stop = onProgress(listener);
  markDone("welcome");
  stop();
  markDone("others");
  expect(listener).toHaveBeenCalledTimes(1);
});

test("without storage, progress lasts as long as the page", async () => {
  vi.stubGlobal("localStorage", undefined);
  const { markDone, readProgress } = await open();
  markDone("welcome");
  expect(readProgress().done).toEqual(["welcome"]);
});

test.each([
  [null, { done: [], code: {} }],
  ["{", { done: [], code: {} }],
  ["[]", { done: [], code: {} }],
  ['{"done":"all","code":[]}', { done: [], code: {} }],
  [
    '{"done":["welcome",1],"code":{"a":{"App.tsx":"text"},"b":{"App.tsx":1},"c":null}}',
    { done: ["welcome"], code: { a: { "App.tsx": "text" } } },
  ],
])("of what is not as it should be, nothing is read: %s", async (text, expected) => {
  const { parse } = await open();
  expect(parse(text)).toEqual(expected);
});
