import { expect, test } from "vitest";
import { opensAssistant, opensSearch } from "./chords.ts";

const pressed = (text: string) => ({
  key: text.split("+").at(-1)!,
  ctrlKey: text.includes("Ctrl+"),
  metaKey: text.includes("Cmd+"),
  altKey: text.includes("Alt+"),
  shiftKey: text.includes("Shift+"),
});

test.for([
  ["Cmd+k", true, false],
  ["Cmd+K", true, false],
  ["Ctrl+k", false, true],
  ["Ctrl+K", false, true],
  ["k", false, false],
  ["Ctrl+j", false, false],
  ["Ctrl+Cmd+k", false, false],
  ["Ctrl+Shift+k", false, false],
  ["Ctrl+Alt+k", false, false],
  ["Cmd+Shift+k", false, false],
] as const)("%s opens the search on a Mac: %s, elsewhere: %s", ([keys, onMac, elsewhere]) => {
  expect([opensSearch(pressed(keys), true), opensSearch(pressed(keys), false)]).toEqual([onMac, elsewhere]);
});

test.for([
  ["Cmd+i", true, false],
  ["Cmd+I", true, false],
  ["Ctrl+i", false, true],
  ["i", false, false],
  ["Ctrl+k", false, false],
  ["Ctrl+Shift+i", false, false],
  ["Ctrl+Alt+i", false, false],
] as const)("%s opens the assistant on a Mac: %s, elsewhere: %s", ([keys, onMac, elsewhere]) => {
  expect([opensAssistant(pressed(keys), true), opensAssistant(pressed(keys), false)]).toEqual([onMac, elsewhere]);
});
