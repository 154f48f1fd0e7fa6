import { expect, test } from "vitest";
import { limits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { matches, parseRobots } from "./robots.ts";

const allowed = (text: string, path: string, bounds: Pick<Limits, "robotsRules" | "robotsRuleLength"> = limits) =>
  parseRobots(text, "Weft", bounds).allows(`https://example.com${path}`);

test.each([
  ["/docs", "/docs/a", true],
  ["/docs$", "/docs/a", false],
  ["/docs$", "/docs", true],
  ["*.pdf$", "/a.pdf", true],
  ["*.pdf$", "/a.pdf?b", false],
  ["/*/private*/x", "/a/private/b/x", true],
  ["/*/private*/x", "/private/b/x", false],
  ["/a*a$", "/a", false],
  ["/a*a$", "/aba", true],
  ["/*ab*abc$", "/abc", false],
  ["/**", "/", true],
  ["$", "", true],
  ["", "/", true],
])("the pattern %s on the path %s: %s", (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

test("[KN5] the group of this robot counts, else the one for all, and of its rules the longest that matches", () => {
  const text = [
    "# for all\r\nUser-agent: *\r\nDisallow: /\r\nCrawl-delay: 9",
    "User-agent: Other\nUser-agent: weft/1.0\nAllow: /docs # open\nDisallow: /docs/old\nDisallow: /p\nAllow: /p",
    "Sitemap: https://example.com/map.xml\nnonsense\nCrawl-delay: 2",
  ].join("\n");
  expect(["/docs/a", "/docs/old/b", "/p", "/elsewhere"].map((path) => allowed(text, path))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  const robots = parseRobots(text, "Weft", limits);
  expect(robots).toMatchObject({ sitemaps: ["https://example.com/map.xml"], crawlDelay: 2 });
  expect(parseRobots("User-agent: *\nCrawl-delay: soon", "Weft", limits).crawlDelay).toBeUndefined();
});

test("an empty group of this robot allows everything", () => {
  expect(allowed("User-agent: *\nDisallow: /\nUser-agent: Weft\nDisallow:", "/a")).toBe(true);
});

test("escapes and letters outside of ASCII are one path in any spelling", () => {
  for (const rule of ["/größe", "/gr%c3%b6%C3%9Fe"])
    for (const path of ["/größe", "/gr%C3%B6%c3%9fe"])
      expect(allowed(`User-agent: *\nDisallow: ${rule}`, path)).toBe(false);
});

test("rules beyond the bounds are cut to their beginning if they disallow, and not read otherwise", () => {
  const bounds = { ...limits, robotsRules: 2, robotsRuleLength: 5 };
  expect(allowed("User-agent: *\nDisallow: /abcdefgh", "/abcd", bounds)).toBe(false);
  expect(allowed("User-agent: *\nDisallow: /a\nAllow: /abcdefgh", "/abcdefgh", bounds)).toBe(false);
  expect(allowed("User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c", "/c", bounds)).toBe(true);
});
