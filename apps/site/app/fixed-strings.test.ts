/** Texts that people were promised, letter for letter, and the file in which each stands. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const strings: readonly (readonly [text: string, file: string])[] = [
  ["Search…", "search/search-dialog.tsx"],
  ["to navigate", "search/search-hints.tsx"],
  ["to select", "search/search-hints.tsx"],
  ["Sign in", "shell/account-area.tsx"],
  ["Sign up", "shell/account-area.tsx"],
  ["Feedback sent", "forms/feedback-dialog.tsx"],
  ["Thank you for your feedback.", "forms/feedback-dialog.tsx"],
  ["Your message couldn't be sent", "forms/feedback-dialog.tsx"],
  ["Your message couldn't be sent.", "forms/support-form.tsx"],
  ["Try again, or email us at", "forms/send-advice.tsx"],
  ["Message sent", "forms/support-form.tsx"],
  ["Unnamed team", "formats/team-name.ts"],
  ["Unknown", "forms/feedback.ts"],
  ["Failed to create ${what}. Please try again.", "forms/creation-failure.tsx"],
  ["An error occurred while fetching the data.", "ui/error-state.tsx"],
];

test.for(strings)("“%s” in %s", ([text, file]) => {
  const source = readFileSync(new URL(file, import.meta.url), "utf8");
  expect(source.replaceAll("’", "'")).toContain(text);
});
