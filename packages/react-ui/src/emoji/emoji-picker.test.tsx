// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { EmojiPicker } from "./emoji-picker.tsx";
import { recentEmoji } from "./recent-emoji.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function show(onEmojiSelect = vi.fn()) {
  render(<EmojiPicker onEmojiSelect={onEmojiSelect} />);
  await screen.findByText("Flags");
  const search = screen.getByPlaceholderText("Search…");
  return { search, onEmojiSelect };
}
/** Names of two thousand emoji by their roles take a minute to find in jsdom. */
const labeled = (name: string) => screen.getByLabelText(name, { exact: true });
const focused = () => document.activeElement?.getAttribute("aria-label");
const press = (key: string, init: object = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...init });

test("[UI84] arrow keys move in the grid, and typing searches on", async () => {
  const { search, onEmojiSelect } = await show();
  expect(document.activeElement).toBe(search);
  press("ArrowDown");
  expect(focused()).toBe("grinning face");
  press("ArrowRight");
  expect(focused()).toBe("grinning face with big eyes");
  expect((document.activeElement as HTMLElement).tabIndex).toBe(0);
  press("ArrowDown");
  press("ArrowUp");
  press("End");
  const last = focused();
  press("ArrowRight");
  press("ArrowLeft");
  expect(focused()).toBe(last);
  press("Home", { ctrlKey: true });
  expect(focused()).toBe("grinning face");
  fireEvent.click(document.activeElement as Element);
  expect(onEmojiSelect).toHaveBeenCalledExactlyOnceWith("😀");
  press("ArrowUp");
  expect(document.activeElement).toBe(search);
  press("ArrowDown");
  press("f");
  expect(document.activeElement).toBe(search);
}, 60_000);

test("[UI82] Enter picks the first that is found, and nothing found is said", async () => {
  const { search, onEmojiSelect } = await show();
  fireEvent.change(search, { target: { value: "fire" } });
  press("Enter");
  expect(onEmojiSelect).toHaveBeenCalledExactlyOnceWith("🔥");
  fireEvent.change(search, { target: { value: "xyzzy" } });
  expect(screen.getByRole("status").textContent).not.toBe("");
  press("Enter");
  expect(onEmojiSelect).toHaveBeenCalledTimes(1);
}, 60_000);

test("[UI85] a skin tone and what was picked are remembered, where the browser allows it", async () => {
  const { onEmojiSelect } = await show();
  fireEvent.click(labeled("Choose a skin tone"));
  fireEvent.click(labeled("waving hand"));
  expect(onEmojiSelect).toHaveBeenCalledExactlyOnceWith("👋🏻");
  cleanup();
  await show();
  expect(screen.getByText("Recently used").parentElement?.textContent).toContain("👋🏻");
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new DOMException("Denied", "SecurityError");
    },
  });
  expect(recentEmoji()).toEqual([]);
}, 60_000);
