import { afterEach, expect, test, vi } from "vitest";
import { readItem, storeItem } from "./browser-storage.ts";

afterEach(() => vi.unstubAllGlobals());

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

test("local and session items are separate", () => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  storeItem("color", "red");
  storeItem("color", "blue", "session");
  expect([readItem("color"), readItem("color", "session")]).toEqual(["red", "blue"]);
  storeItem("color", null);
  expect([readItem("color"), readItem("color", "session")]).toEqual([null, "blue"]);
});

test("where storage is forbidden or missing, nothing is stored and nothing fails", () => {
  const refuse = () => {
    throw new DOMException("Denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  for (const area of ["local", "session"] as const) {
    storeItem("color", "red", area);
    storeItem("color", null, area);
    expect(readItem("color", area)).toBeNull();
  }
});
