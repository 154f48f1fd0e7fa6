import { expect, test } from "vitest";
import { guideHeadings, withoutTitle } from "./guide-text.ts";

test("a heading that repeats the title is left out, and any other first line is not", () => {
  expect(withoutTitle("# Use `rooms`\n\nText", "Use rooms")).toBe("Text");
  expect(withoutTitle("Use rooms\n===\nText", "Use rooms")).toBe("Text");
  for (const text of ["# Other\n\nText", "Use rooms\n\nText", "", "Text\n\n# Use rooms"])
    expect(withoutTitle(text, "Use rooms")).toBe(text);
});

test("headings of the first three levels are listed, and those of the first are of the second", () => {
  expect(guideHeadings("# One\n## One\n### Two `a`\n#### Three\n```\n# Code\n```")).toEqual([
    { id: "one", title: "One", level: 2 },
    { id: "one-1", title: "One", level: 2 },
    { id: "two-a", title: "Two a", level: 3 },
  ]);
});
