import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerModuleFailure, isModuleFailure, ModuleFailed } from "./module-failure.ts";

const reload = vi.fn<() => void>();
const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  reload.mockReset();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("while the server is down, a missing script is a failure of its route, and the page stays", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(answerModuleFailure("/assets/a.js", new TypeError("no"))).rejects.toBeInstanceOf(ModuleFailed);
  expect(reload).not.toHaveBeenCalled();
  // A proxy in front of it answers in its place.
  vi.stubGlobal("fetch", async () => new Response("", { status: 502 }));
  await expect(answerModuleFailure("/assets/a.js", new TypeError("no"))).rejects.toBeInstanceOf(ModuleFailed);
  expect(reload).not.toHaveBeenCalled();
});

test("a script of an older build reloads the page once", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}));
  void answerModuleFailure("/assets/a.js", new TypeError("no"));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(answerModuleFailure("/assets/a.js", new TypeError("no"))).rejects.toBeInstanceOf(ModuleFailed);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("script failures are distinguished from others by each browser's messages", () => {
  for (const words of [
    "Failed to fetch dynamically imported module: http://localhost/assets/a.js",
    "error loading dynamically imported module: http://localhost/assets/a.js",
    "Importing a module script failed.",
  ])
    expect([words, isModuleFailure(new TypeError(words))]).toEqual([words, true]);
  expect(isModuleFailure(new Error("Unable to preload CSS for /assets/a.css"))).toBe(true);
  for (const other of [new TypeError("a is undefined"), new Error("no"), "no", null])
    expect(isModuleFailure(other)).toBe(false);
});
