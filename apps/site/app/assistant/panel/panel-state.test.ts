import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => vi.unstubAllGlobals());

test("a question of a page opens the panel, and waits until a chat takes it over", async () => {
  const { askAssistant, currentPanel, takeQuestion } = await import("./panel-state.ts");
  expect(currentPanel()).toMatchObject({ open: false, taken: 0 });
  askAssistant("About the page “Rooms”: ");
  expect(currentPanel()).toMatchObject({ open: true, question: "About the page “Rooms”: " });
  takeQuestion();
  expect(currentPanel()).toMatchObject({ open: true, question: undefined, taken: 1 });
  takeQuestion();
  expect(currentPanel().taken).toBe(1);
});
