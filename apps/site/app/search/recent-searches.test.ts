import { expect, test } from "vitest";
import { parseRecent, remember } from "./recent-searches.ts";
import type { RecentSearch } from "./recent-searches.ts";

const chosen = (n: number): RecentSearch => ({
  title: `Page ${n}`,
  href: `/docs/${n}`,
  path: ["Docs"],
  context: "docs",
});

test("the last five are kept, newest first, each once", () => {
  let recent: RecentSearch[] = [];
  for (const n of [1, 2, 3, 4, 5, 6, 3]) recent = remember(recent, chosen(n));
  expect(recent.map(({ href }) => href)).toEqual(["/docs/3", "/docs/6", "/docs/5", "/docs/4", "/docs/2"]);
});

test("only chosen results are stored", () => {
  const item = { ...chosen(1), keywords: ["a"], priority: 2 };
  expect(remember([], item)).toEqual([chosen(1)]);
});

test("stored results are restored", () => {
  expect(parseRecent(JSON.stringify([chosen(1), chosen(2)]))).toEqual([chosen(1), chosen(2)]);
});

test.each([
  null,
  "",
  "{",
  "{}",
  "[1, null]",
  JSON.stringify([{ ...chosen(1), href: "//elsewhere.example" }]),
  JSON.stringify([{ ...chosen(1), href: "javascript:alert(1)" }]),
  JSON.stringify([{ ...chosen(1), context: "mail" }]),
])("%j counts as nothing", (stored) => {
  expect(parseRecent(stored)).toEqual([]);
});
